"""One game laid open for comparison: records and rows as of one instant, and a way to mend the rows."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from mafia_bot.store import derived
from mafia_bot.store.database import Database
from mafia_bot.store.derived import Change, GameRows
from mafia_bot.store.errors import UnknownGame
from mafia_bot.store.games import GameFrame, frame_of
from mafia_bot.store.journal import Record, whole
from mafia_bot.store.tables import clubs, games


class OpenGame:
    """A game for as long as its transaction lasts; what is mended stands when that ends well."""

    def __init__(self, connection: AsyncConnection, frame: GameFrame) -> None:
        self._connection, self.frame = connection, frame

    async def records(self) -> list[Record]:
        """The journal in order."""
        return [Record(**row._asdict()) for row in await self._connection.execute(whole(self.frame.id))]

    async def settings(self) -> dict[str, object]:
        """What the game's club has chosen."""
        query = select(clubs.c.settings).where(clubs.c.guild_id == self.frame.guild_id)
        return await self._connection.scalar(query) or {}

    async def rows(self, users: Iterable[int]) -> GameRows:
        """The rows as they stand, with the names of these users. Rows from before bans were numbered are left
        out.
        """
        return await derived.read(self._connection, self.frame.id, users)

    async def mend(self, changes: Iterable[Change], strange_bans: Iterable[int]) -> None:
        """Make the rows so, and drop the bans of these numbers."""
        await derived.forget_bans(self._connection, self.frame.id, strange_bans)
        await derived.write(self._connection, self.frame.id, changes)


class Examination:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def games(self) -> list[int]:
        """The numbers of all games there are, in order."""
        return [row["id"] for row in await self._database.rows(select(games.c.id).order_by(games.c.id))]

    @asynccontextmanager
    async def opened(self, game_id: int, *, mend: bool) -> AsyncIterator[OpenGame]:
        """The game as of one instant; to be mended it is held, so that nobody writes it meanwhile.

        Raises UnknownGame.
        """
        query = select(games).where(games.c.id == game_id)
        async with self._database.transaction(snapshot=not mend) as connection:
            row = (await connection.execute(query.with_for_update() if mend else query)).first()
            if row is None:
                raise UnknownGame(game_id)
            yield OpenGame(connection, frame_of(row._asdict()))
