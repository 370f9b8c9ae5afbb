"""The journal: what happened in each game, in order, never changed afterwards.

Knows places and payloads, not what an event means. The primary key (game_id, seq) guards against two writers.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError

from mafia_bot.store.database import DUPLICATE_KEY, MISSING_PARENT, Database, sqlstate
from mafia_bot.store.errors import JournalConflict, UnknownGame
from mafia_bot.store.tables import journal

# One statement whatever the number of records: one plan, one round trip, all rows or none.
_APPEND = text(
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


class Journal:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._load = select(*(journal.c[name] for name in Record.__struct_fields__)).order_by(journal.c.seq)

    async def append(self, game_id: int, first_seq: int, records: Sequence[Record]) -> None:
        """Write `records` at first_seq, first_seq+1, … all or none.

        Raises JournalConflict if any of the places is taken (nothing is written then), UnknownGame if there
        is no such game, ValueError if the records' own numbers say otherwise.
        """
        if [record.seq for record in records] != list(range(first_seq, first_seq + len(records))):
            raise ValueError(f"records must be numbered from {first_seq} without holes")
        if not records:
            return
        values = {
            "game_id": game_id,
            "seqs": [record.seq for record in records],
            "ats": [record.at for record in records],
            "kinds": [record.kind for record in records],
            "versions": [record.version for record in records],
            "datas": [msgspec.json.encode(record.data).decode() for record in records],
        }
        try:
            await self._database.run(_APPEND, values)
        except IntegrityError as error:
            if sqlstate(error) == DUPLICATE_KEY:
                raise JournalConflict(game_id, first_seq) from error
            if sqlstate(error) == MISSING_PARENT:
                raise UnknownGame(game_id) from error
            raise

    async def load(self, game_id: int, after: int | None = None) -> list[Record]:
        """The whole journal of a game in order, or only what stands after place `after`."""
        query = self._load.where(journal.c.game_id == game_id)
        if after is not None:
            query = query.where(journal.c.seq > after)
        return [Record(**row) for row in await self._database.rows(query)]
