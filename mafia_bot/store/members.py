"""Names of members as they were last seen, so that a rating table can be drawn without asking Discord.

Knows names only, and only of people who sat at a table or are about to.
"""

from collections.abc import Iterable, Mapping

from sqlalchemy import select, text

from mafia_bot.store.database import Database
from mafia_bot.store.tables import members

_SAW = text(
    "INSERT INTO members (guild_id, user_id, name, updated_at) "
    "SELECT :guild_id, m.user_id, m.name, to_timestamp(CAST(:at AS double precision)) "
    "FROM unnest(CAST(:users AS bigint[]), CAST(:names AS text[])) AS m(user_id, name) "
    "ON CONFLICT (guild_id, user_id) DO UPDATE SET name = excluded.name, updated_at = excluded.updated_at "
    "WHERE members.updated_at <= excluded.updated_at"
)


class Members:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def saw(self, guild_id: int, names: Mapping[int, str], at: float) -> None:
        """Remember `names` (user id → name) as of `at`; an older sighting never replaces a newer one."""
        values = {"guild_id": guild_id, "users": list(names), "names": list(names.values()), "at": at}
        await self._database.run(_SAW, values)

    async def names(self, guild_id: int, users: Iterable[int]) -> dict[int, str]:
        """Known names of `users`; whoever was never seen is missing from the answer."""
        query = select(members.c.user_id, members.c.name).where(
            members.c.guild_id == guild_id, members.c.user_id.in_(list(users))
        )
        return {row["user_id"]: row["name"] for row in await self._database.rows(query)}
