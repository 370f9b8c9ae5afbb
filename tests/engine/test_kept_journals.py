"""Journals of earlier versions, one game a ruleset: whatever was written stays readable for ever.

What each of them holds, and how one is added, is told in tests/data/README.md.
"""

from typing import Any

import pytest

from mafia_bot.engine.events.codec import CODEC
from tests.engine.dealing import shipped
from tests.engine.recording import JOURNALS, SUMS, digest, end_of, read, recorded, stored
from tests.engine.scenario import table

NAMES = sorted(path.stem for path in JOURNALS.glob("*.json"))

NEVER_RECORDED: frozenset[str] = frozenset()
"""Kinds that no kept journal holds, each with the reason beside it. A kind that is written can be recorded,
so there is none; whoever adds a kind adds a journal that has it."""


@pytest.fixture(params=NAMES)
def journal(request: pytest.FixtureRequest) -> dict[str, Any]:
    return stored(request.param)


def test_every_shipped_ruleset_has_a_kept_game() -> None:
    played = {read(stored(name)["rows"])[1].rules.id for name in NAMES}
    assert played == set(shipped())


def test_a_kept_journal_replays_to_the_end_that_was_recorded(journal: dict[str, Any]) -> None:
    log, game = read(journal["rows"])
    assert end_of(log, game) == journal["end"]


def test_a_kept_journal_is_numbered_from_one_and_never_goes_back_in_time(journal: dict[str, Any]) -> None:
    rows = journal["rows"]
    assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
    times = [row["at"] for row in rows]
    assert times == sorted(times)


def test_the_kept_journals_hold_every_kind_of_event() -> None:
    held = {row["kind"] for name in NAMES for row in stored(name)["rows"]}
    assert set(CODEC.classes) - held == NEVER_RECORDED


def test_no_kept_journal_was_ever_edited() -> None:
    sums = [line.split() for line in (JOURNALS / SUMS).read_text().splitlines()]
    assert {name: sum_ for sum_, name in sums} == {
        f"{name}.json": digest(JOURNALS / f"{name}.json") for name in NAMES
    }


def test_a_game_recorded_now_is_read_back_the_same() -> None:
    t = table("masks", ["mafia", "lover", "doctor"]).night(mafia=2).night(mafia=3)
    kept = recorded(t)
    assert kept["end"]["exits"] == [[2, "night", True], [3, "night", True]]
    assert kept["end"]["winners"] == ["mafia"]
    log, game = read(kept["rows"])
    assert (log, game) == (t.log, t.game)
    assert end_of(log, game) == kept["end"]
