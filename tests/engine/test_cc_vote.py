"""carcrash: votes, one candidate alone, «автокатастрофа» (CC-05 – CC-08)."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Ballot, Justification, LastWords, LiftVote, Night
from tests.engine.scenario import Table, table

CARDS = {1: "sheriff", 8: "mafia", 9: "mafia", 10: "don"}


def day_one() -> Table:
    return table("carcrash", CARDS)


def day_two() -> Table:
    return table("carcrash", CARDS).night()


@pytest.mark.rule("CC-05", "GE-05")
def test_a_hand_counts_up_to_the_instant_of_thanks_and_not_after() -> None:
    t = day_one().put_up(2, 3)
    deadline = t.game.clock.deadline
    assert deadline is not None
    window = t.game.clock.step
    late = cmd.CastVote(SeatNo(5), window, SeatNo(2), deadline + 0.001)
    t.refuses(late, Code.WINDOW_CLOSED, "GE-05")
    t.hand(4, 2, received=deadline)
    t.run_out()
    t.refuses(cmd.CastVote(SeatNo(5), window, SeatNo(2), deadline - 1), Code.WINDOW_CLOSED)
    assert isinstance(t.phase, Ballot)
    assert t.phase.votes == ((4, 2),)


@pytest.mark.rule("CC-06")
def test_on_day_one_a_single_candidate_is_not_voted() -> None:
    t = day_one().put_up(2)
    assert isinstance(t.phase, Night)
    assert t.last(ev.VoteSkipped).reason == "lone-candidate"
    assert t.exits == []


@pytest.mark.rule("CC-06")
def test_from_day_two_a_single_candidate_leaves_by_itself() -> None:
    t = day_two().put_up(2)
    assert t.exits == [(2, "lone")]
    assert t.all(ev.BallotBegan) == []
    assert isinstance(t.phase, LastWords)


@pytest.mark.rule("CC-06", "GE-08")
def test_two_candidates_are_voted_and_none_makes_no_vote() -> None:
    t = day_two().put_up(2, 3)
    assert isinstance(t.phase, Ballot)
    t = day_two().put_up()
    assert t.last(ev.VoteSkipped).reason == "nobody-nominated"


@pytest.mark.rule("CC-07")
@pytest.mark.parametrize("by_day", [True, False])
def test_last_words_are_a_minute(by_day: bool) -> None:
    t = day_one()
    if by_day:
        t.put_up(2, 3).vote({2: [1]})
    else:
        t.night(mafia=2, to_day=False)
    farewell = t.last(ev.FarewellOpened)
    assert (farewell.seat, farewell.deadline - farewell.at) == (2, 60)


@pytest.mark.rule("CC-08")
def test_the_tied_get_half_a_minute_each_and_a_revote_decides() -> None:
    t = day_one().put_up(2, 3).vote({2: [1, 4], 3: [5, 6]})
    for seat in (2, 3):
        opened = t.last(ev.JustificationOpened)
        assert (opened.seat, opened.deadline - opened.at) == (seat, 30)
        t.run_out()
    t.vote({2: [1, 4], 3: [2, 5, 6]})
    assert t.exits == [(3, "vote")]


@pytest.mark.rule("CC-08")
@pytest.mark.parametrize(
    ("agree", "leave"), [(range(1, 7), True), (range(1, 6), False), (range(1, 5), False), ((), False)]
)
def test_equal_again_and_a_majority_decides_on_all(agree: object, leave: bool) -> None:
    even = {2: range(1, 6), 3: range(6, 11)}
    t = day_one().put_up(2, 3).vote(even).revote(even)
    assert isinstance(t.phase, LiftVote)
    t.lift(agree)  # type: ignore[arg-type]
    assert t.exits == ([(2, "lift"), (3, "lift")] if leave else [])


@pytest.mark.rule("CC-08")
def test_here_four_at_the_table_vote_again() -> None:
    t = table("carcrash", ["don", *["civilian"] * 3]).night()
    t.put_up(1, 2).vote({1: [2, 3], 2: [1, 4]})
    assert isinstance(t.phase, Justification)
