"""`masks`, warnings: MA-20 – MA-22."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Rank, SeatNo, SpeechKind
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.scene import scene
from mafia_bot.engine.state import Ballot, Justification, LastWords, LiftVote, Night, Speeches
from tests.engine.scenario import Table, table
from tests.engine.tables import BLIND, MASKS


def masks() -> Table:
    """Lover 1, doctor 2, sheriff 3, mafia 4–6, civilians 7–10."""
    return table("masks", MASKS, host=1)


def warn(seat: int, offence: str, times: int = 1) -> cmd.Warn:
    """The host warns."""
    return cmd.Warn(Rank.HOST, SeatNo(seat), offence, times)


def remove(seat: int, offence: str) -> cmd.Remove:
    """The host removes."""
    return cmd.Remove(Rank.HOST, SeatNo(seat), offence)


@pytest.mark.rule("MA-20")
@pytest.mark.parametrize("offence", ["out_of_turn", "address_host", "improper_words"])
def test_what_brings_a_warning(offence: str) -> None:
    t = masks()
    t.do(warn(7, offence))
    assert t.last(ev.WarningIssued) == ev.WarningIssued(SeatNo(7), offence, 1, Rank.HOST, t.now)


@pytest.mark.rule("MA-20")
def test_improper_words_bring_a_warning_or_a_removal_as_the_host_chooses() -> None:
    t = masks()
    t.do(remove(7, "improper_words"))
    assert t.exits == [(7, "discipline")]
    for offence in ("out_of_turn", "address_host"):
        t.refuses(remove(8, offence), Code.WRONG_SANCTION, "MA-20")


@pytest.mark.rule("MA-21")
@pytest.mark.parametrize("times", [1, 2])
def test_one_and_two_warnings_cost_nothing(times: int) -> None:
    t = masks().warn(7, times)
    assert not t.all(ev.PenaltyIncurred)
    t.night()
    assert isinstance(t.speech_of(7).phase, Speeches)
    assert t.last(ev.SpeechOpened).kind == SpeechKind.FULL


@pytest.mark.rule("MA-21")
def test_three_warnings_cost_the_speech_of_the_next_circle_alone() -> None:
    t = masks().warn(7, 3)
    assert t.last(ev.PenaltyIncurred) == ev.PenaltyIncurred(
        SeatNo(7), 2, speech=False, nomination=True, vote=True
    )
    t.speech_of(7)
    assert scene(t.game).speakers  # this circle he still speaks
    assert t.last(ev.SpeechOpened).kind == SpeechKind.FULL
    t.night().speech_of(7)
    assert t.last(ev.SpeechOpened).kind == SpeechKind.SILENT
    assert len(scene(t.game).speakers) == 1  # the host alone
    t.nominate(7, 5)
    t.put_up(8)
    t.hand(7, 5)
    t.night().speech_of(7)
    assert t.last(ev.SpeechOpened).kind == SpeechKind.FULL


@pytest.mark.rule("MA-21")
def test_the_third_warning_of_the_days_last_speaker_costs_the_next_circle_too() -> None:
    t = masks().speech_of(10).warn(10, 3)
    assert t.last(ev.PenaltyIncurred).circle == 2
    t.thanks()
    t.until(Speeches)
    t.speech_of(10)
    assert t.last(ev.SpeechOpened).kind == SpeechKind.SILENT


@pytest.mark.rule("MA-21")
@pytest.mark.parametrize("when", ["vote", "last words", "night"])
def test_whenever_the_third_falls_the_next_circle_is_meant(when: str) -> None:
    t = masks()
    match when:
        case "vote":
            t.put_up(8, 9).warn(7, 3)
        case "last words":
            t.put_up(8, 9).vote({8: (1,)})
            assert isinstance(t.phase, LastWords)
            t.warn(7, 3)
        case "night":
            t.until(Night).warn(7, 3)
    assert t.last(ev.PenaltyIncurred).circle == 2


@pytest.mark.rule("MA-21", "MA-22")
def test_the_third_in_the_morning_costs_the_circle_that_begins() -> None:
    t = masks().night(mafia=10, to_day=False)
    assert isinstance(t.phase, LastWords)
    t.warn(7, 3).speech_of(7)
    assert t.game.broke == 2
    assert t.last(ev.SpeechOpened).kind == SpeechKind.SILENT
    assert t.game.player(7).warnings == 3


@pytest.mark.rule("MA-21")
def test_four_warnings_cost_speech_nomination_and_vote() -> None:
    t = masks().warn(7, 4)
    assert [(e.speech, e.nomination, e.vote) for e in t.all(ev.PenaltyIncurred)] == [
        (False, True, True),
        (False, False, False),
    ]
    t.night()
    while isinstance(t.phase, Speeches):
        assert t.speaker != 7
        if t.speaker == 6:
            t.do(cmd.Nominate(SeatNo(6), SeatNo(8)))
        elif t.speaker == 5:
            t.do(cmd.Nominate(SeatNo(5), SeatNo(9)))
        t.run_out()
    assert [e.seat for e in t.all(ev.SpeechLost)] == [7]
    assert isinstance(t.phase, Ballot)
    vote = cmd.CastVote(SeatNo(7), t.game.clock.step, t.phase.candidate, t.now)
    t.refuses(vote, Code.VOTE_TAKEN, "MA-21")


@pytest.mark.rule("MA-21")
def test_a_candidate_who_lost_the_vote_is_told_that_and_not_that_the_tied_do_not_vote() -> None:
    t = masks().warn(8, 4).night()
    t.put_up(8, 9)
    t.run_out()
    vote = cmd.CastVote(SeatNo(8), t.game.clock.step, SeatNo(9), t.now)
    t.refuses(vote, Code.VOTE_TAKEN, "MA-21")


@pytest.mark.rule("MA-21")
def test_who_lost_the_vote_does_not_vote_on_a_lift_and_is_not_waited_for() -> None:
    t = masks().warn(7, 4).night()
    t.put_up(8, 9).vote({8: (1,), 9: (2,)}).revote({8: (1,), 9: (2,)})
    assert isinstance(t.phase, LiftVote)
    t.refuses(cmd.CastLiftVote(SeatNo(7), t.game.clock.step, True, t.now), Code.VOTE_TAKEN, "MA-21")
    for seat in (1, 2, 3, 4, 5, 6, 10):
        assert isinstance(t.phase, LiftVote)
        t.do(cmd.CastLiftVote(SeatNo(seat), t.game.clock.step, False, t.now))
    assert not isinstance(t.phase, LiftVote)


@pytest.mark.rule("MA-21")
def test_what_a_circle_has_cost_stays_lost_when_the_next_one_is_lost_too() -> None:
    t = masks().warn(7, 4).night()
    t.warn(7, 3)
    assert t.last(ev.PenaltyIncurred).circle == 3
    t.put_up(8, 9)
    vote = cmd.CastVote(SeatNo(7), t.game.clock.step, SeatNo(8), t.now)
    t.refuses(vote, Code.VOTE_TAKEN, "MA-21")
    t.night().speech_of(7)
    assert t.last(ev.SpeechOpened).kind == SpeechKind.SILENT
    t.put_up(8, 9).hand(7, 8)


@pytest.mark.rule("MA-21", "MA-09")
@pytest.mark.parametrize("times", [3, 4])
def test_who_lost_the_speech_says_nothing_in_a_tie_either(times: int) -> None:
    t = masks().warn(7, times).night()
    t.put_up(8, 7).vote({8: (1,), 7: (2,)})
    assert isinstance(t.phase, Justification)
    assert t.speaker == 8
    t.run_out()
    assert t.last(ev.SpeechLost).seat == 7
    assert [e.seat for e in t.all(ev.JustificationOpened)] == [8]
    assert isinstance(t.phase, Ballot)
    assert (t.phase.candidates, t.phase.stage) == ((8, 7), 1)


@pytest.mark.rule("MA-21", "MA-09")
def test_his_turn_in_the_tie_passes_to_the_next_and_where_all_are_silent_the_revote_is_at_once() -> None:
    t = masks().warn(7, 3).night()
    t.put_up(7, 8).vote({7: (1,), 8: (2,)})
    assert t.speaker == 8
    assert t.game.clock.deadline == t.now + 30
    t = masks().warn(7, 3).warn(8, 3).night()
    t.put_up(7, 8).vote({7: (1,), 8: (2,)})
    assert isinstance(t.phase, Ballot)
    assert (t.phase.candidates, t.phase.stage) == ((7, 8), 1)


@pytest.mark.rule("MA-21", "MA-09")
def test_before_and_after_the_lost_circle_he_justifies_like_everybody() -> None:
    t = masks().warn(7, 3)
    t.put_up(7, 8).vote({7: (1,), 8: (2,)})
    assert t.speaker == 7
    t.night().night()
    t.put_up(7, 8).vote({7: (1,), 8: (2,)})
    assert t.speaker == 7


@pytest.mark.parametrize(
    "ruleset",
    [
        pytest.param("carcrash", marks=pytest.mark.rule("CC-13")),
        pytest.param("most_wanted", marks=pytest.mark.rule("MW-20")),
        pytest.param("sport", marks=pytest.mark.rule("SP-06")),
    ],
)
def test_where_the_text_takes_the_discussion_alone_he_justifies(ruleset: str) -> None:
    t = table(ruleset, BLIND).warn(7, 3)
    if ruleset != "sport":  # there his turn of this very circle is lost
        t.night()
    t.put_up(7, 8)
    assert t.game.player(7).penalty_in(t.game.broke) is not None
    t.vote({7: (1, 2, 3, 4, 5), 8: (6, 7, 8, 9, 10)})
    assert isinstance(t.phase, Justification)
    assert t.speaker == 7


def test_a_club_that_silences_like_this_silences_every_other_defence_too() -> None:
    axes = {"discipline.ladder.justification": False}
    t = table("city", {1: "mafia", 2: "sheriff", 3: "doctor"}, axes=axes).warn(7, 3).night()
    t.put_up(7, 8)  # CI-16
    assert isinstance(t.phase, Justification)
    assert (t.speaker, t.last(ev.SpeechLost).seat) == (8, 7)
    t = table("classic", BLIND, axes={**axes, "discipline.ladder.costs": "next_speech"}).warn(7, 3)
    t.put_up(7, 8).vote({7: (1, 2)})  # CL-05
    assert isinstance(t.phase, Night)
    assert t.exits == []


@pytest.mark.rule("MA-21", "MA-24")
def test_five_warnings_remove_in_silence() -> None:
    t = masks().warn(7, 4)
    assert 7 in t.alive
    t.warn(7)
    assert t.exits == [(7, "discipline")]
    assert t.last(ev.WarningIssued).count == 5
    assert not t.all(ev.LastWordsBegan)


@pytest.mark.rule("MA-21")
def test_no_rung_is_skipped_however_many_come_at_once() -> None:
    t = masks()
    t.do(warn(7, "out_of_turn", 9))
    assert [e.count for e in t.all(ev.WarningIssued)] == [1, 2, 3, 4, 5]
    assert len(t.all(ev.PenaltyIncurred)) == 2
    assert t.exits == [(7, "discipline")]


@pytest.mark.rule("MA-22")
def test_warnings_are_cancelled_after_every_night() -> None:
    t = masks().warn(7, 2).warn(8, 4)
    t.until(Night)
    assert (t.game.player(7).warnings, t.game.player(8).warnings) == (2, 4)
    t.warn(7)
    t.night()
    assert {p.warnings for p in t.game.players} == {0}
    t.warn(7, 2)
    assert t.last(ev.WarningIssued).count == 2
    t.night()
    assert {p.warnings for p in t.game.players} == {0}


@pytest.mark.rule("MA-22")
def test_a_warning_of_the_morning_came_after_the_night() -> None:
    t = masks().warn(7, 2).night(mafia=10, to_day=False)
    assert isinstance(t.phase, LastWords)
    t.warn(7).until(Speeches)
    assert t.game.player(7).warnings == 1


@pytest.mark.rule("MA-22", "GE-09")
def test_an_undone_warning_of_yesterday_brings_no_cancelled_ones_back() -> None:
    t = masks().warn(7, 3).night()
    t.undo()
    assert t.game.player(7).warnings == 0
    t.speech_of(7)
    assert t.last(ev.SpeechOpened).kind == SpeechKind.FULL
