"""One step of a game in one transaction: the journal's records and all rows that follow, or nothing.

Knows how both are written together; what follows from a record is for others to say.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from mafia_bot.store import derived
from mafia_bot.store.database import Database, constraint
from mafia_bot.store.derived import Change, FrameRow
from mafia_bot.store.errors import HallBusy
from mafia_bot.store.journal import APPEND, Journal, Record, appended, conflicts
from mafia_bot.store.tables import ONE_OPEN_GAME, games


class Commits:
    def __init__(self, database: Database, journal: Journal) -> None:
        self._database, self._journal = database, journal

    async def open(
        self,
        guild_id: int,
        hall_id: int | None,
        language: str,
        frame: FrameRow,
        records: Sequence[Record],
        changes: Sequence[Change] = (),
    ) -> int:
        """A new game with its beginning, the first record at place 1; returns its id.

        Raises HallBusy if the hall has an open game already, ValueError without records.
        """
        if not records:
            raise ValueError("a game begins with a record")
        values = {
            "guild_id": guild_id,
            "hall_id": hall_id,
            "language": language,
            "created_at": records[0].at,
            **msgspec.structs.asdict(frame),
        }
        with _one_a_hall(hall_id):
            async with self._database.transaction() as connection:
                row = (await connection.execute(insert(games).values(values).returning(games.c.id))).one()
                game_id = int(row.id)
                await connection.execute(APPEND, appended(game_id, 1, records))
                await derived.write(connection, game_id, changes)
        return game_id

    async def write(
        self, game_id: int, first_seq: int, records: Sequence[Record], changes: Sequence[Change] = ()
    ) -> None:
        """Write `records` at first_seq, first_seq+1, … and `changes` with them: all or nothing.

        Raises JournalConflict if any of the places is taken, HallBusy if the game is to be open again and its
        hall has another one, UnknownGame, and ValueError if the records' own numbers say otherwise.
        """
        if not changes:
            # Most steps of a game: one statement, which commits by itself.
            await self._journal.append(game_id, first_seq, records)
            return
        values = appended(game_id, first_seq, records)
        with conflicts(game_id, first_seq), _one_a_hall():
            async with self._database.transaction() as connection:
                if records:
                    await connection.execute(APPEND, values)
                await derived.write(connection, game_id, changes)


@contextmanager
def _one_a_hall(hall_id: int | None = None) -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        if constraint(error) == ONE_OPEN_GAME:
            raise HallBusy(hall_id) from error
        raise
