"""The ledger of private panels: what only one person sees, and how that message can still be reached.

Knows neither what a panel shows nor who may see it.
"""

from typing import Any

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from mafia_bot.store.database import Database
from mafia_bot.store.tables import panels


class OpenPanel(msgspec.Struct, frozen=True):
    """One message with something to press that `user_id` alone sees. `nonce` is the interaction by which it
    was opened.

    `screen` names what it shows and `detail` which one of these. `token` is the key to the message until
    `until` (epoch seconds); `message_id` None: it is that interaction's own answer.
    """

    nonce: int
    game_id: int
    user_id: int
    screen: str
    detail: str
    language: str
    token: str
    until: float
    message_id: int | None = None


class Panels:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def write(self, panel: OpenPanel) -> None:
        """Keep a panel as it is now, a new one or one known by its nonce."""
        values: dict[str, Any] = msgspec.structs.asdict(panel)
        statement = insert(panels).values(values)
        change = {name: statement.excluded[name] for name in values if name != "nonce"}
        await self._database.run(statement.on_conflict_do_update(index_elements=["nonce"], set_=change))

    async def forget(self, nonce: int) -> None:
        """A panel has nothing to press any more, or cannot be reached."""
        await self._database.run(delete(panels).where(panels.c.nonce == nonce))

    async def of_game(self, game_id: int, now: float) -> list[OpenPanel]:
        """The panels of a game that can still be reached now (epoch seconds), the oldest first."""
        query = select(panels).where(panels.c.game_id == game_id, panels.c.until > now)
        return [OpenPanel(**row) for row in await self._database.rows(query.order_by(panels.c.nonce))]

    async def games(self, now: float) -> list[int]:
        """The games that have such panels. What cannot be reached any more is forgotten."""
        await self._database.run(delete(panels).where(panels.c.until <= now))
        query = select(panels.c.game_id).distinct().order_by(panels.c.game_id)
        return [row["game_id"] for row in await self._database.rows(query)]
