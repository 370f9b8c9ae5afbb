"""What a bot's application told Discord last: its commands, as a digest, because telling is limited to
twice a minute.

Knows a digest, not a command.
"""

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from mafia_bot.store.database import Database
from mafia_bot.store.tables import bots


class Bots:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def digest(self, application_id: int) -> str | None:
        """The digest of the commands that Discord knows, or None if it was never told."""
        query = select(bots.c.commands_digest).where(bots.c.application_id == application_id)
        row = await self._database.row(query)
        return None if row is None else str(row["commands_digest"])

    async def told(self, application_id: int, digest: str, at: float) -> None:
        """Discord knows these commands now (epoch seconds)."""
        statement = insert(bots).values(application_id=application_id, commands_digest=digest, synced_at=at)
        change = {"commands_digest": digest, "synced_at": at}
        await self._database.run(
            statement.on_conflict_do_update(index_elements=["application_id"], set_=change)
        )
