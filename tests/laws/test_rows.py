"""The law of kept rows: whoever keeps what every step brings has what the whole game comes to."""

import pytest
from hypothesis import given

from mafia_bot.club.consequences import consequences, rows_of
from mafia_bot.club.points import USUAL
from mafia_bot.engine.evolution import evolve
from mafia_bot.engine.evolution.lobby import opened
from mafia_bot.store.derived import BanRow, Change, FrameRow, GameRows, NameRow, SeatRows
from tests.engine.recording import JOURNALS, read, stored
from tests.engine.scenario import Table
from tests.laws.games import tables
from tests.laws.test_laws import TAPES, play


class Kept:
    """What the changes so far have made of the rows, as a database would."""

    def __init__(self) -> None:
        self.frame: FrameRow | None = None
        self.seats = SeatRows()
        self.bans: dict[int, BanRow] = {}
        self.names: dict[int, NameRow] = {}

    def take(self, changes: tuple[Change, ...]) -> None:
        for change in changes:
            match change:
                case FrameRow():
                    self.frame = change
                case SeatRows():
                    self.seats = change
                case BanRow():
                    self.bans[change.number] = change
                case NameRow():
                    self.names[change.user_id] = change

    def rows(self) -> GameRows:
        assert self.frame is not None
        return in_order(
            GameRows(self.frame, self.seats, tuple(self.bans.values()), tuple(self.names.values()))
        )


def in_order(rows: GameRows) -> GameRows:
    return GameRows(rows.frame, rows.seats, rows.bans, tuple(sorted(rows.names, key=lambda n: n.user_id)))


@given(tables(most=10), TAPES)
def test_rows_kept_step_by_step_are_the_rows_of_the_position(t: Table, data: bytes) -> None:
    kept = Kept()
    kept.take(consequences(None, t.game, USUAL))
    for before, _, after in play(t, data):
        changes = consequences(before, after, USUAL)
        kept.take(changes)
        assert kept.rows() == in_order(rows_of(after, USUAL))


@pytest.mark.parametrize("name", sorted(path.stem for path in JOURNALS.glob("*.json")))
def test_rows_kept_record_by_record_are_those_of_a_kept_journals_end(name: str) -> None:
    log, end = read(stored(name)["rows"])
    kept, before = Kept(), opened(log[0])  # type: ignore[arg-type]
    kept.take(consequences(None, before, USUAL))
    for event in log[1:]:
        after = evolve(before, event)
        kept.take(consequences(before, after, USUAL))
        before = after
    assert kept.rows() == in_order(rows_of(end, USUAL))
