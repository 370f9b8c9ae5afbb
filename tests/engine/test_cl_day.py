"""classic: distrust on day 1, exits from day 2, «перестрелка» (CL-05 – CL-08)."""

import pytest

from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.state import Ballot, Justification, LastWords, LiftVote, Night, Then
from mafia_bot.engine.view import view
from tests.engine.scenario import Table, table

CARDS = {1: "sheriff", 8: "mafia", 9: "mafia", 10: "don"}


def second_day() -> Table:
    """Circle 2 after a quiet night, ten at the table."""
    return table("classic", CARDS).night()


def tied() -> Table:
    """Circle 2: seats 2 and 3 have five votes each."""
    return second_day().put_up(2, 3).vote({2: range(1, 6), 3: range(6, 11)})


@pytest.mark.rule("CL-05")
def test_the_winner_of_day_one_speaks_half_a_minute_and_nobody_leaves() -> None:
    t = table("classic", CARDS).put_up(2, 3).vote({2: [1, 4, 5, 6], 3: [2, 7, 8]})
    assert isinstance(t.phase, Justification)
    opened = t.last(ev.JustificationOpened)
    assert (opened.seat, opened.deadline - opened.at) == (2, 30)
    t.until(Night)
    assert t.exits == []
    assert t.game.round == 1


@pytest.mark.rule("CL-05")
def test_a_tie_on_day_one_gives_the_speech_to_nobody() -> None:
    t = table("classic", CARDS).put_up(2, 3).vote({2: [1, 4, 5], 3: [2, 7, 8]})
    assert isinstance(t.phase, Night)
    assert t.last(ev.TieFound).seats == (2, 3)
    assert t.all(ev.JustificationBegan) == []


@pytest.mark.rule("CL-05", "GE-08")
@pytest.mark.parametrize(("hands", "speaks"), [([1], True), ([], False)])
def test_a_single_candidate_of_day_one_is_voted_like_several(hands: list[int], speaks: bool) -> None:
    t = table("classic", CARDS).put_up(2)
    assert isinstance(t.phase, Ballot)
    t.vote({2: hands})
    assert isinstance(t.phase, Justification) is speaks
    assert isinstance(t.until(Night).phase, Night)
    assert t.exits == []


@pytest.mark.rule("CL-06")
def test_from_day_two_most_votes_leaves_after_half_a_minute_with_the_card_closed() -> None:
    t = second_day().put_up(2, 3).vote({2: [1, 4, 5], 3: [2, 7]})
    assert t.exits == [(2, "vote")]
    assert isinstance(t.phase, LastWords)
    farewell = t.last(ev.FarewellOpened)
    assert (farewell.seat, farewell.deadline - farewell.at) == (2, 30)
    assert all(seat.role is None for seat in view(t.game, None).seats)
    assert t.all(ev.RoleAnnounced) == []


@pytest.mark.rule("CL-06", "GE-06")
def test_cards_are_opened_with_the_end() -> None:
    t = second_day()
    for seat in (8, 9, 10):
        t.day_out(seat)
        if t.outcome is None:
            t.night()
    assert all(seat.role is not None for seat in view(t.game, None).seats)


@pytest.mark.rule("CL-07")
def test_the_tied_speak_half_a_minute_each_and_are_voted_again() -> None:
    t = tied()
    assert isinstance(t.phase, Justification)
    assert (t.phase.queue, t.phase.then) == ((2, 3), Then.BALLOT)
    for seat in (2, 3):
        opened = t.last(ev.JustificationOpened)
        assert (opened.seat, opened.deadline - opened.at) == (seat, 30)
        t.run_out()
    assert isinstance(t.phase, Ballot)
    assert (t.phase.candidates, t.phase.stage) == ((2, 3), 1)
    t.vote({2: [1, 2, 3], 3: [4, 5]})
    assert t.exits == [(2, "vote")]


@pytest.mark.rule("CL-07")
def test_the_tied_vote_in_the_revote_too() -> None:
    t = tied().revote({2: [3, 4], 3: [2]})
    assert t.exits == [(2, "vote")]


@pytest.mark.rule("CL-07")
@pytest.mark.parametrize(
    ("agree", "against", "leave"),
    [
        (range(1, 7), range(7, 11), True),
        (range(1, 6), range(6, 11), False),
        (range(1, 5), range(5, 11), False),
        (range(1, 7), (), True),
        (range(1, 6), (), False),
        ((), (), False),
    ],
)
def test_a_second_tie_is_lifted_by_a_majority_for(agree: object, against: object, leave: bool) -> None:
    t = tied().revote({2: range(1, 6), 3: range(6, 11)})
    assert isinstance(t.phase, LiftVote)
    t.lift(agree, against)  # type: ignore[arg-type]
    assert t.exits == ([(2, "lift"), (3, "lift")] if leave else [])
    assert isinstance(t.phase, LastWords if leave else Night)


@pytest.mark.rule("CL-07")
def test_three_tied_leave_together_in_the_order_of_their_nomination() -> None:
    thirds = {4: [1, 2, 3], 2: [4, 5, 6], 3: [7, 8, 9]}
    t = second_day().put_up(4, 2, 3).vote(thirds).revote(thirds)
    t.lift(t.alive)
    assert t.exits == [(4, "lift"), (2, "lift"), (3, "lift")]
    assert isinstance(t.phase, LastWords)
    assert t.phase.queue == (4, 2, 3)


@pytest.mark.rule("CL-07")
def test_a_revote_that_ties_fewer_is_not_narrowed_but_lifted() -> None:
    t = second_day().put_up(4, 2, 3).vote({4: [1, 2, 3], 2: [4, 5, 6], 3: [7, 8, 9]})
    t.revote({4: [1, 2, 3, 4], 2: [5, 6, 7, 8], 3: [9]})
    assert isinstance(t.phase, LiftVote)
    assert t.phase.candidates == (4, 2)


@pytest.mark.rule("CL-07", "GE-08")
def test_a_revote_without_a_vote_lets_everybody_stay() -> None:
    t = tied().revote({})
    assert isinstance(t.phase, Night)
    assert t.exits == []


def table_of(count: int) -> Table:
    """Circle 2 or later of a table of seats 1 … `count` with one black, the don."""
    cards = ["sheriff", *["civilian"] * (count - 2), "don"]
    return table("classic", cards).night()


@pytest.mark.rule("CL-08")
def test_with_four_at_the_table_a_tie_is_not_voted_again() -> None:
    t = table_of(4).put_up(1, 2).vote({1: [3, 4], 2: [1, 2]})
    assert isinstance(t.phase, Night)
    assert t.exits == []
    assert t.all(ev.JustificationBegan) == []


@pytest.mark.rule("CL-08")
@pytest.mark.parametrize("count", [3, 5])
def test_with_three_or_five_it_is(count: int) -> None:
    t = table_of(count).put_up(1, 2).vote({1: [1], 2: [2]})
    assert isinstance(t.phase, Justification)
    t.revote({1: [1], 2: [2, 3]})
    assert (SeatNo(2), "vote") in t.exits
