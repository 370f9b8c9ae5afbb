"""Names of members as they were last seen, so that a rating table can be drawn without asking Discord.

Knows names only, and only of people who sat at a table or are about to. Only reads: a name is written with
the step of a game in which it was seen.
"""

from collections.abc import Iterable

from sqlalchemy import select

from mafia_bot.store.database import Database
from mafia_bot.store.tables import members


class Members:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def names(self, guild_id: int, users: Iterable[int]) -> dict[int, str]:
        """Known names of `users`; whoever was never seen is missing from the answer."""
        query = select(members.c.user_id, members.c.name).where(
            members.c.guild_id == guild_id, members.c.user_id.in_(list(users))
        )
        return {row["user_id"]: row["name"] for row in await self._database.rows(query)}
