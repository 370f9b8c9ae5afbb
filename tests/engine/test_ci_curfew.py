"""city: the curfew, every trio with every outcome (CI-20)."""

import pytest

from mafia_bot.engine import events as ev
from mafia_bot.engine.state import Ballot, NominationWindow, ShortNight, Speeches
from tests.engine.scenario import Table, table

pytestmark = pytest.mark.rule("CI-20")

TRIOS = {
    "mafia+town+town": ["mafia", "civilian", "civilian"],
    "maniac+town+town": ["maniac", "civilian", "civilian"],
    "mafia+maniac+town": ["mafia", "maniac", "civilian"],
    "mafia+mafia+maniac": ["mafia", "mafia", "maniac"],
}


def curfew(trio: str) -> Table:
    """The trio on seats 1 – 3, after a night that killed the rest."""
    if trio == "maniac+town+town":
        t = table("city", [*TRIOS[trio], "civilian", "mafia"]).day_out(5).night(maniac=4)
    elif trio == "mafia+mafia+maniac":
        t = table("city", [*TRIOS[trio], "civilian", "civilian"]).night(mafia=4, maniac=5)
    else:
        t = table("city", [*TRIOS[trio], "civilian"]).night(mafia=4)
    assert t.alive == [1, 2, 3]
    assert isinstance(t.phase, Speeches)
    assert t.game.curfew
    return t


def all_suspects(t: Table) -> Table:
    """Everybody nominates the one before."""
    t.until(NominationWindow)
    for by, seat in ((2, 1), (3, 2), (1, 3)):
        t.nominate(by, seat)
    return t


@pytest.mark.parametrize(
    ("trio", "out", "winners"),
    [
        ("mafia+town+town", 1, {"town"}),
        ("mafia+town+town", 2, {"mafia"}),
        ("mafia+town+town", 3, {"mafia"}),
        ("maniac+town+town", 1, {"town"}),
        ("maniac+town+town", 2, {"maniac"}),
        ("maniac+town+town", 3, {"maniac"}),
        ("mafia+maniac+town", 1, {"maniac"}),
        ("mafia+maniac+town", 2, {"mafia"}),
        ("mafia+maniac+town", 3, {"maniac"}),
        ("mafia+mafia+maniac", 1, {"maniac"}),
        ("mafia+mafia+maniac", 3, {"mafia"}),
    ],
)
@pytest.mark.parametrize("votes", [3, 2])
def test_whoever_is_voted_out_decides_who_won(trio: str, out: int, winners: set[str], votes: int) -> None:
    t = curfew(trio).put_up(out).vote({out: [1, 2, 3][:votes]})
    assert t.winners == winners
    assert len(t.exits) > 1


@pytest.mark.parametrize(
    ("trio", "choice", "winners"),
    [
        ("maniac+town+town", 1, {"town"}),
        ("maniac+town+town", 2, {"maniac"}),
        ("mafia+maniac+town", 1, {"maniac"}),
        ("mafia+maniac+town", 2, {"mafia"}),
        ("mafia+maniac+town", 3, {"maniac"}),
    ],
)
def test_one_vote_each_is_the_maniacs_to_break(trio: str, choice: int, winners: set[str]) -> None:
    t = all_suspects(curfew(trio)).vote({1: [1], 2: [2], 3: [3]})
    assert isinstance(t.phase, ShortNight)
    t.press(TRIOS[trio].index("maniac") + 1, choice)
    assert t.winners == winners


def test_one_vote_each_without_a_maniac_and_all_leave_and_the_town_has_won() -> None:
    t = all_suspects(curfew("mafia+town+town")).vote({1: [2], 2: [3], 3: [1]})
    assert t.alive == []
    assert t.winners == {"town"}


@pytest.mark.parametrize("trio", sorted(TRIOS))
def test_no_nominations_still_lead_to_a_vote_in_which_silence_counts(trio: str) -> None:
    t = curfew(trio).put_up()
    assert dict(t.last(ev.VotesCounted).tally) == {1: 1, 2: 1, 3: 1}
    if "maniac" in TRIOS[trio]:
        assert isinstance(t.phase, ShortNight)
        t.run_out()
    assert t.outcome is not None
    assert t.winners


@pytest.mark.parametrize("trio", sorted(TRIOS))
def test_it_never_ends_in_a_night_or_a_draw_whatever_is_not_done(trio: str) -> None:
    t = curfew(trio)
    mark = len(t.log)
    t.until()
    assert t.outcome is not None
    assert t.winners
    assert t.since(mark, ev.NightFell) == []


def test_a_vote_that_leaves_three_leads_straight_to_the_last_day() -> None:
    t = table("city", ["mafia", "civilian", "civilian", "civilian"])
    t.put_up(4).vote({4: [1, 2, 3, 4]})
    t.until(Speeches)
    assert t.game.curfew
    assert t.alive == [1, 2, 3]
    assert t.game.nominations == ()
    assert t.game.broke == 2
    assert len(t.all(ev.NightFell)) == 1
    t.put_up(1)
    t.until(Ballot)
    t.vote({1: [2, 3]})
    assert t.winners == {"town"}


def test_four_left_have_another_night() -> None:
    t = table("city", ["mafia", *["civilian"] * 4]).day_out(5)
    assert len(t.alive) == 4
    t.night()
    assert not t.game.curfew


def test_a_decided_game_has_no_curfew() -> None:
    t = table("city", ["mafia", "mafia", "civilian", "civilian", "civilian", "maniac"]).night(
        mafia=6, maniac=3
    )
    assert t.winners == {"mafia"}
    assert t.all(ev.DayBroke)[-1].curfew is False


def test_a_removal_in_the_curfew_decides_at_once() -> None:
    t = curfew("mafia+town+town").remove(2)
    assert t.winners == {"mafia"}
