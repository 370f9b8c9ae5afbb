"""`sport`, fouls, removals, best move, «ППК»: SP-06 – SP-09."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Rank, SeatNo, SpeechKind
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Ballot, LastWords, LiftVote, Night, Speeches
from tests.engine.scenario import Table, table
from tests.engine.tables import BLIND


def sport(seats: int = 10, **axes: object) -> Table:
    """Don 1, mafia 2 and 3, sheriff 4 (one black at fewer seats)."""
    cards = BLIND if seats > 7 else {1: "don", 4: "sheriff"}
    return table("sport", cards, seats=seats, host=1, axes=axes)


@pytest.mark.rule("SP-06")
def test_three_warnings_cost_the_next_speech_which_may_be_of_this_circle() -> None:
    t = sport().speech_of(3).warn(7, 3)
    assert t.last(ev.PenaltyIncurred).circle == 1
    t.speech_of(7)
    assert t.last(ev.SpeechOpened).kind == SpeechKind.SILENT
    t.nominate(7, 5)
    t.night().speech_of(7)
    assert t.last(ev.SpeechOpened).kind == SpeechKind.FULL


@pytest.mark.rule("SP-06")
@pytest.mark.parametrize("speaker", [7, 8])
def test_or_of_the_next_if_this_one_is_running_or_over(speaker: int) -> None:
    t = sport().speech_of(speaker).warn(7, 3)
    assert t.last(ev.PenaltyIncurred).circle == 2
    t.night().speech_of(7)
    assert t.last(ev.SpeechOpened).kind == SpeechKind.SILENT


@pytest.mark.rule("SP-06")
@pytest.mark.parametrize("seats", [3, 4])
def test_with_three_or_four_left_half_a_minute_remains(seats: int) -> None:
    t = table("sport", {1: "don"}, seats=seats).warn(2, 3).speech_of(2)
    speech = t.last(ev.SpeechOpened)
    assert (speech.kind, speech.deadline - speech.at) == (SpeechKind.SHORT, 30)


@pytest.mark.rule("SP-06")
def test_with_five_it_is_lost() -> None:
    t = table("sport", {1: "don"}, seats=5).warn(2, 3).speech_of(2)
    assert t.last(ev.SpeechOpened).kind == SpeechKind.SILENT


@pytest.mark.rule("SP-06")
def test_the_fourth_removes_without_last_words() -> None:
    t = sport().warn(7, 4)
    assert t.exits == [(7, "discipline")]
    assert not t.all(ev.LastWordsBegan)


@pytest.mark.rule("SP-06")
def test_fouls_stay_through_the_nights() -> None:
    t = sport().warn(7, 3).night().night().warn(7)
    assert t.exits == [(7, "discipline")]


@pytest.mark.rule("SP-07")
def test_a_removal_in_the_discussion_cancels_the_vote_of_that_day_alone() -> None:
    t = sport()
    t.nominate(1, 5)
    t.nominate(2, 6)
    t.remove(7)
    assert isinstance(t.phase, Speeches)
    t.until(Night)
    assert t.last(ev.VoteSkipped).reason == "cancelled"
    assert not t.all(ev.BallotBegan)
    t.night().put_up(5, 6).vote({5: (1, 2, 3, 4, 5, 6)})
    assert t.exits == [(7, "discipline"), (5, "vote")]


@pytest.mark.rule("SP-07")
@pytest.mark.parametrize("who", [5, 7])
def test_during_the_vote_it_stops_the_count(who: int) -> None:
    t = sport().put_up(5, 6)
    t.hand(1, 5)
    t.remove(who)
    assert isinstance(t.phase, Night)
    assert t.last(ev.VoteSkipped).reason == "cancelled"
    assert t.exits == [(who, "discipline")]


@pytest.mark.rule("SP-07")
@pytest.mark.parametrize("phase", ["justification", "revote", "lift"])
def test_during_a_revote_and_all_that_leads_to_it_too(phase: str) -> None:
    tie = {5: range(1, 6), 6: range(6, 11)}
    t = sport().put_up(5, 6).vote(tie)
    if phase == "revote":
        t.until(Ballot)
    if phase == "lift":
        t.revote(tie)
        assert isinstance(t.phase, LiftVote)
    t.remove(9)
    assert isinstance(t.phase, Night)
    assert t.exits == [(9, "discipline")]


@pytest.mark.rule("SP-07")
def test_after_another_was_voted_out_it_cancels_the_next_days_vote() -> None:
    t = sport().put_up(5, 6).vote({5: range(1, 11)})
    assert isinstance(t.phase, LastWords)
    t.remove(7)
    assert t.last(ev.VoteCancelled).circle == 2
    t.until(Speeches).put_up(6, 8)
    assert t.last(ev.VoteSkipped).reason == "cancelled"
    t.until(Speeches).put_up(6, 8)
    assert isinstance(t.phase, Ballot)


@pytest.mark.rule("SP-07")
def test_it_cancels_nothing_if_the_removed_was_voted_out_already() -> None:
    t = sport().put_up(5, 6).vote({5: range(1, 11)}).remove(5)
    assert not t.all(ev.VoteCancelled)
    t.until(Speeches).put_up(6, 8)
    assert isinstance(t.phase, Ballot)


@pytest.mark.rule("SP-07")
def test_or_killed() -> None:
    t = sport().night(mafia=9, to_day=False)
    assert t.speaker == 9
    t.remove(9)
    assert not t.all(ev.VoteCancelled)
    t.put_up(6, 8)
    assert isinstance(t.phase, Ballot)


@pytest.mark.rule("SP-07")
@pytest.mark.parametrize("when", ["night", "morning"])
def test_a_removal_before_the_day_begins_cancels_the_vote_of_the_day_to_come(when: str) -> None:
    t = sport().until(Night)
    if when == "morning":
        t.night(mafia=9, to_day=False)
    t.remove(7)
    assert t.last(ev.VoteCancelled).circle == 2
    t.until(Speeches).put_up(6, 8)
    assert t.last(ev.VoteSkipped).reason == "cancelled"


@pytest.mark.rule("SP-07", "GE-09")
def test_an_undone_removal_gives_the_vote_back() -> None:
    t = sport().put_up(5, 6)
    t.hand(1, 5)
    t.remove(7)
    t.undo()
    assert isinstance(t.phase, Ballot)
    assert t.phase.votes == ((1, 5),)
    assert t.game.no_vote_in is None


@pytest.mark.rule("SP-07", "SP-06")
def test_the_fourth_foul_in_the_vote_cancels_it_like_any_removal() -> None:
    t = sport().warn(7, 3).put_up(5, 6)
    t.warn(7)
    assert isinstance(t.phase, Night)
    assert t.exits == [(7, "discipline")]


@pytest.mark.rule("SP-07")
def test_elsewhere_a_removal_cancels_no_vote() -> None:
    t = sport(**{"discipline.removal_cancels_vote": False}).put_up(5, 6)
    t.remove(7)
    assert isinstance(t.phase, Ballot)


def move(seat: int, *guess: int) -> cmd.NameBestMove:
    """A best move."""
    return cmd.NameBestMove(SeatNo(seat), tuple(SeatNo(g) for g in guess))


@pytest.mark.rule("SP-08")
@pytest.mark.parametrize("guess", [(1,), (1, 2), (1, 2, 5)])
def test_the_first_victim_names_up_to_three(guess: tuple[int, ...]) -> None:
    t = sport().night(mafia=9, to_day=False)
    t.do(move(9, *guess))
    assert t.game.best_move == guess
    t.refuses(move(9, 4), Code.NO_BEST_MOVE, "SP-08")


@pytest.mark.rule("SP-08")
def test_neither_four_nor_none_nor_twice_the_same_nor_by_another() -> None:
    t = sport().night(mafia=9, to_day=False)
    for wrong in ((), (1, 2, 3, 4), (1, 1), (11,)):
        t.refuses(move(9, *wrong), Code.BAD_BEST_MOVE, "SP-08")
    t.refuses(move(5, 1), Code.NO_BEST_MOVE, "SP-08")


@pytest.mark.rule("SP-08")
def test_only_on_the_first_night() -> None:
    t = sport().night().night(mafia=9, to_day=False)
    assert t.speaker == 9
    t.refuses(move(9, 1), Code.NO_BEST_MOVE, "SP-08")


@pytest.mark.rule("SP-08")
@pytest.mark.parametrize(("lifted", "given"), [((5, 6), False), ((5,), True), ((), True)])
def test_not_if_two_or_more_left_on_day_zero(lifted: tuple[int, ...], given: bool) -> None:
    t = sport()
    if len(lifted) == 2:
        tie = {5: range(1, 6), 6: range(6, 11)}
        t.put_up(5, 6).vote(tie).revote(tie).lift(agree=range(1, 11))
    elif lifted:
        t.day_out(5)
    t.night(mafia=9, to_day=False)
    assert [seat for seat, cause in t.exits if cause != "night"] == list(lifted)
    assert isinstance(t.phase, LastWords)
    assert (t.phase.best_move == 9) is given


@pytest.mark.rule("SP-08")
def test_who_is_removed_on_the_first_night_did_not_leave_on_day_zero() -> None:
    t = sport().day_out(5)
    t.until(Night).remove(6)
    t.night(mafia=9, to_day=False)
    assert isinstance(t.phase, LastWords)
    assert t.phase.best_move == 9


@pytest.mark.rule("SP-09")
@pytest.mark.parametrize(("offender", "winner"), [(7, "mafia"), (4, "mafia"), (2, "town")])
def test_the_host_may_end_the_game_against_the_offenders_team(offender: int, winner: str) -> None:
    t = sport()
    t.do(cmd.DeclareDefeat(Rank.HOST, SeatNo(offender)))
    assert t.winners == {winner}
    assert t.outcome is not None
    assert (t.outcome.reason, t.outcome.counts) == ("technical-defeat", True)


@pytest.mark.rule("SP-09")
@pytest.mark.parametrize("phase", ["vote", "night", "dead"])
def test_at_any_moment_and_of_the_dead_too(phase: str) -> None:
    t = sport()
    if phase == "vote":
        t.put_up(5, 6)
    if phase == "night":
        t.until(Night)
    if phase == "dead":
        t.night(mafia=7)
    t.do(cmd.DeclareDefeat(Rank.HOST, SeatNo(7)))
    assert t.winners == {"mafia"}
