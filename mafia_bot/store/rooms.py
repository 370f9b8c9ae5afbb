"""What stood in a channel before we changed it, and what we asked for: enough to put everything back.

Knows channels and plain lists of bits, not what a permission means.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from mafia_bot.store.database import Database
from mafia_bot.store.tables import room_ledger


class RoomMemories:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def remember(self, channel_id: int, guild_id: int, memory: Mapping[str, Any]) -> None:
        """Write what is known of a channel; all of it is replaced."""
        values = {"channel_id": channel_id, "guild_id": guild_id, "memory": dict(memory)}
        statement = insert(room_ledger).values(values)
        change = {"guild_id": guild_id, "memory": statement.excluded.memory}
        await self._database.run(statement.on_conflict_do_update(index_elements=["channel_id"], set_=change))

    async def remembered(self, guild_id: int) -> dict[int, dict[str, Any]]:
        """Every channel of a server that we ever touched."""
        query = select(room_ledger).where(room_ledger.c.guild_id == guild_id)
        return {row["channel_id"]: row["memory"] for row in await self._database.rows(query)}

    async def forget(self, channel_ids: Iterable[int]) -> None:
        """Nothing of ours is left in these channels, or they are gone."""
        await self._database.run(delete(room_ledger).where(room_ledger.c.channel_id.in_(list(channel_ids))))
