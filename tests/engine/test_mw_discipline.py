"""`most_wanted`, three tiers of punishment: MW-15 – MW-20."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Rank, SeatNo, SpeechKind, UserId
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import LastWords, Night, Over, Speeches
from mafia_bot.texts.lexicon import forbidden
from tests.engine.scenario import Table, table, user
from tests.engine.tables import BLIND

SPECTATOR = UserId(77)


def blind() -> Table:
    """Don 1, mafia 2 and 3, sheriff 4, a human host."""
    return table("most_wanted", BLIND, host=1)


def remove(seat: int, offence: str, hall: bool | None = None) -> cmd.Remove:
    """The host removes."""
    return cmd.Remove(Rank.HOST, SeatNo(seat), offence, hall)


@pytest.mark.rule("MW-15")
@pytest.mark.parametrize("offence", ["peeking", "monster", "left_table"])
def test_what_removes_from_the_hall(offence: str) -> None:
    t = blind()
    t.do(remove(7, offence))
    assert t.exits == [(7, "discipline")]
    assert t.last(ev.PlayerRemoved).hall
    ban = t.last(ev.PlayerSuspended)
    assert (ban.user, ban.offence, ban.hall, ban.day) == (user(7), offence, True, True)


@pytest.mark.rule("MW-15")
def test_a_spectators_hint_closes_the_hall_to_them_and_annuls_the_result() -> None:
    t = blind()
    t.do(cmd.Suspend(Rank.HOST, SPECTATOR, "spectator_hint"))
    assert t.last(ev.PlayerSuspended).hall
    assert isinstance(t.phase, Over)
    assert t.outcome is not None
    assert not t.outcome.counts
    assert t.winners == set()


@pytest.mark.rule("MW-15")
def test_only_an_offence_that_carries_a_ban_bans_a_spectator() -> None:
    t = blind()
    t.refuses(cmd.Suspend(Rank.HOST, SPECTATOR, "noise"), Code.WRONG_SANCTION, "MW-17")
    t.refuses(cmd.Suspend(Rank.HOST, SPECTATOR, "sneezing"), Code.UNKNOWN_OFFENCE)
    assert t.outcome is None


@pytest.mark.rule("MW-16")
@pytest.mark.parametrize("offence", ["oath", "god", "bet", "hand_off", "dispute_host"])
def test_what_removes_from_the_table(offence: str) -> None:
    t = blind()
    t.do(remove(7, offence))
    assert t.exits == [(7, "discipline")]
    assert not t.last(ev.PlayerRemoved).hall
    assert not t.all(ev.PlayerSuspended)
    assert not t.all(ev.LastWordsBegan)


@pytest.mark.rule("MW-16")
@pytest.mark.parametrize(
    ("said", "offences"),
    [
        ("честным словом", {"oath"}),
        ("клянёмся", {"oath"}),
        ("вот те крест", {"oath"}),
        ("Богу", {"god"}),
        ("аллахом", {"god"}),
        ("Христа", {"god"}),
        ("на Коране", {"god"}),
        ("держу пари", {"bet"}),
    ],
)
def test_the_words_that_remove(said: str, offences: set[str]) -> None:
    lexicon = {offence.id: offence for offence in blind().game.rules.discipline.offences}
    removing = {id_ for id_ in forbidden(said, lexicon) if lexicon[id_].sanctions == ("removal",)}
    assert removing == offences


@pytest.mark.rule("MW-17")
@pytest.mark.parametrize(
    "offence",
    ["honestly", "obscene", "disrespect", "out_of_turn", "noise", "night_behaviour", "foreign_words"],
)
def test_what_brings_a_warning(offence: str) -> None:
    t = blind()
    t.do(cmd.Warn(Rank.HOST, SeatNo(7), offence))
    assert t.game.player(7).warnings == 1
    t.refuses(remove(7, offence), Code.WRONG_SANCTION, "MW-17")


@pytest.mark.rule("MW-17")
@pytest.mark.parametrize("said", ["честно", "нечестный", "по-честному", "честен", "дело чести"])
def test_honestly_and_its_root_in_any_form_bring_a_warning_alone(said: str) -> None:
    lexicon = {offence.id: offence for offence in blind().game.rules.discipline.offences}
    assert [lexicon[id_].sanctions for id_ in forbidden(said, lexicon)] == [("warning",)]


@pytest.mark.rule("MW-18")
def test_one_remark_can_bring_two_warnings_or_more() -> None:
    t = blind()
    t.do(cmd.Warn(Rank.HOST, SeatNo(7), "obscene", 2))
    assert [e.count for e in t.all(ev.WarningIssued)] == [1, 2]
    t.undo()
    assert t.game.player(7).warnings == 0


@pytest.mark.rule("MW-18")
def test_or_all_its_items_at_once_or_the_strictest() -> None:
    t = blind()
    t.do(cmd.Warn(Rank.HOST, SeatNo(7), "honestly"))
    t.do(cmd.Warn(Rank.HOST, SeatNo(7), "out_of_turn"))
    t.do(remove(7, "oath"))
    assert t.exits == [(7, "discipline")]
    t = blind()
    t.do(remove(7, "oath"))
    assert t.game.player(7).warnings == 0


@pytest.mark.rule("MW-19")
@pytest.mark.parametrize("offence", ["peeking", "monster", "left_table"])
def test_the_host_may_turn_the_hall_into_the_table_with_a_ban_for_the_day(offence: str) -> None:
    t = blind()
    t.do(remove(7, offence, hall=False))
    assert t.exits == [(7, "discipline")]
    assert not t.last(ev.PlayerRemoved).hall
    ban = t.last(ev.PlayerSuspended)
    assert (ban.user, ban.day, ban.hall) == (user(7), True, False)


@pytest.mark.rule("MW-19")
def test_a_later_offence_can_still_bring_the_hall() -> None:
    t = blind()
    t.do(remove(7, "peeking", hall=False))
    t.do(cmd.Suspend(Rank.HOST, user(7), "peeking"))
    assert t.last(ev.PlayerSuspended).hall
    assert t.outcome is None


@pytest.mark.rule("MW-19")
@pytest.mark.parametrize("how", ["vote", "night"])
def test_removal_from_the_hall_leaves_no_last_words(how: str) -> None:
    t = blind()
    if how == "vote":
        t.put_up(7, 8).vote({7: range(1, 11)})
    else:
        t.night(mafia=7, to_day=False)
    assert isinstance(t.phase, LastWords)
    t.do(remove(7, "peeking"))
    assert isinstance(t.phase, Night if how == "vote" else Speeches)
    assert t.last(ev.PlayerSuspended).hall


@pytest.mark.rule("MW-20")
def test_three_warnings_cost_the_next_speech_and_leave_one_nomination() -> None:
    t = blind().speech_of(7).warn(7, 3)
    assert t.last(ev.PenaltyIncurred).circle == 2
    assert t.last(ev.SpeechOpened).kind == SpeechKind.FULL
    t.night().speech_of(7)
    assert t.last(ev.SpeechOpened).kind == SpeechKind.SILENT
    t.nominate(7, 5)
    t.refuses(cmd.Nominate(SeatNo(7), SeatNo(6)), Code.NOMINATED_ONCE)
    t.thanks()
    t.night().speech_of(7)
    assert t.last(ev.SpeechOpened).kind == SpeechKind.FULL


@pytest.mark.rule("MW-20")
def test_the_third_before_ones_own_turn_costs_the_next_discussion_all_the_same() -> None:
    t = blind().warn(7, 3).speech_of(7)
    assert t.last(ev.SpeechOpened).kind == SpeechKind.FULL
    t.night().speech_of(7)
    assert t.last(ev.SpeechOpened).kind == SpeechKind.SILENT


@pytest.mark.rule("MW-20")
def test_four_warnings_remove_without_last_words() -> None:
    t = blind().warn(7, 3)
    assert 7 in t.alive
    t.warn(7)
    assert t.exits == [(7, "discipline")]
    assert not t.last(ev.PlayerRemoved).hall
    assert not t.all(ev.LastWordsBegan)


@pytest.mark.rule("MW-20")
def test_warnings_stay_through_the_nights_of_a_game() -> None:
    t = blind().warn(7, 2).night().night().warn(7)
    assert t.game.player(7).warnings == 3
    t.night().warn(7)
    assert t.exits == [(7, "discipline")]


@pytest.mark.rule("MW-20", "GE-07")
def test_the_fourth_warning_of_the_last_black_ends_the_game() -> None:
    t = blind().remove(2).remove(3).warn(1, 4)
    assert t.winners == {"town"}
