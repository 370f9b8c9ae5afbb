"""carcrash: a removal in every part of a day leaves the day going on, and its vote takes place (CC-20)."""

from collections.abc import Callable

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Rank, SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Ballot, Justification, LastWords, LiftVote, Night, Speeches
from tests.engine.scenario import Table, table

pytestmark = pytest.mark.rule("CC-20")
CARDS = {1: "sheriff", 8: "mafia", 9: "mafia", 10: "don"}
EVEN = {2: range(1, 6), 3: range(6, 11)}


def day_two() -> Table:
    return table("carcrash", CARDS).night()


def test_before_the_vote_it_still_takes_place() -> None:
    t = day_two().speech_of(5).remove(9)
    t.put_up(2, 3)
    assert isinstance(t.phase, Ballot)
    assert t.all(ev.VoteCancelled) == []
    t.vote({2: [1, 4]})
    assert t.exits == [(9, "discipline"), (2, "vote")]


def test_the_speaker_removed_gives_the_floor_to_the_next_at_once() -> None:
    t = day_two().speech_of(5).remove(5)
    assert isinstance(t.phase, Speeches)
    assert t.speaker == 6
    opened = t.last(ev.SpeechOpened)
    assert opened.deadline - t.now == 60


def test_the_last_speaker_removed_closes_the_circle() -> None:
    t = day_two()
    t.nominate(2, 3)
    t.nominate(4, 5)
    t.speech_of(1).remove(1)
    assert isinstance(t.phase, Ballot)
    assert t.phase.candidates == (3, 5)


def test_a_removed_candidate_is_off_the_list_and_the_nominator_has_spent_his_nomination() -> None:
    t = day_two()
    t.nominate(2, 3)
    t.nominate(4, 5)
    t.nominate(6, 7)
    t.remove(5)
    assert t.game.candidates() == (3, 7)
    t.put_up()
    assert isinstance(t.phase, Ballot)
    assert t.phase.candidates == (3, 7)


def test_one_candidate_left_by_a_removal_leaves_as_the_only_one() -> None:
    t = day_two()
    t.nominate(2, 3)
    t.nominate(4, 5)
    t.remove(5).put_up()
    assert t.exits == [(5, "discipline"), (3, "lone")]


def test_a_nomination_of_a_removed_player_stands() -> None:
    t = day_two()
    t.nominate(2, 3)
    t.remove(2)
    t.nominate(4, 5)
    t.put_up()
    assert isinstance(t.phase, Ballot)
    assert t.phase.candidates == (3, 5)


def test_in_the_vote_the_candidate_of_the_open_window_is_removed_and_his_voters_vote_again() -> None:
    t = day_two().put_up(2, 3)
    for voter in (4, 5, 6):
        t.hand(voter, 2)
    t.remove(2)
    assert isinstance(t.phase, Ballot)
    assert (t.phase.candidate, t.phase.votes) == (3, ())
    t.hand(4, 3)
    t.run_out()
    assert t.exits == [(2, "discipline"), (3, "vote")]


@pytest.mark.rule("GE-05")
def test_in_the_vote_a_voter_is_removed_and_his_counted_hand_stands() -> None:
    t = day_two().put_up(2, 3)
    t.hand(4, 2)
    t.hand(5, 2)
    t.remove(4)
    assert isinstance(t.phase, Ballot)
    assert t.phase.votes == ((4, 2), (5, 2))
    t.run_out()
    t.hand(6, 3)
    t.run_out()
    assert t.exits == [(4, "discipline"), (2, "vote")]


def test_in_the_vote_a_candidate_already_voted_is_removed_and_the_open_window_stays() -> None:
    t = day_two().put_up(2, 3)
    t.hand(4, 2)
    t.run_out()
    number = t.game.clock.step
    t.hand(5, 3)
    t.remove(2)
    assert isinstance(t.phase, Ballot)
    assert (t.phase.candidate, t.game.clock.step) == (3, number)
    t.hand(4, 3)
    t.run_out()
    assert t.exits == [(2, "discipline"), (3, "vote")]


def test_a_tied_player_removed_in_his_speech_leaves_the_other_to_the_revote() -> None:
    t = day_two().put_up(2, 3).vote(EVEN).remove(2)
    assert isinstance(t.phase, Justification)
    assert t.speaker == 3
    t.run_out()
    assert isinstance(t.phase, Ballot)
    assert t.phase.candidates == (3,)
    t.vote({3: [1, 4]})
    assert t.exits == [(2, "discipline"), (3, "vote")]


def test_every_tied_player_removed_ends_the_vote() -> None:
    t = day_two().put_up(2, 3).vote(EVEN).remove(2).remove(3)
    assert isinstance(t.phase, Night)
    assert t.last(ev.NobodyLeft).reason == "no-candidates"


def test_in_the_lift_vote_a_tied_player_removed_is_not_lifted_again() -> None:
    t = day_two().put_up(2, 3).vote(EVEN).revote(EVEN)
    assert isinstance(t.phase, LiftVote)
    t.remove(2)
    assert isinstance(t.phase, LiftVote)
    t.lift(range(3, 8))
    assert t.exits == [(2, "discipline"), (3, "lift")]


def test_after_the_vote_the_one_who_says_farewell_is_cut_short() -> None:
    t = day_two().put_up(2, 3).vote({2: [1, 4]})
    assert isinstance(t.phase, LastWords)
    t.remove(2)
    assert isinstance(t.phase, Night)
    assert t.exits == [(2, "vote")]


def test_after_the_vote_another_leaves_and_the_farewell_goes_on() -> None:
    t = day_two().put_up(2, 3).vote({2: [1, 4]}).remove(5)
    assert isinstance(t.phase, LastWords)
    assert t.exits == [(2, "vote"), (5, "discipline")]
    t.run_out()
    assert isinstance(t.phase, Night)


def test_of_two_who_say_farewell_the_second_may_lose_it() -> None:
    t = day_two().put_up(2, 3).vote(EVEN).revote(EVEN).lift(range(1, 8))
    t.remove(3)
    assert isinstance(t.phase, LastWords)
    assert t.phase.queue == (2,)


def test_the_next_day_has_its_vote_too() -> None:
    t = day_two().put_up(2, 3).vote({2: [1, 4]}).remove(5)
    t.night().put_up(3, 4)
    assert isinstance(t.phase, Ballot)


def test_who_has_left_the_table_cannot_be_removed() -> None:
    t = day_two().remove(5)
    t.refuses(cmd.Remove(Rank.HOST, SeatNo(5), "oath"), Code.NOT_AT_TABLE)


def _speech(t: Table) -> None:
    t.speech_of(2)


def _own_speech(t: Table) -> None:
    t.speech_of(10)


def _vote(t: Table) -> None:
    t.put_up(10, 3)


def _tie(t: Table) -> None:
    t.put_up(10, 3).vote({10: [1], 3: [2]})


def _lift(t: Table) -> None:
    t.put_up(10, 3).vote({10: [1], 3: [2]}).revote({10: [1], 3: [2]})


def _farewell(t: Table) -> None:
    t.put_up(3, 4).vote({3: [1]})


@pytest.mark.parametrize("come", [_speech, _own_speech, _vote, _tie, _lift, _farewell])
def test_the_last_black_removed_ends_the_game_wherever_the_day_stands(come: Callable[[Table], None]) -> None:
    t = table("carcrash", {1: "sheriff", 10: "don"}).night()
    come(t)
    t.remove(10)
    assert t.winners == {"town"}
