"""`masks`, the day: nominations, the vote, ties — MA-04 – MA-11."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Ballot, Justification, LastWords, LiftVote, Night
from tests.engine.scenario import Table, shipped, table
from tests.engine.tables import MASKS


def day(*candidates: int) -> Table:
    """The first day's vote over these candidates, the first window open."""
    return table("masks", MASKS).put_up(*candidates)


def tied(*candidates: int) -> Table:
    """These have one vote each; they speak next."""
    voters = [seat for seat in range(1, 11) if seat not in candidates]
    return day(*candidates).vote({seat: (voters[i],) for i, seat in enumerate(candidates)})


def tied_again(*candidates: int) -> Table:
    """They have one vote each again: the lift vote."""
    voters = [seat for seat in range(1, 11) if seat not in candidates]
    return tied(*candidates).revote({seat: (voters[i],) for i, seat in enumerate(candidates)})


@pytest.mark.rule("MA-04")
def test_the_formula_is_in_the_rules() -> None:
    formulas = shipped()["masks"].circle.formulas
    assert "я выставляю кандидатуру игрока номер {seat}" in formulas


@pytest.mark.rule("MA-04")
def test_nobody_nominates_themselves_and_may_then_name_another() -> None:
    t = table("masks", MASKS)
    t.refuses(cmd.Nominate(SeatNo(1), SeatNo(1)), Code.NOT_YOURSELF, "MA-04")
    t.nominate(1, 2)
    t.speech_of(2)
    t.refuses(cmd.Nominate(SeatNo(2), SeatNo(2)), Code.NOT_YOURSELF, "MA-04")
    t.refuses(cmd.Nominate(SeatNo(3), SeatNo(5)), Code.NOT_YOUR_TURN, "MA-04")


@pytest.mark.rule("MA-05")
def test_the_list_is_read_in_order_before_the_vote() -> None:
    t = day(8, 3, 5)
    assert t.last(ev.ListRead).candidates == (8, 3, 5)
    kinds = [type(event) for event in t.log[-3:]]
    assert kinds == [ev.ListRead, ev.BallotBegan, ev.WindowOpened]


@pytest.mark.rule("MA-06")
def test_each_window_is_two_seconds() -> None:
    t = day(8, 3, 5)
    while isinstance(t.phase, Ballot):
        t.run_out()
    windows = t.all(ev.WindowOpened)
    assert [(w.index, w.deadline - w.at) for w in windows] == [(0, 2), (1, 2), (2, 2)]


@pytest.mark.rule("MA-06")
def test_late_hands_do_not_count() -> None:
    t = day(8, 3)
    deadline = t.game.clock.deadline or 0
    t.refuses(cmd.CastVote(SeatNo(1), t.game.clock.step, SeatNo(8), deadline + 0.1), Code.WINDOW_CLOSED)
    t.do(cmd.CastVote(SeatNo(1), t.game.clock.step, SeatNo(8), deadline))


@pytest.mark.rule("MA-06")
def test_abstaining_counts_for_nobody() -> None:
    t = day(8, 3, 5).vote({3: (1,)})
    assert t.last(ev.VotesCounted).tally == ((8, 0), (3, 1), (5, 0))
    assert t.last(ev.VotesCounted).silent == ()
    assert t.exits == [(3, "vote")]


@pytest.mark.rule("MA-06")
def test_nobody_votes_for_their_own_candidacy() -> None:
    t = day(8, 3)
    t.refuses(cmd.CastVote(SeatNo(8), t.game.clock.step, SeatNo(8), t.now), Code.NOT_YOURSELF, "MA-06")
    t.run_out()
    t.hand(8, 3)


@pytest.mark.rule("MA-08")
def test_most_votes_leaves_after_half_a_minute_of_last_words() -> None:
    t = day(8, 3, 5).vote({8: (1, 2), 3: (4, 5, 6), 5: (7,)})
    assert t.exits == [(3, "vote")]
    assert isinstance(t.phase, LastWords)
    farewell = t.last(ev.FarewellOpened)
    assert (farewell.seat, farewell.deadline - farewell.at) == (3, 30)
    t.run_out()
    assert isinstance(t.phase, Night)


@pytest.mark.rule("MA-08")
@pytest.mark.parametrize("circle", [1, 2])
def test_a_single_candidacy_is_dropped_on_any_day(circle: int) -> None:
    t = table("masks", MASKS)
    if circle == 2:
        t.night(mafia=7)
    t.put_up(5)
    assert t.last(ev.VoteSkipped).reason == "lone-candidate"
    assert isinstance(t.phase, Night)


@pytest.mark.rule("MA-08")
def test_two_candidacies_of_which_one_has_left_are_a_single_one() -> None:
    t = table("masks", MASKS)
    t.nominate(1, 5)
    t.nominate(2, 7)
    t.remove(7)
    t.until(Night)
    assert t.last(ev.VoteSkipped).reason == "lone-candidate"


@pytest.mark.rule("MA-09")
@pytest.mark.parametrize("candidates", [(8, 3), (8, 3, 5)])
def test_the_tied_justify_themselves_for_half_a_minute_in_order(candidates: tuple[int, ...]) -> None:
    t = tied(*candidates)
    assert t.last(ev.TieFound).seats == candidates
    for seat in candidates:
        assert isinstance(t.phase, Justification)
        assert t.speaker == seat
        assert t.last(ev.JustificationOpened).deadline - t.last(ev.JustificationOpened).at == 30
        t.run_out()
    assert isinstance(t.phase, Ballot)
    assert t.phase.candidates == candidates


@pytest.mark.rule("MA-09")
def test_the_tied_do_not_vote_in_the_revote() -> None:
    t = tied(8, 3).until(Ballot)
    for seat in (3, 8):
        code = Code.NOT_YOURSELF if seat == t.speaker else Code.TIED_DO_NOT_VOTE
        t.refuses(cmd.CastVote(SeatNo(seat), t.game.clock.step, SeatNo(8), t.now), code)
    t.vote({8: (1, 2), 3: (4,)})
    assert t.exits == [(8, "vote")]


@pytest.mark.rule("MA-09")
def test_the_revote_closes_when_all_but_the_tied_have_voted() -> None:
    t = tied(8, 3).until(Ballot)
    for seat in (1, 2, 4, 5, 6, 7, 9, 10):
        t.hand(seat, 8)
    assert t.exits == [(8, "vote")]


@pytest.mark.rule("MA-09", "MA-10")
def test_a_tie_of_fewer_is_a_second_tie_too() -> None:
    t = tied(8, 3, 5).revote({8: (1, 2), 3: (4, 6), 5: (7,)})
    assert isinstance(t.phase, LiftVote)
    assert t.phase.candidates == (8, 3)


@pytest.mark.rule("MA-10")
@pytest.mark.parametrize(
    ("candidates", "agree", "against", "leave"),
    [
        # Ten at the table and two tied: eight may vote, so it takes five.
        ((8, 3), (1, 2, 4, 5, 6), (), True),
        ((8, 3), (1, 2, 4, 5, 6), (7, 9, 10), True),
        ((8, 3), (1, 2, 4, 5), (), False),
        ((8, 3), (1, 2, 4, 5), (6, 7, 9, 10), False),
        ((8, 3), (1,), (), False),
        ((8, 3), (), (), False),
        ((8, 3), (), (4,), False),
        # Three tied: seven may vote, so it takes four.
        ((8, 3, 9), (1, 2, 4, 5), (), True),
        ((8, 3, 9), (1, 2, 4), (5,), False),
        ((8, 3, 9), (1, 2, 4), (5, 6, 7, 10), False),
    ],
)
def test_all_leave_if_more_than_half_of_those_who_may_vote_are_for_it(
    candidates: tuple[int, ...], agree: tuple[int, ...], against: tuple[int, ...], leave: bool
) -> None:
    t = tied_again(*candidates).lift(agree, against)
    counted = t.last(ev.LiftVotesCounted)
    others = 10 - len(candidates) - len(agree)  # who is silent counts as against
    assert (counted.agree, counted.against, counted.lifted) == (len(agree), others, leave)
    assert t.exits == ([(seat, "lift") for seat in candidates] if leave else [])
    assert isinstance(t.phase, LastWords if leave else Night)


@pytest.mark.rule("MA-10", "MA-21")
@pytest.mark.parametrize(("agree", "leave"), [((1, 2, 4, 5), True), ((1, 2, 4), False)])
def test_who_lost_the_vote_is_not_among_those_who_may(agree: tuple[int, ...], leave: bool) -> None:
    t = table("masks", MASKS).warn(7, 4).night()
    t.put_up(8, 3).vote({8: (1,), 3: (2,)}).revote({8: (1,), 3: (2,)})
    t.lift(agree)  # seven of ten may vote: not the tied, and not seat 7
    assert t.exits == ([(8, "lift"), (3, "lift")] if leave else [])


@pytest.mark.rule("MA-10")
def test_the_tied_do_not_vote_on_the_lift_either() -> None:
    t = tied_again(8, 3)
    for seat in (3, 8):
        vote = cmd.CastLiftVote(SeatNo(seat), t.game.clock.step, False, t.now)
        t.refuses(vote, Code.TIED_DO_NOT_VOTE, "MA-10")
    late = cmd.CastLiftVote(SeatNo(1), t.game.clock.step, True, (t.game.clock.deadline or 0) + 1)
    t.refuses(late, Code.WINDOW_CLOSED)
    t.do(cmd.CastLiftVote(SeatNo(1), t.game.clock.step, True, t.now))
    again = cmd.CastLiftVote(SeatNo(1), t.game.clock.step, False, t.now)
    t.refuses(again, Code.ALREADY_VOTED, "GE-05")


@pytest.mark.rule("MA-10", "MA-08")
def test_all_who_leave_by_the_lift_say_goodbye_one_after_another() -> None:
    t = tied_again(8, 3).lift(agree=(1, 2, 4, 5, 6))
    assert t.speaker == 8
    t.run_out()
    assert t.speaker == 3
    t.run_out()
    assert isinstance(t.phase, Night)


@pytest.mark.rule("MA-11")
def test_a_revote_in_which_nobody_votes_leads_to_no_lift_vote() -> None:
    t = tied(8, 3).revote({})
    assert t.last(ev.NobodyLeft).reason == "no-votes"
    assert not t.all(ev.LiftVoteOpened)
    assert isinstance(t.phase, Night)


@pytest.mark.rule("MA-11", "MA-09")
def test_when_all_the_living_are_tied_nobody_can_vote_and_they_stay() -> None:
    t = table("masks", {1: "mafia", 2: "doctor", 3: "lover"}, seats=3)
    t.nominate(1, 2)
    t.nominate(2, 3)
    t.nominate(3, 1)
    t.until(Ballot).vote({2: (1,), 3: (2,), 1: (3,)})
    t.until(Night)
    assert t.exits == []
    assert t.last(ev.NobodyLeft).reason == "no-votes"
