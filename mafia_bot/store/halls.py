"""The halls: one table of a server each, and which channels it is made of. A server may have several.

Knows channel ids only; whether those channels still exist is for others to see.
"""

from collections.abc import Mapping

import msgspec
from sqlalchemy import cast, delete, or_, select, update
from sqlalchemy.dialects.postgresql import JSONPATH
from sqlalchemy.dialects.postgresql import insert as upsert

from mafia_bot.store.database import Database
from mafia_bot.store.tables import halls


class Hall(msgspec.Struct, frozen=True):
    """`rooms`: role → its night channel; `language` None: the club's; `created_at`: epoch seconds.

    `title` tells several tables of a server apart; the first has none.
    """

    id: int
    guild_id: int
    category_id: int
    chat_id: int
    voice_id: int
    graveyard_id: int | None
    rooms: dict[str, int]
    language: str | None
    created_at: float
    title: str | None = None


class Halls:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self,
        guild_id: int,
        *,
        category_id: int,
        chat_id: int,
        voice_id: int,
        graveyard_id: int | None = None,
        rooms: Mapping[str, int] | None = None,
        language: str | None = None,
        at: float,
        known: int | None = None,
        title: str | None = None,
    ) -> Hall:
        """Keep a hall's channels. A voice channel belongs to one hall: adding it again moves that hall.

        `known` is the hall that these channels belong to, even if its voice channel is another one by now.
        """
        channels = {
            "guild_id": guild_id,
            "category_id": category_id,
            "voice_id": voice_id,
            "chat_id": chat_id,
            "graveyard_id": graveyard_id,
            "rooms": dict(rooms or {}),
            "language": language,
        }
        if known is not None:
            moved = update(halls).where(halls.c.id == known).values(channels).returning(*halls.c)
            if (row := await self._database.row(moved)) is not None:
                return Hall(**row)
        statement = upsert(halls).values(created_at=at, title=title, **channels)
        statement = statement.on_conflict_do_update(index_elements=["voice_id"], set_=channels)
        row = await self._database.row(statement.returning(*halls.c))
        assert row is not None
        return Hall(**row)

    async def get(self, hall_id: int) -> Hall | None:
        row = await self._database.row(select(halls).where(halls.c.id == hall_id))
        return None if row is None else Hall(**row)

    async def at(self, channel_id: int) -> Hall | None:
        """The hall a channel belongs to, as its voice, chat, graveyard or a role's room."""
        room = halls.c.rooms.path_exists(cast(f"$.* ? (@ == {channel_id:d})", JSONPATH))
        query = select(halls).where(
            or_(
                halls.c.voice_id == channel_id,
                halls.c.chat_id == channel_id,
                halls.c.graveyard_id == channel_id,
                room,
            )
        )
        row = await self._database.row(query)
        return None if row is None else Hall(**row)

    async def of_guild(self, guild_id: int) -> list[Hall]:
        query = select(halls).where(halls.c.guild_id == guild_id).order_by(halls.c.id)
        return [Hall(**row) for row in await self._database.rows(query)]

    async def set_rooms(self, hall_id: int, rooms: Mapping[str, int], graveyard_id: int | None) -> None:
        change = {"rooms": dict(rooms), "graveyard_id": graveyard_id}
        await self._database.run(update(halls).where(halls.c.id == hall_id).values(change))

    async def set_language(self, hall_id: int, language: str | None) -> None:
        await self._database.run(update(halls).where(halls.c.id == hall_id).values(language=language))

    async def remove(self, hall_id: int) -> None:
        """Forget a hall; the games played there stay."""
        await self._database.run(delete(halls).where(halls.c.id == hall_id))
