"""The host's powers at any step: GE-09."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.due import due
from mafia_bot.engine.ids import Rank, SeatNo, UserId
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Ballot, Justification, LastWords, LiftVote, Night, Over, Speeches
from mafia_bot.engine.view import view
from tests.engine.scenario import Table, table, user
from tests.engine.tables import BLIND, MASKS

H = Rank.HOST


def at(phase: str) -> Table:
    """A game of `most_wanted` standing in a phase."""
    t = table("most_wanted", BLIND, host=1)
    tie = {5: range(1, 6), 6: range(6, 11)}
    match phase:
        case "speeches":
            return t.speech_of(4)
        case "night":
            return t.step_of("don", "seek")
        case "ballot":
            t.put_up(5, 6).hand(1, 5)
        case "justification":
            t.put_up(5, 6).vote(tie)
        case "lift":
            t.put_up(5, 6).vote(tie).revote(tie)
        case "last words":
            t.put_up(5, 6).vote({5: range(1, 11)})
    return t


PHASES = {
    "speeches": Speeches,
    "night": Night,
    "ballot": Ballot,
    "justification": Justification,
    "lift": LiftVote,
    "last words": LastWords,
}
phases = pytest.mark.parametrize("phase", PHASES)


@pytest.mark.rule("GE-09")
@phases
def test_pause_stops_the_clock_and_resume_moves_the_deadline(phase: str) -> None:
    t = at(phase)
    assert isinstance(t.phase, PHASES[phase])
    deadline = t.game.clock.deadline or 0
    t.wait(1)
    t.do(cmd.Pause(H))
    assert due(t.game) is None
    assert view(t.game, None).waiting.left == deadline - t.now
    t.wait(1000)
    t.refuses(cmd.TimeRanOut(t.game.clock.step), Code.STALE)
    t.do(cmd.Resume(H))
    assert t.game.clock.deadline == deadline + 1000
    t.run_out()


@pytest.mark.rule("GE-09")
@phases
def test_nobody_acts_while_the_game_is_paused(phase: str) -> None:
    t = at(phase)
    t.refuses(cmd.Resume(H), Code.NOT_PAUSED)
    t.do(cmd.Pause(H))
    t.refuses(cmd.Pause(H), Code.GAME_PAUSED)
    t.refuses(cmd.Skip(H), Code.GAME_PAUSED)
    step = t.game.clock.step
    for command in (
        cmd.EndSpeech(SeatNo(4)),
        cmd.Nominate(SeatNo(4), SeatNo(6)),
        cmd.CastVote(SeatNo(3), step, SeatNo(5), t.now),
        cmd.CastLiftVote(SeatNo(3), step, True, t.now),
        cmd.ChooseTarget(SeatNo(1), step, SeatNo(5)),
    ):
        t.refuses(command, Code.GAME_PAUSED, "GE-09")


@pytest.mark.rule("GE-09")
@phases
def test_a_step_can_be_ended_early(phase: str) -> None:
    t = at(phase)
    step = t.game.clock.step
    t.do(cmd.Skip(H))
    assert t.game.clock.step > step


@pytest.mark.rule("GE-09")
@phases
def test_a_hand_on_the_clock_reaches_only_the_step_it_meant(phase: str) -> None:
    t = at(phase)
    step = t.game.clock.step
    t.do(cmd.Extend(H, 5, step))
    t.do(cmd.Skip(H, step))
    t.refuses(cmd.Skip(Rank.ASSISTANT, step), Code.STALE, "GE-09")
    t.refuses(cmd.Extend(Rank.ASSISTANT, 5, step), Code.STALE, "GE-09")
    t.refuses(cmd.Skip(Rank.ASSISTANT, t.game.clock.step + 1), Code.STALE, "GE-09")


@pytest.mark.rule("GE-09")
@phases
def test_extra_seconds_also_while_paused(phase: str) -> None:
    t = at(phase)
    deadline = t.game.clock.deadline or 0
    t.do(cmd.Extend(H, 15))
    assert t.game.clock.deadline == deadline + 15
    t.do(cmd.Pause(H))
    t.do(cmd.Extend(H, 5))
    t.do(cmd.Resume(H))
    assert t.game.clock.deadline == deadline + 20
    for seconds in (0, -3, 601):
        t.refuses(cmd.Extend(H, seconds), Code.BAD_SECONDS, "GE-09")


@pytest.mark.rule("GE-09")
@phases
def test_a_warning_changes_nothing_but_the_count_and_is_taken_back(phase: str) -> None:
    t = at(phase)
    before, clock = t.phase, t.game.clock
    t.warn(10)
    assert (t.phase, t.game.clock, t.game.player(10).warnings) == (before, clock, 1)
    t.wait(1)
    t.undo()
    assert (t.phase, t.game.clock, t.game.player(10).warnings) == (before, clock, 0)
    assert t.replays()


@pytest.mark.rule("GE-09")
@phases
def test_a_removal_is_taken_back_whole_with_the_time_that_was_left(phase: str) -> None:
    t = at(phase)
    before, waited_for = t.phase, t.speaker
    out = {"speeches": 4, "justification": 5, "lift": 6, "ballot": 5, "last words": 5}.get(phase, 10)
    deadline = t.game.clock.deadline or 0
    t.wait(1)
    t.remove(out)
    if phase not in ("night", "lift"):
        assert t.speaker != waited_for
    t.wait(30)
    t.undo()
    assert t.phase == before
    assert t.game.clock.deadline == pytest.approx(deadline + (0 if phase in ("night", "lift") else 30))
    assert (out in t.alive) == (phase != "last words")
    assert t.replays()
    t.until()


@pytest.mark.rule("GE-09")
def test_undo_frees_nobodys_hand_that_was_down_before_the_removal() -> None:
    t = at("ballot").remove(5)
    assert view(t.game, None).votes == ()
    t.undo()
    assert view(t.game, None).votes == ((1, 5),)


@pytest.mark.rule("GE-09")
def test_undo_of_a_removal_that_ended_the_game_lets_it_go_on() -> None:
    t = table("most_wanted", BLIND, host=1).remove(1).remove(2).speech_of(6)
    t.wait(20)
    deadline = t.game.clock.deadline or 0
    t.remove(3)
    assert t.winners == {"town"}
    t.wait(60)
    t.undo()
    assert t.outcome is None
    assert t.speaker == 6
    assert t.game.clock.deadline == deadline + 60
    assert 3 in t.alive
    t.remove(3)
    assert t.winners == {"town"}


@pytest.mark.rule("GE-09")
def test_undo_of_an_end_that_came_while_paused_leaves_the_table_paused() -> None:
    t = table("most_wanted", BLIND, host=1).remove(1).remove(2)
    t.do(cmd.Pause(H))
    left = t.game.clock.left
    t.remove(3)
    t.undo()
    assert t.game.paused
    assert t.game.clock.left == left
    t.do(cmd.Resume(H))
    assert due(t.game) is not None


@pytest.mark.rule("GE-09")
def test_undo_after_the_evening_went_on_takes_back_the_ruling_alone() -> None:
    t = table("most_wanted", BLIND, host=1).warn(7).remove(8)
    t.nominate(3, 5)
    t.undo()
    assert 8 in t.alive
    assert t.game.nominations == ((3, 5),)
    t.undo()
    assert t.game.player(7).warnings == 0
    t.refuses(cmd.Undo(H), Code.NOTHING_TO_UNDO, "GE-09")
    assert t.replays()


@pytest.mark.rule("GE-09")
def test_a_warning_that_removed_is_undone_with_its_removal() -> None:
    t = table("most_wanted", BLIND, host=1).warn(7, 3)
    t.warn(7)
    assert 7 not in t.alive
    t.undo()
    assert 7 in t.alive
    assert t.game.player(7).warnings == 3


@pytest.mark.rule("GE-09")
@phases
def test_another_person_takes_the_seat_with_its_card(phase: str) -> None:
    t = at(phase)
    before = t.phase
    t.do(cmd.Replace(H, SeatNo(4), UserId(99)))
    assert t.phase == before
    own = view(t.game, UserId(99)).own
    assert own is not None
    assert (own.seat, own.role) == (4, "sheriff")
    assert view(t.game, user(4)).own is None


@pytest.mark.rule("GE-09")
def test_replacing_the_dead_or_with_somebody_seated_is_refused() -> None:
    t = table("most_wanted", BLIND, host=1).remove(9)
    t.refuses(cmd.Replace(H, SeatNo(9), UserId(99)), Code.NOT_AT_TABLE, "GE-09")
    t.refuses(cmd.Replace(H, SeatNo(8), user(7)), Code.SEAT_TAKEN, "GE-09")
    t.refuses(cmd.Replace(H, SeatNo(8), user(9)), Code.SEAT_TAKEN, "GE-09")


@pytest.mark.rule("GE-09")
@phases
def test_a_game_can_be_annulled_at_any_step_and_counts_for_nothing(phase: str) -> None:
    t = at(phase)
    t.do(cmd.Annul(H, "no-reason"))
    assert t.outcome is not None
    assert not t.outcome.counts
    assert t.winners == set()
    for command in (cmd.Pause(H), cmd.Skip(H), cmd.Warn(H, SeatNo(3), "noise"), cmd.EndSpeech(SeatNo(4))):
        t.refuses(command, Code.GAME_OVER)


@pytest.mark.rule("GE-09")
def test_rulings_on_who_is_not_at_the_table_are_refused() -> None:
    t = table("most_wanted", BLIND, host=1).remove(9)
    for seat in (9, 11, 0):
        t.refuses(cmd.Warn(H, SeatNo(seat), "noise"), Code.NOT_AT_TABLE)
        t.refuses(cmd.Remove(H, SeatNo(seat), "bet"), Code.NOT_AT_TABLE)
    t.refuses(cmd.Warn(H, SeatNo(3), "sneezing"), Code.UNKNOWN_OFFENCE)
    t.refuses(cmd.Warn(H, SeatNo(3), "bet"), Code.WRONG_SANCTION, "MW-16")
    t.refuses(cmd.Remove(H, SeatNo(3), "noise"), Code.WRONG_SANCTION, "MW-17")


@pytest.mark.rule("GE-09", "MA-25")
def test_a_technical_defeat_is_taken_back_too() -> None:
    t = table("masks", MASKS, host=1).remove(7)
    t.do(cmd.DeclareDefeat(H, SeatNo(7)))
    assert isinstance(t.phase, Over)
    t.undo()
    assert isinstance(t.phase, Speeches)
    assert 7 not in t.alive
    assert len(t.all(ev.TechnicalDefeat)) == 1
