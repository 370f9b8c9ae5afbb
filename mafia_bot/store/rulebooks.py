"""The clubs' own rulesets, every version of them. Knows data, not what an axis means."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from mafia_bot.store.database import DUPLICATE_KEY, Database, sqlstate
from mafia_bot.store.errors import RulesetConflict
from mafia_bot.store.tables import club_rulesets


class Rulebooks:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self, guild_id: int, ruleset_id: str, version: int, data: Mapping[str, Any], author_id: int, at: float
    ) -> None:
        """Write a new version. Raises RulesetConflict if somebody else wrote that version first."""
        values = {
            "guild_id": guild_id,
            "ruleset_id": ruleset_id,
            "version": version,
            "data": dict(data),
            "author_id": author_id,
            "created_at": at,
        }
        try:
            await self._database.run(insert(club_rulesets).values(values))
        except IntegrityError as error:
            if sqlstate(error) == DUPLICATE_KEY:
                raise RulesetConflict(ruleset_id, version) from error
            raise

    async def latest(self, guild_id: int) -> dict[str, dict[str, Any]]:
        """The newest version of every ruleset of a club, by id."""
        others = club_rulesets.alias()
        newest = (
            select(func.max(others.c.version))
            .where(others.c.guild_id == guild_id, others.c.ruleset_id == club_rulesets.c.ruleset_id)
            .scalar_subquery()
        )
        query = (
            select(club_rulesets.c.ruleset_id, club_rulesets.c.data)
            .where(club_rulesets.c.guild_id == guild_id, club_rulesets.c.version == newest)
            .order_by(club_rulesets.c.ruleset_id)
        )
        return {row["ruleset_id"]: row["data"] for row in await self._database.rows(query)}
