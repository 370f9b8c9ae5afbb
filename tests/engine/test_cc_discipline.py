"""carcrash: warnings, the silenced, removals and bans (CC-12 – CC-19)."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Rank, SeatNo, SpeechKind, UserId
from mafia_bot.engine.phases.speeches import turn
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.scene import scene
from mafia_bot.engine.state import Ballot, LastWords, Night, Speeches
from mafia_bot.texts.lexicon import forbidden
from tests.engine.scenario import Table, shipped, table, user

CARDS = {1: "sheriff", 8: "mafia", 9: "mafia", 10: "don"}
LEXICON = {offence.id: offence for offence in shipped()["carcrash"].discipline.offences}


def carcrash() -> Table:
    return table("carcrash", CARDS)


def silenced(seat: int, cards: list[str] | None = None) -> Table:
    """Circle 2, in which a seat has lost its speech by three warnings."""
    t = carcrash() if cards is None else table("carcrash", cards)
    return t.warn(seat, 3).night()


def kind(t: Table) -> SpeechKind:
    assert isinstance(t.phase, Speeches)
    return t.phase.kind


FORBIDDEN = {
    "out_of_turn": "speaking outside one's minute",
    "night_behaviour": "or at night",
    "touching": "touching at night",
    "honestly": "«честно» and every word of its root",
    "god": "the name of God",
    "obscene": "obscene language",
    "insult": "and insults",
    "gestures": "gestures at night or during the vote",
    "address_host": "addressing the host",
    "hand_slam": "slamming the fist and pulling it back in the vote",
}
"""CC-12, item by item."""


@pytest.mark.rule("CC-12")
@pytest.mark.parametrize("offence", FORBIDDEN)
def test_each_of_these_brings_a_warning_and_nothing_else(offence: str) -> None:
    t = carcrash().warn(3, offence=offence)
    assert t.last(ev.WarningIssued) == ev.WarningIssued(SeatNo(3), offence, 1, Rank.HOST, t.now)
    t.refuses(cmd.Remove(Rank.HOST, SeatNo(3), offence), Code.WRONG_SANCTION, "CC-12")
    t.refuses(cmd.Suspend(Rank.HOST, user(3), offence), Code.WRONG_SANCTION, "CC-12")
    assert t.alive == list(range(1, 11))


def test_nothing_else_is_told_under_that_clause() -> None:
    assert {o.id for o in LEXICON.values() if o.clause == "CC-12"} == set(FORBIDDEN)


@pytest.mark.rule("CC-12", "CC-15")
@pytest.mark.parametrize(
    ("said", "clause"),
    [
        ("я честный игрок", "CC-12"),
        ("честное слово", "CC-12"),
        ("ради Бога", "CC-12"),
        ("клянусь", "CC-15"),
        ("он поклялся", "CC-15"),
        ("участник прав", None),
    ],
)
def test_forbidden_words_are_heard(said: str, clause: str | None) -> None:
    found = {LEXICON[offence].clause for offence in forbidden(said, LEXICON)}
    assert found == ({clause} if clause else set())


@pytest.mark.rule("CC-13")
def test_three_warnings_leave_a_nomination_or_pass_in_the_next_circle_only() -> None:
    t = silenced(3).speech_of(3)
    assert kind(t) is SpeechKind.SILENT
    opened = t.last(ev.SpeechOpened)
    assert opened.deadline - opened.at == 15
    assert scene(t.game).speakers == frozenset()
    t.nominate(3, 5)
    t.thanks()
    assert t.speaker == 4
    t.night().speech_of(3)
    assert kind(t) is SpeechKind.FULL


@pytest.mark.rule("CC-13")
def test_he_may_say_pass_and_still_votes() -> None:
    t = silenced(3).speech_of(3)
    t.thanks()
    t.put_up(5, 6)
    t.hand(3, 5)
    assert isinstance(t.phase, Ballot)


@pytest.mark.rule("CC-13")
def test_two_warnings_cost_nothing() -> None:
    t = carcrash().warn(3, 2).night().speech_of(3)
    assert kind(t) is SpeechKind.FULL


@pytest.mark.rule("CC-13")
def test_the_third_before_ones_turn_leaves_todays_speech_and_costs_the_next() -> None:
    t = carcrash().warn(3, 3).speech_of(3)
    assert kind(t) is SpeechKind.FULL
    t.night().speech_of(3)
    assert kind(t) is SpeechKind.SILENT


@pytest.mark.rule("CC-13")
def test_the_third_on_the_last_speaker_of_the_day_costs_the_next_circle() -> None:
    t = carcrash().speech_of(10).warn(10, 3)
    assert kind(t) is SpeechKind.FULL
    assert t.last(ev.PenaltyIncurred).circle == 2
    t.night().speech_of(10)
    assert kind(t) is SpeechKind.SILENT


@pytest.mark.rule("CC-13")
def test_the_fourth_removes_in_silence() -> None:
    t = carcrash().warn(3, 4)
    assert t.exits == [(3, "discipline")]
    assert not isinstance(t.phase, LastWords)
    assert t.all(ev.LastWordsBegan) == []


@pytest.mark.rule("CC-13")
def test_warnings_do_not_lapse_with_the_night() -> None:
    t = carcrash().warn(3, 2).night().warn(3, 2)
    assert t.exits == [(3, "discipline")]


@pytest.mark.rule("CC-14")
def test_nominated_before_his_turn_the_silenced_speaks_half_a_minute() -> None:
    t = silenced(5)
    t.nominate(3, 5)
    t.speech_of(5)
    opened = t.last(ev.SpeechOpened)
    assert (opened.kind, opened.deadline - opened.at) == (SpeechKind.SHORT, 30)
    assert scene(t.game).speakers == {user(5)}


@pytest.mark.rule("CC-14")
def test_where_another_is_nominated_the_silenced_stays_silent() -> None:
    t = silenced(5)
    t.nominate(3, 6)
    t.nominate(4, 7)
    t.speech_of(5)
    assert kind(t) is SpeechKind.SILENT
    assert scene(t.game).speakers == frozenset()
    t.until(Ballot)
    assert t.all(ev.LateSpeechesGiven) == []


@pytest.mark.rule("CC-14")
def test_nominated_after_his_turn_he_speaks_at_the_end_of_the_circle() -> None:
    t = silenced(3).speech_of(3)
    t.thanks()
    t.nominate(7, 3)
    t.speech_of(1)  # the last of circle 2
    t.thanks()
    assert isinstance(t.phase, Speeches)
    assert (t.speaker, kind(t)) == (3, SpeechKind.SHORT)
    opened = t.last(ev.SpeechOpened)
    assert opened.deadline - opened.at == 30
    t.refuses(cmd.Nominate(SeatNo(3), SeatNo(6)), Code.NO_NOMINATIONS_NOW, "CC-14")
    t.thanks()
    assert t.exits == [(3, "lone")]


@pytest.mark.rule("CC-14")
def test_his_own_nomination_of_himself_gives_him_no_speech() -> None:
    t = silenced(3).speech_of(3)
    t.nominate(3, 3)
    assert turn(t.game, SeatNo(3)) is SpeechKind.SILENT
    t.thanks()
    t.until(LastWords, Night)
    assert t.all(ev.LateSpeechesGiven) == []


@pytest.mark.rule("CC-14")
def test_who_had_his_half_minute_does_not_get_it_twice() -> None:
    t = silenced(5)
    t.nominate(3, 5)
    t.until(LastWords)
    assert [e.kind for e in t.all(ev.SpeechOpened) if e.seat == 5] == [SpeechKind.FULL, SpeechKind.SHORT]


@pytest.mark.rule("CC-14")
@pytest.mark.parametrize(
    ("count", "expected"), [(3, SpeechKind.SHORT), (4, SpeechKind.SHORT), (5, SpeechKind.SILENT)]
)
def test_with_three_or_four_left_he_speaks_half_a_minute_anyway(count: int, expected: SpeechKind) -> None:
    t = silenced(2, ["don", *["civilian"] * (count - 1)]).speech_of(2)
    assert len(t.alive) == count
    assert kind(t) is expected


@pytest.mark.rule("CC-15")
def test_an_oath_removes_at_once_and_is_no_warning() -> None:
    t = carcrash()
    t.refuses(cmd.Warn(Rank.HOST, SeatNo(3), "oath"), Code.WRONG_SANCTION, "CC-15")
    t.remove(3, offence="oath")
    assert t.exits == [(3, "discipline")]
    assert t.all(ev.PlayerSuspended) == []


@pytest.mark.rule("CC-16")
def test_a_monster_is_removed_and_misses_two_games() -> None:
    t = carcrash().remove(3, offence="monster")
    ban = t.last(ev.PlayerSuspended)
    assert (ban.user, ban.games, ban.day, ban.hall) == (user(3), 2, False, False)
    assert t.exits == [(3, "discipline")]


@pytest.mark.rule("CC-16")
def test_a_monster_may_be_recognised_after_the_ladder_removed_him() -> None:
    t = carcrash().warn(3, 4)
    assert t.all(ev.PlayerSuspended) == []
    t.do(cmd.Suspend(Rank.HOST, user(3), "monster"))
    assert t.last(ev.PlayerSuspended).games == 2


@pytest.mark.rule("CC-17")
@pytest.mark.parametrize("step", ["mafia", "don", "sheriff"])
def test_a_mask_taken_off_at_night_removes_and_the_night_goes_on(step: str) -> None:
    t = carcrash().step_of(step)
    number = t.game.clock.step
    t.remove(3, offence="mask_off")
    assert t.exits == [(3, "discipline")]
    assert t.game.player(SeatNo(3)).exit is not None
    assert t.last(ev.PlayerLeft).at_night
    assert isinstance(t.phase, Night)
    assert t.game.clock.step == number


@pytest.mark.rule("CC-17")
def test_the_shot_of_a_removed_black_is_void_and_the_others_suffice() -> None:
    t = carcrash().step_of("mafia")
    t.press(8, 3)
    t.remove(8, offence="mask_off")
    t.night(shots={9: 2, 10: 2}, to_day=False)
    assert t.exits == [(8, "discipline"), (2, "night")]


@pytest.mark.rule("CC-18")
@pytest.mark.parametrize("offence", ["spectator_hint", "noise"])
def test_hints_and_noise_from_outside_cost_two_games(offence: str) -> None:
    t = carcrash().night(mafia=2)
    for person in (UserId(4242), user(2)):  # a spectator, and one of the dead
        t.do(cmd.Suspend(Rank.HOST, person, offence))
        ban = t.last(ev.PlayerSuspended)
        assert (ban.user, ban.offence, ban.games) == (person, offence, 2)
    assert t.outcome is None


@pytest.mark.rule("CC-19")
def test_arguing_with_the_host_costs_ten_games() -> None:
    t = carcrash()
    t.do(cmd.Suspend(Rank.HOST, user(3), "conflict"))
    assert t.last(ev.PlayerSuspended).games == 10
    assert 3 in t.alive
    t.remove(4, offence="conflict")
    assert t.last(ev.PlayerSuspended).user == user(4)
    assert t.exits == [(4, "discipline")]
