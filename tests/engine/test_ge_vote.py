"""Counting hands: GE-05, and who leaves while they are counted."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Ballot, Justification, LiftVote, Night
from mafia_bot.engine.view import view
from tests.engine.scenario import Table, table
from tests.engine.tables import BLIND, MASKS


def ballot(ruleset: str = "most_wanted", *candidates: int) -> Table:
    """A vote over 5, 6 and 7 (or others), the first window open."""
    return table(ruleset, MASKS if ruleset == "masks" else BLIND).put_up(*(candidates or (5, 6, 7)))


@pytest.mark.rule("GE-05", "MW-06")
def test_candidates_are_voted_in_the_order_of_their_nomination() -> None:
    t = ballot("most_wanted", 8, 3, 10)
    order = []
    while isinstance(t.phase, Ballot):
        order.append(t.phase.candidate)
        t.run_out()
    assert order == [8, 3, 10]


@pytest.mark.rule("GE-05")
def test_one_vote_each_and_a_counted_vote_is_final() -> None:
    t = ballot()
    t.hand(1, 5)
    t.refuses(cmd.CastVote(SeatNo(1), t.game.clock.step, SeatNo(5), t.now), Code.ALREADY_VOTED, "GE-05")
    t.run_out()
    t.refuses(cmd.CastVote(SeatNo(1), t.game.clock.step, SeatNo(6), t.now), Code.ALREADY_VOTED, "GE-05")
    assert view(t.game, None).votes == ((1, 5),)


@pytest.mark.rule("GE-05")
def test_everybody_sees_whose_hand_the_table_still_waits_for() -> None:
    t = ballot()
    assert view(t.game, None).waiting.owing == tuple(range(1, 11))
    t.hand(3, 5)
    t.hand(9, 5)
    assert view(t.game, None).waiting.owing == (1, 2, 4, 5, 6, 7, 8, 10)
    t.run_out()
    t.hand(1, 6)
    t.remove(8)
    assert view(t.game, None).waiting.owing == (2, 4, 5, 6, 7, 10)


@pytest.mark.rule("GE-05", "MA-09", "MA-10")
def test_the_tied_owe_no_hand_where_they_may_not_vote() -> None:
    t = ballot("masks", 7, 8)
    assert view(t.game, None).waiting.owing == tuple(range(1, 11))
    t.vote({7: [1, 2, 3, 4], 8: [5, 6, 9, 10]}).until(Ballot)
    t.hand(1, 7)
    assert view(t.game, None).waiting.owing == (2, 3, 4, 5, 6, 9, 10)
    t.vote({7: [2, 3, 4], 8: [5, 6, 9, 10]})
    assert isinstance(t.phase, LiftVote)
    t.do(cmd.CastLiftVote(SeatNo(10), t.game.clock.step, True, t.now))
    assert view(t.game, None).waiting.owing == (1, 2, 3, 4, 5, 6, 9)


@pytest.mark.rule("GE-05")
def test_a_vote_is_for_the_candidate_whose_window_is_open() -> None:
    t = ballot()
    for other in (6, 7, 1):
        t.refuses(
            cmd.CastVote(SeatNo(1), t.game.clock.step, SeatNo(other), t.now), Code.NOT_A_CANDIDATE, "GE-05"
        )


@pytest.mark.rule("GE-05")
def test_a_vote_counts_by_its_arrival() -> None:
    t = ballot()
    deadline = t.game.clock.deadline or 0
    t.now = deadline + 0.4  # decided late, but sent in time: the alarm has not closed the window yet
    t.hand(1, 5, received=deadline)
    late = cmd.CastVote(SeatNo(2), t.game.clock.step, SeatNo(5), deadline + 0.001)
    t.refuses(late, Code.WINDOW_CLOSED, "GE-05")


@pytest.mark.rule("GE-05")
def test_a_vote_for_a_closed_window_never_falls_into_the_next() -> None:
    t = ballot()
    closed = t.game.clock.step
    t.run_out()
    t.refuses(cmd.CastVote(SeatNo(1), closed, SeatNo(5), t.now), Code.WINDOW_CLOSED, "GE-05")
    t.refuses(cmd.CastVote(SeatNo(1), closed, SeatNo(6), t.now), Code.WINDOW_CLOSED, "GE-05")
    assert view(t.game, None).votes == ()


@pytest.mark.rule("GE-05")
def test_no_vote_before_and_after_the_vote() -> None:
    t = table("most_wanted", BLIND)
    vote, lift = cmd.CastVote(SeatNo(1), 1, SeatNo(5), 0), cmd.CastLiftVote(SeatNo(1), 1, True, 0)
    t.refuses(vote, Code.WINDOW_CLOSED)
    t.refuses(lift, Code.WINDOW_CLOSED)
    t.put_up(5, 6).vote({5: range(1, 6), 6: range(6, 11)})
    assert isinstance(t.phase, Justification)
    t.refuses(vote, Code.WINDOW_CLOSED)
    t.until(Night)
    assert not isinstance(t.send(vote), tuple)


@pytest.mark.rule("GE-05")
def test_two_hands_in_the_same_instant_both_count() -> None:
    t = ballot()
    t.hand(1, 5)
    t.hand(2, 5)
    assert view(t.game, None).votes == ((1, 5), (2, 5))


@pytest.mark.rule("GE-05")
def test_the_count_closes_when_every_hand_is_down() -> None:
    t = ballot()
    for seat in range(1, 11):
        t.hand(seat, 5)
    assert t.exits == [(5, "vote")]
    assert t.last(ev.VotesCounted).tally == ((5, 10), (6, 0), (7, 0))


@pytest.mark.rule("GE-05", "MW-06")
def test_a_vote_for_somebody_who_just_left_frees_the_voter() -> None:
    t = ballot()
    for seat in (1, 2, 3):
        t.hand(seat, 5)
    t.run_out()
    t.hand(4, 6)
    t.remove(5)
    assert t.speaker == 6
    assert view(t.game, None).votes == ((4, 6),)
    t.hand(1, 6)
    t.run_out()
    t.hand(2, 7)
    t.run_out()
    # The freed hand of seat 3 and the other silent ones fall where silence falls (MW-06).
    assert t.last(ev.VotesCounted).silent == ((3, 7), (6, 7), (7, 7), (8, 7), (9, 7), (10, 7))


@pytest.mark.rule("GE-05", "CC-20")
def test_the_window_of_a_candidate_who_leaves_gives_way_to_the_next() -> None:
    t = ballot("carcrash")
    t.hand(1, 5)
    step = t.game.clock.step
    t.remove(5)
    assert t.speaker == 6
    assert t.game.clock.step == step + 1
    t.hand(1, 6)


@pytest.mark.rule("GE-05", "CC-20")
def test_the_last_candidate_leaving_closes_the_count_over_the_others() -> None:
    t = ballot("carcrash")
    t.hand(1, 5)
    t.run_out()
    t.run_out()
    t.remove(7)
    assert t.exits == [(7, "discipline"), (5, "vote")]


@pytest.mark.rule("GE-05", "GE-08")
def test_without_a_candidate_left_the_night_falls() -> None:
    t = ballot("most_wanted", 5, 6)
    t.remove(5)
    t.remove(6)
    assert isinstance(t.phase, Night)
    assert t.last(ev.NobodyLeft).reason == "no-candidates"


@pytest.mark.rule("GE-05", "MA-07")
def test_a_hand_of_somebody_who_left_still_counts() -> None:
    t = ballot("masks")
    t.hand(8, 5)
    t.hand(9, 5)
    t.remove(9, offence="hand_off")
    t.run_out()
    t.hand(10, 6)
    t.run_out()
    t.run_out()
    assert t.last(ev.VotesCounted).tally == ((5, 2), (6, 1), (7, 0))
    assert t.exits == [(9, "discipline"), (5, "vote")]


@pytest.mark.rule("GE-05")
def test_the_count_still_closes_early_when_a_voter_has_left() -> None:
    t = ballot()
    for seat in (1, 2):
        t.hand(seat, 5)
    t.remove(2)
    for seat in (3, 4, 5, 6, 7, 8, 9):
        t.hand(seat, 5)
    assert isinstance(t.phase, Ballot)
    t.hand(10, 5)
    assert t.last(ev.VotesCounted).tally == ((5, 10), (6, 0), (7, 0))


@pytest.mark.rule("GE-05", "CC-20")
def test_a_tied_player_removed_while_the_tied_speak_leaves_the_others_to_the_revote() -> None:
    t = ballot("carcrash").vote({5: (1, 2), 6: (3, 4), 7: (8, 9)})
    assert isinstance(t.phase, Justification)
    t.run_out()
    assert t.speaker == 6
    t.remove(6)
    assert t.speaker == 7
    t.run_out()
    assert isinstance(t.phase, Ballot)
    assert t.phase.candidates == (5, 7)
    t.vote({5: (1, 2), 7: (3,)})
    assert t.exits == [(6, "discipline"), (5, "vote")]


@pytest.mark.rule("GE-05", "CC-20")
def test_a_tied_player_removed_during_the_lift_vote_is_out_of_it() -> None:
    t = ballot("carcrash", 5, 6)
    for _ in range(2):
        t.vote({5: range(1, 6), 6: range(6, 11)})
    assert isinstance(t.phase, LiftVote)
    t.do(cmd.CastLiftVote(SeatNo(1), t.game.clock.step, True, t.now))
    t.remove(5)
    assert isinstance(t.phase, LiftVote)
    assert t.phase.candidates == (6,)
    t.lift(agree=(2, 3, 4, 7), against=(6, 8, 9, 10))
    assert t.exits == [(5, "discipline"), (6, "lift")]
