"""`masks`, removals: MA-07, MA-23, MA-24 and a removal in each phase of a day."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Rank, SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Ballot, Justification, LastWords, LiftVote, Night, Speeches
from mafia_bot.texts.lexicon import forbidden
from tests.engine.scenario import Table, table
from tests.engine.tables import MANIAC, MASKS


def masks() -> Table:
    """Lover 1, doctor 2, sheriff 3, mafia 4–6, civilians 7–10."""
    return table("masks", MASKS, host=1)


def tied(*candidates: int) -> Table:
    """These candidates have one vote each."""
    voters = [seat for seat in range(1, 11) if seat not in candidates]
    return masks().put_up(*candidates).vote({seat: (voters[i],) for i, seat in enumerate(candidates)})


@pytest.mark.rule("MA-23", "MA-24")
@pytest.mark.parametrize("offence", ["peeking", "night_gestures", "oath", "bet", "obscene", "hand_off"])
def test_what_removes_at_once_and_in_silence(offence: str) -> None:
    t = masks()
    t.do(cmd.Remove(Rank.HOST, SeatNo(7), offence))
    assert t.exits == [(7, "discipline")]
    assert not t.all(ev.LastWordsBegan)
    t.refuses(cmd.Warn(Rank.HOST, SeatNo(8), offence), Code.WRONG_SANCTION)


@pytest.mark.rule("MA-23")
@pytest.mark.parametrize(
    ("said", "offence"),
    [
        ("клянусь", "oath"),
        ("зуб даю", "oath"),
        ("за мужика отвечаю", "oath"),
        ("а ты поклянись", "oath"),  # «провоцирует других игроков»
        ("за мужика отвечаешь?", "oath"),
        ("Спорим?", "bet"),
        ("заключим пари", "bet"),
        ("блядь", "obscene"),
    ],
)
def test_the_words_that_remove(said: str, offence: str) -> None:
    lexicon = {o.id: o for o in masks().game.rules.discipline.offences}
    assert forbidden(said, lexicon) == (offence,)
    assert lexicon[offence].sanctions == ("removal",)


@pytest.mark.rule("MA-07", "MA-23")
def test_a_withdrawn_hand_removes_its_owner_and_counts() -> None:
    t = masks().put_up(8, 9)
    t.hand(7, 8)
    t.remove(7, offence="hand_off")
    assert t.exits == [(7, "discipline")]
    t.run_out()
    t.run_out()
    assert t.last(ev.VotesCounted).tally == ((8, 1), (9, 0))
    assert t.exits == [(7, "discipline"), (8, "vote")]


@pytest.mark.rule("MA-07")
def test_a_hand_withdrawn_in_the_revote_counts_too() -> None:
    t = tied(8, 9).until(Ballot)
    t.hand(7, 8)
    t.remove(7, offence="hand_off")
    t.run_out()
    t.run_out()
    assert t.exits == [(7, "discipline"), (8, "vote")]


@pytest.mark.rule("MA-07", "MA-10")
@pytest.mark.parametrize(("yes", "counted"), [(True, (5, 3, True)), (False, (4, 4, False))])
def test_a_hand_withdrawn_from_the_lift_vote_counts_too(yes: bool, counted: tuple[int, int, bool]) -> None:
    t = tied(8, 9).revote({8: (1,), 9: (2,)})
    t.do(cmd.CastLiftVote(SeatNo(7), t.game.clock.step, yes, t.now))
    t.remove(7, offence="hand_off")
    t.lift(agree=(1, 2, 3, 4))  # 5, 6 and 10 are silent
    event = t.last(ev.LiftVotesCounted)
    assert (event.agree, event.against, event.lifted) == counted
    assert t.exits == [(7, "discipline"), *([(8, "lift"), (9, "lift")] if event.lifted else [])]


@pytest.mark.rule("MA-24")
def test_the_speaker_removed_is_silent_and_the_next_has_the_floor() -> None:
    t = masks().speech_of(7).remove(7)
    assert isinstance(t.phase, Speeches)
    assert t.speaker == 8
    assert t.game.clock.deadline == t.now + 60


@pytest.mark.rule("MA-24")
def test_the_last_speaker_removed_ends_the_circle() -> None:
    t = masks()
    t.nominate(1, 8)
    t.nominate(2, 9)
    t.speech_of(10).remove(10)
    assert isinstance(t.phase, Ballot)


@pytest.mark.rule("MA-24")
def test_somebody_else_removed_leaves_the_speaker_his_minute() -> None:
    t = masks().speech_of(3)
    step = t.game.clock
    t.remove(7)
    assert t.game.clock == step
    while isinstance(t.phase, Speeches):
        assert t.speaker != 7
        t.run_out()


@pytest.mark.rule("MA-24")
def test_a_candidate_removed_before_the_vote_is_not_on_the_list() -> None:
    t = masks()
    for by, seat in ((1, 8), (2, 9), (3, 10)):
        t.nominate(by, seat)
    t.remove(9).until(Ballot)
    assert t.last(ev.ListRead).candidates == (8, 10)


@pytest.mark.rule("MA-24")
def test_who_nominated_and_was_removed_leaves_his_nomination_behind() -> None:
    t = masks()
    t.nominate(1, 8)
    t.nominate(2, 9)
    t.remove(1).until(Ballot)
    assert t.last(ev.ListRead).candidates == (8, 9)


@pytest.mark.rule("MA-24")
def test_a_candidate_removed_during_the_vote_frees_his_voters() -> None:
    t = masks().put_up(8, 9, 10)
    t.hand(1, 8)
    t.hand(2, 8)
    t.remove(8)
    t.hand(1, 9)
    t.run_out()
    t.hand(2, 10)
    t.hand(3, 10)
    t.run_out()
    assert t.exits == [(8, "discipline"), (10, "vote")]


@pytest.mark.rule("MA-24", "MA-09")
def test_a_tied_player_removed_while_speaking_gives_way_to_the_next() -> None:
    t = tied(8, 9, 10)
    assert t.speaker == 8
    t.remove(8)
    assert isinstance(t.phase, Justification)
    assert t.speaker == 9
    t.revote({9: (1, 2), 10: (3,)})
    assert t.exits == [(8, "discipline"), (9, "vote")]


@pytest.mark.rule("MA-24", "MA-10")
def test_both_tied_removed_end_the_vote() -> None:
    t = tied(8, 9).remove(9).remove(8)
    assert isinstance(t.phase, Night)
    assert t.exits == [(9, "discipline"), (8, "discipline")]


@pytest.mark.rule("MA-24", "MA-10")
def test_all_tied_removed_during_the_lift_vote_end_it() -> None:
    t = tied(8, 9).revote({8: (1,), 9: (2,)})
    assert isinstance(t.phase, LiftVote)
    t.remove(8).remove(9)
    assert isinstance(t.phase, Night)


@pytest.mark.rule("MA-24", "MA-08")
def test_a_removal_after_the_vote_leaves_the_last_words_of_another_alone() -> None:
    t = masks().put_up(8, 9).vote({8: (1, 2)})
    clock = t.game.clock
    t.remove(9)
    assert isinstance(t.phase, LastWords)
    assert t.game.clock == clock
    t.run_out()
    assert t.exits == [(8, "vote"), (9, "discipline")]
    assert isinstance(t.phase, Night)


@pytest.mark.rule("MA-24", "MA-08")
def test_who_breaks_the_rules_in_his_last_words_is_silenced() -> None:
    t = masks().put_up(8, 9).vote({8: (1, 2)})
    t.remove(8, offence="obscene")
    assert isinstance(t.phase, Night)
    assert t.exits == [(8, "vote")]
    assert t.last(ev.PlayerRemoved).seat == 8


@pytest.mark.rule("MA-24")
def test_a_fifth_warning_in_the_last_words_silences_too() -> None:
    t = masks().warn(8, 4).put_up(8, 9).vote({8: (1, 2)})
    t.warn(8)
    assert isinstance(t.phase, Night)
    assert t.exits == [(8, "vote")]


@pytest.mark.rule("MA-24", "MA-12")
def test_a_removal_at_night_voids_what_the_removed_chose() -> None:
    t = masks().step_of("lover", "visit")
    t.press(1, 4)
    t.remove(1, offence="peeking")
    t.night(mafia=9, to_day=False)
    assert t.exits == [(1, "discipline"), (9, "night")]
    assert not t.all(ev.AlibiGiven)


@pytest.mark.rule("MA-24", "MA-12", "MA-18")
@pytest.mark.parametrize(("acts", "step"), [({"mafia": 9}, "mafia"), ({"maniac": 9}, "maniac")])
def test_who_is_removed_after_he_was_hit_leaves_once_and_in_silence(acts: dict[str, int], step: str) -> None:
    t = table("masks", MANIAC, seats=11).step_of(step)
    t.act(**acts)
    t.remove(9, offence="peeking")
    t.night(to_day=False)
    assert t.exits == [(9, "discipline")]
    assert t.last(ev.MorningCame).victims == ()
    assert not t.all(ev.LastWordsBegan)


@pytest.mark.rule("MA-24", "MA-15")
def test_a_guest_removed_in_the_same_night_does_not_leave_with_the_lover_again() -> None:
    t = masks().step_of("lover", "visit")
    t.press(1, 9)
    t.remove(9, offence="peeking")
    t.night(mafia=1, to_day=False)
    assert t.exits == [(9, "discipline"), (1, "night")]


@pytest.mark.rule("MA-19", "MA-24", "GE-07")
@pytest.mark.parametrize("when", ["speech", "vote", "revote", "last words", "night"])
def test_the_last_mafioso_removed_ends_the_game_in_any_phase(when: str) -> None:
    t = masks().remove(4).remove(5)
    match when:
        case "vote":
            t.put_up(6, 9)
        case "revote":
            t.put_up(6, 9).vote({6: (1,), 9: (2,)})
        case "last words":
            t.put_up(6, 9).vote({9: (1,)})
        case "night":
            t.until(Night)
    t.remove(6)
    assert t.winners == {"town"}
    assert t.replays()


@pytest.mark.rule("MA-23")
def test_a_removed_player_is_not_removed_twice() -> None:
    t = masks().remove(7)
    t.refuses(cmd.Remove(Rank.HOST, SeatNo(7), "bet"), Code.NOT_AT_TABLE)
    t.refuses(cmd.Warn(Rank.HOST, SeatNo(7), "out_of_turn"), Code.NOT_AT_TABLE)
