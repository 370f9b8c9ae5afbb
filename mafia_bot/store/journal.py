"""The journal: what happened in each game, in order, never changed afterwards.

Knows places and payloads, not what an event means. The primary key (game_id, seq) guards against two writers.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy import Select, select, text
from sqlalchemy.exc import IntegrityError

from mafia_bot.store.database import Database, constraint
from mafia_bot.store.errors import JournalConflict, UnknownGame
from mafia_bot.store.tables import journal

# One statement whatever the number of records: one plan, one round trip, all rows or none.
APPEND = text(
    "INSERT INTO journal (game_id, seq, at, kind, version, data) "
    "SELECT :game_id, r.seq, to_timestamp(r.at), r.kind, r.version, r.data::jsonb "
    "FROM unnest(CAST(:seqs AS integer[]), CAST(:ats AS double precision[]), CAST(:kinds AS text[]), "
    "CAST(:versions AS integer[]), CAST(:datas AS text[])) AS r(seq, at, kind, version, data)"
)


class Record(msgspec.Struct, frozen=True):
    """One stored event: its place `seq`, `at` in epoch seconds, `data` as `kind` and `version` encode it."""

    seq: int
    at: float
    kind: str
    version: int
    data: dict[str, Any]


def appended(game_id: int, first_seq: int, records: Sequence[Record]) -> dict[str, Any]:
    """`records` at first_seq, first_seq+1, … as `APPEND` takes them.

    Raises ValueError if the records' own numbers say otherwise.
    """
    if [record.seq for record in records] != list(range(first_seq, first_seq + len(records))):
        raise ValueError(f"records must be numbered from {first_seq} without holes")
    return {
        "game_id": game_id,
        "seqs": [record.seq for record in records],
        "ats": [record.at for record in records],
        "kinds": [record.kind for record in records],
        "versions": [record.version for record in records],
        "datas": [msgspec.json.encode(record.data).decode() for record in records],
    }


@contextmanager
def conflicts(game_id: int, first_seq: int) -> Iterator[None]:
    """What the journal does not take, by its own names: JournalConflict, UnknownGame."""
    try:
        yield
    except IntegrityError as error:
        if constraint(error) == "pk_journal":
            raise JournalConflict(game_id, first_seq) from error
        if constraint(error) == "fk_journal_game_id":
            raise UnknownGame(game_id) from error
        raise


def whole(game_id: int) -> Select[Any]:
    """The question for a whole journal in order."""
    columns = [journal.c[name] for name in Record.__struct_fields__]
    return select(*columns).where(journal.c.game_id == game_id).order_by(journal.c.seq)


class Journal:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def append(self, game_id: int, first_seq: int, records: Sequence[Record]) -> None:
        """Write `records` at first_seq, first_seq+1, … all or none, in one statement.

        It is for records from which nothing follows; all others are written by `Commits`. Raises
        JournalConflict if any of the places is taken (nothing is written then), UnknownGame if there is no
        such game, ValueError if the records' own numbers say otherwise.
        """
        values = appended(game_id, first_seq, records)
        if records:
            with conflicts(game_id, first_seq):
                await self._database.run(APPEND, values)

    async def load(self, game_id: int, after: int | None = None) -> list[Record]:
        """The whole journal of a game in order, or only what stands after place `after`."""
        query = whole(game_id)
        if after is not None:
            query = query.where(journal.c.seq > after)
        return [Record(**row) for row in await self._database.rows(query)]
