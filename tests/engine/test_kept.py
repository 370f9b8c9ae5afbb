"""What a game leaves to its club: the names of the evening, the bans it gave, who was there to miss it."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.decide import open_lobby
from mafia_bot.engine.ids import Rank, SeatNo, UserId
from mafia_bot.engine.kept import Ban, Named
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Over, Speeches
from tests.engine.scenario import Table, lobby, rules, table, user
from tests.engine.tables import BLIND, MASKS

H, GUEST = Rank.HOST, UserId(4242)


def carcrash() -> Table:
    return table("carcrash", BLIND, host=1)


def bans(t: Table) -> list[tuple[UserId, str, bool]]:
    return [(ban.user, ban.offence, ban.lifted) for ban in t.game.kept.bans]


def names(t: Table) -> dict[UserId, str]:
    return {named.user: named.name for named in t.game.kept.names}


# ---- names ----


def test_people_come_by_the_name_they_are_seen_with() -> None:
    opened = open_lobby(cmd.OpenLobby(rules("masks"), UserId(9)))
    t = Table(opened.game, list(opened.events))
    t.now = 50.0
    assert t.do(cmd.Join(user(1), "Аня")) == (
        ev.NameSeen(user(1), "Аня", 50.0),
        ev.PlayerJoined(user(1), 50.0),
    )
    assert t.game.kept.names == (Named(user(1), "Аня", 50.0),)
    for seat in (2, 3, 4):
        t.do(cmd.Join(user(seat)))
    t.do(cmd.StartGame(H, names=((user(1), "Аня"), (user(2), "Боря"), (user(3), ""))))
    assert names(t) == {user(1): "Аня", user(2): "Боря"}
    assert t.replays()


def test_a_new_name_is_told_once_and_only_of_players() -> None:
    t = table("masks", MASKS, host=1)
    assert t.do(cmd.SeeName(user(3), "Зоя")) == (ev.NameSeen(user(3), "Зоя", t.now),)
    assert t.do(cmd.SeeName(user(3), "Зоя")) == ()
    for stranger in (GUEST, UserId(1)):
        assert t.do(cmd.SeeName(stranger, "Прохожий")) == ()
    assert t.do(cmd.SeeName(user(3), "Зоя-2")) == (ev.NameSeen(user(3), "Зоя-2", t.now),)
    assert names(t)[user(3)] == "Зоя-2"
    assert t.replays()


def test_a_name_is_seen_whatever_goes_on_and_stays_as_it_was_when_the_evening_is_over() -> None:
    t = lobby("masks", 5)
    assert t.do(cmd.SeeName(user(5), "Пятый")) != ()
    t = table("masks", MASKS, start="night")
    t.do(cmd.Pause(H))
    assert t.do(cmd.SeeName(user(5), "Пятый")) != ()
    t.do(cmd.Annul(H, "annulled"))
    assert t.do(cmd.SeeName(user(5), "Иначе")) == ()
    assert names(t)[user(5)] == "Пятый"


def test_a_substitute_brings_a_name() -> None:
    t = table("masks", MASKS)
    t.do(cmd.Replace(H, SeatNo(2), GUEST, "Замена"))
    assert names(t) == {GUEST: "Замена"}


@pytest.mark.rule("GE-09")
def test_undoing_takes_no_name_back_and_a_name_no_undoing() -> None:
    t = table("masks", MASKS).remove(4)
    t.do(cmd.SeeName(user(4), "Четвёртый"))
    assert t.game.ruling is not None
    assert t.game.ruling.acts == 0
    t.undo()
    assert names(t) == {user(4): "Четвёртый"}
    assert 4 in t.alive


# ---- bans ----


@pytest.mark.rule("CC-16", "CC-18", "CC-19")
def test_the_position_knows_every_ban_with_its_moment() -> None:
    t = carcrash()
    t.wait(3)
    t.remove(3, offence="monster")
    t.wait(4)
    t.do(cmd.Suspend(H, GUEST, "noise"))
    assert t.game.kept.bans == (
        Ban(user(3), "monster", 2, day=False, hall=False, at=t.now - 4),
        Ban(GUEST, "noise", 2, day=False, hall=False, at=t.now),
    )
    assert t.replays()


@pytest.mark.rule("GE-09")
def test_undo_takes_back_the_suspension_if_that_came_last() -> None:
    t = carcrash().warn(3)
    t.do(cmd.Suspend(H, GUEST, "noise"))
    t.undo()
    assert bans(t) == [(GUEST, "noise", True)]
    assert t.game.player(SeatNo(3)).warnings == 1
    t.undo()
    assert t.game.player(SeatNo(3)).warnings == 0
    assert t.replays()


@pytest.mark.rule("GE-09")
@pytest.mark.parametrize("later", [False, True])
def test_undo_of_a_removal_lifts_its_ban_and_no_other(later: bool) -> None:
    t = carcrash()
    t.do(cmd.Suspend(H, user(5), "noise"))
    t.remove(3, offence="monster")
    if later:
        t.run_out()
    t.undo()
    assert bans(t) == [(user(5), "noise", False), (user(3), "monster", True)]
    assert 3 in t.alive
    t.undo()
    assert bans(t) == [(user(5), "noise", True), (user(3), "monster", True)]
    assert t.replays()


@pytest.mark.rule("GE-09")
def test_a_suspension_is_taken_back_long_after_and_the_evening_goes_on() -> None:
    t = carcrash()
    t.do(cmd.Suspend(H, user(5), "conflict"))
    t.run_out()
    phase, clock = t.phase, t.game.clock
    t.undo()
    assert (t.phase, t.game.clock) == (phase, clock)
    assert bans(t) == [(user(5), "conflict", True)]


@pytest.mark.rule("GE-02")
def test_an_assistant_does_not_take_back_the_hosts_suspension() -> None:
    t = carcrash()
    t.do(cmd.Suspend(H, GUEST, "noise"))
    t.refuses(cmd.Undo(Rank.ASSISTANT), Code.HOST_DECIDED, "GE-02")


@pytest.mark.rule("MW-15", "GE-09")
def test_a_suspension_that_annulled_the_game_is_taken_back_with_the_annulment() -> None:
    t = table("most_wanted", BLIND, host=1)
    t.do(cmd.Suspend(H, GUEST, "spectator_hint"))
    assert isinstance(t.phase, Over)
    t.undo()
    assert isinstance(t.phase, Speeches)
    assert bans(t) == [(GUEST, "spectator_hint", True)]


def test_a_ban_given_again_is_another_ban() -> None:
    t = carcrash()
    for _ in range(2):
        t.do(cmd.Suspend(H, GUEST, "noise"))
        t.undo()
    t.do(cmd.Suspend(H, GUEST, "noise"))
    assert [ban.lifted for ban in t.game.kept.bans] == [True, True, False]


# ---- the beginning and the end ----


@pytest.mark.rule("CC-16")
def test_who_was_there_to_miss_the_game_is_a_fact_of_its_start() -> None:
    t = lobby("carcrash", 10)
    t.now = 77.0
    t.do(cmd.StartGame(H, serving=(GUEST,)))
    assert (t.game.kept.started, t.game.kept.serving) == (77.0, (GUEST,))
    t.warn(3).undo()
    assert (t.game.kept.started, t.game.kept.serving) == (77.0, (GUEST,))
    t.do(cmd.Annul(H, "annulled", "свет погас"))
    outcome = t.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.words, outcome.counts) == ("annulled", "свет погас", False)
    assert t.replays()
