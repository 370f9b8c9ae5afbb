"""The clubs: one a server, with its language and its own choices.

Keeps `settings` as given (default ruleset, points profile, season, …); what they mean is for others to know.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from mafia_bot.store.database import Database
from mafia_bot.store.tables import clubs


class Club(msgspec.Struct, frozen=True):
    """`language` None means the bot's default; `created_at` epoch seconds, None for a club never stored."""

    guild_id: int
    language: str | None = None
    settings: dict[str, Any] = {}
    created_at: float | None = None


class Clubs:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, guild_id: int) -> Club:
        """A server that has never chosen anything is a club without settings."""
        row = await self._database.row(select(clubs).where(clubs.c.guild_id == guild_id))
        return Club(guild_id) if row is None else Club(**row)

    async def set_language(self, guild_id: int, language: str | None, at: float) -> None:
        statement = insert(clubs).values(guild_id=guild_id, language=language, settings={}, created_at=at)
        change = {"language": statement.excluded.language}
        await self._database.run(statement.on_conflict_do_update(index_elements=["guild_id"], set_=change))

    async def set(self, guild_id: int, settings: Mapping[str, Any], at: float) -> None:
        """Merge `settings` into the club's: keys given are replaced, others stay."""
        statement = insert(clubs).values(guild_id=guild_id, settings=dict(settings), created_at=at)
        # Merged by the database, so that two hosts who change different keys at once both win.
        change = {"settings": clubs.c.settings.concat(statement.excluded.settings)}
        await self._database.run(statement.on_conflict_do_update(index_elements=["guild_id"], set_=change))
