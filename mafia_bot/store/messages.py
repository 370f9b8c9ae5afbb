"""The ledger of messages: for every message we owe a table, what it should say and what it last said.

A row is written before the message is sent, so whatever dies in between, somebody knows what to look for.
Knows nothing of how a message is made, nor what it means.
"""

from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from mafia_bot.store.database import Database, Row
from mafia_bot.store.tables import messages


class Posted(msgspec.Struct, frozen=True):
    """One message. `nonce` names it before Discord has given it an id (`message_id` None until then).

    `screen` names what it shows within its game. `wanted` and `shown` are fingerprints of what it should say
    and of what Discord last took. `open`: a sending or a closing is still owed. Times are epoch seconds.
    """

    nonce: int
    game_id: int
    guild_id: int
    channel_id: int
    screen: str
    wanted: str
    written_at: float
    message_id: int | None = None
    shown: str | None = None
    shown_at: float | None = None
    open: bool = True


class Messages:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def write(self, posted: Posted) -> None:
        """Keep a message's row as it is now, a new one or one known by its nonce."""
        values: dict[str, Any] = msgspec.structs.asdict(posted)
        statement = insert(messages).values(values)
        change = {name: statement.excluded[name] for name in values if name != "nonce"}
        await self._database.run(statement.on_conflict_do_update(index_elements=["nonce"], set_=change))

    async def of_game(self, game_id: int) -> list[Posted]:
        """Every message of a game, the oldest first."""
        query = select(messages).where(messages.c.game_id == game_id)
        rows = await self._database.rows(query.order_by(messages.c.written_at, messages.c.nonce))
        return [_posted(row) for row in rows]

    async def unsettled(self) -> list[int]:
        """The games that still owe a message, whether they go on or are over: asked at start-up."""
        query = select(messages.c.game_id).where(messages.c.open).distinct()
        return [row["game_id"] for row in await self._database.rows(query.order_by(messages.c.game_id))]


def _posted(row: Row) -> Posted:
    return Posted(**row)
