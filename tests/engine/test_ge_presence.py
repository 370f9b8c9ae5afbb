"""Half of a table away, or all of it; and what nobody comes back to: GE-13."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.decide import open_lobby
from mafia_bot.engine.due import Deadline, due
from mafia_bot.engine.ids import Rank, RulingKind, SeatNo, UserId
from mafia_bot.engine.offered import offered
from mafia_bot.engine.presence import IDLE_SECONDS, undecided
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Lobby, Over, Speeches
from tests.engine.scenario import Table, lobby, rules, table, user
from tests.engine.tables import BLIND

H = Rank.HOST
PATIENCE = 300


def drop(t: Table, *seats: int) -> Table:
    for seat in seats:
        t.do(cmd.DropOut(SeatNo(seat)))
    return t


def back(t: Table, *seats: int) -> Table:
    for seat in seats:
        t.do(cmd.ComeBack(SeatNo(seat)))
    return t


def deserted(host: int | None = None) -> Table:
    """A table of ten, all of whom left in the twentieth second of the first speech."""
    t = table("most_wanted", BLIND, host=host).speech_of(1)
    t.wait(20)
    return drop(t, *range(1, 11))


@pytest.mark.rule("GE-13")
@pytest.mark.parametrize("host", [None, 1])
def test_with_half_of_the_living_away_the_game_pauses(host: int | None) -> None:
    t = table("most_wanted", BLIND, host=host).remove(10).remove(9).speech_of(1)
    left = (t.game.clock.deadline or 0) - t.now
    drop(t, 2, 3, 4)
    assert not t.game.paused
    drop(t, 5)
    assert t.last(ev.GamePaused).away == (2, 3, 4, 5)
    assert t.game.paused
    assert t.game.clock.left == left
    t.wait(1000)
    t.refuses(cmd.GraceRanOut(SeatNo(2)), Code.STALE, "GE-13")
    back(t, 2, 3, 4)
    assert t.game.paused, "whoever is there may let it go on"
    back(t, 5)
    assert not t.game.paused
    assert (t.game.clock.deadline or 0) - t.now == left


@pytest.mark.rule("GE-13", "GE-09")
def test_whoever_lets_it_go_on_without_them_is_not_stopped_again() -> None:
    t = drop(table("most_wanted", BLIND), 1, 2, 3, 4, 5)
    t.do(cmd.Resume(H))
    assert not t.game.paused
    t.wait(120)
    for seat in range(1, 4):
        t.do(cmd.GraceRanOut(SeatNo(seat)))
    assert t.winners == {"town"}, "the black have left"


@pytest.mark.rule("GE-13")
def test_the_dead_are_not_counted_and_those_the_host_was_asked_about_are() -> None:
    t = table("most_wanted", BLIND, host=1)
    drop(t, 5, 6, 7, 8)
    t.remove(5).remove(6)
    t.wait(120)
    t.do(cmd.GraceRanOut(SeatNo(7)))
    assert (t.game.absent, t.game.away) == (((8, t.game.absent[0][1]),), (7, 8))
    drop(t, 9)
    assert not t.game.paused
    drop(t, 10)
    assert t.last(ev.GamePaused).away == (7, 8, 9, 10)


@pytest.mark.rule("GE-13")
def test_somebody_the_host_was_asked_about_comes_back() -> None:
    t = drop(table("most_wanted", BLIND, host=1), 7)
    t.wait(120)
    t.do(cmd.GraceRanOut(SeatNo(7)))
    assert t.do(cmd.ComeBack(SeatNo(7))) == (ev.PlayerReturned(SeatNo(7)),)
    assert t.do(cmd.ComeBack(SeatNo(7))) == ()


@pytest.mark.rule("GE-13")
@pytest.mark.parametrize("host", [None, 1])
def test_a_game_without_players_is_closed_and_counts_for_nothing(host: int | None) -> None:
    t = deserted(host)
    assert due(t.game) == Deadline(t.now + PATIENCE, cmd.Abandon())
    t.wait(PATIENCE - 1)
    t.refuses(cmd.Abandon(), Code.STALE, "GE-13")
    t.wait(1)
    t.do(cmd.Abandon())
    assert t.outcome is not None
    assert (t.outcome.winners, t.outcome.reason, t.outcome.counts) == ((), "abandoned", False)
    assert due(t.game) is None
    assert t.replays()


@pytest.mark.rule("GE-13")
def test_one_who_comes_back_keeps_the_game() -> None:
    t = deserted()
    t.wait(PATIENCE - 1)
    back(t, 7)
    assert due(t.game) is None, "it is paused, and waits for people alone"
    t.refuses(cmd.Abandon(), Code.STALE, "GE-13")
    drop(t, 7)
    assert due(t.game) == Deadline(t.now + PATIENCE, cmd.Abandon())


@pytest.mark.rule("GE-13")
def test_the_last_one_there_leaves_the_game() -> None:
    t = table("most_wanted", BLIND)
    drop(t, *range(1, 10))
    t.do(cmd.Resume(H))
    assert t.game.deserted is None
    t.remove(10)
    assert t.game.deserted == t.now + PATIENCE


@pytest.mark.rule("GE-13", "GE-09")
def test_a_pause_by_hand_waits_for_hours() -> None:
    t = table("most_wanted", BLIND)
    t.do(cmd.Pause(H))
    drop(t, *range(1, 11))
    assert due(t.game) == Deadline(t.now + IDLE_SECONDS, cmd.Abandon())
    t = deserted()
    left = t.game.clock.left
    t.do(cmd.Pause(H))
    assert due(t.game) == Deadline(t.now + IDLE_SECONDS, cmd.Abandon())
    assert t.game.clock.left == left
    t.refuses(cmd.Pause(H), Code.GAME_PAUSED, "GE-09")
    back(t, *range(1, 11))
    assert t.game.paused, "what a hand has paused goes on by hand"
    t.do(cmd.Resume(H))
    assert t.game.deserted is None


@pytest.mark.rule("GE-13")
def test_an_outage_is_not_counted_against_those_who_are_away() -> None:
    t = deserted()
    t.wait(900)
    t.do(cmd.EndOutage(t.now - 850))
    assert due(t.game) == Deadline(t.now + PATIENCE, cmd.Abandon())


@pytest.mark.rule("GE-13", "GE-09")
def test_an_abandoned_game_can_be_taken_up_again() -> None:
    t = deserted()
    left = t.game.clock.left
    t.wait(PATIENCE)
    t.do(cmd.Abandon())
    t.undo()
    assert t.last(ev.RulingUndone).kind is RulingKind.END
    assert isinstance(t.phase, Speeches)
    assert (t.game.paused, t.game.clock.left) == (True, left)
    drop(t, *range(1, 11))
    assert due(t.game) == Deadline(t.now + PATIENCE, cmd.Abandon())
    back(t, *range(1, 11))
    assert (t.game.clock.deadline or 0) - t.now == left


@pytest.mark.rule("GE-13")
def test_how_long_is_an_axis() -> None:
    t = table("most_wanted", BLIND, axes={"discipline.abandoned_seconds": 60})
    drop(t, *range(1, 11))
    assert t.game.deserted == t.now + 60


def test_a_lobby_that_nobody_touches_is_closed() -> None:
    t = lobby("most_wanted", 3, at=100.0)
    assert due(t.game) == Deadline(100.0 + IDLE_SECONDS, cmd.Abandon())
    for command in (
        cmd.Join(UserId(50)),
        cmd.Unjoin(user(1)),
        cmd.ChooseRuleset(H, rules("masks")),
        cmd.ChooseDeal(H, ()),
        cmd.NameHost(H, UserId(77)),
        cmd.NameAssistant(H, UserId(78)),
    ):
        t.wait(1000)
        t.do(command)
        assert due(t.game) == Deadline(t.now + IDLE_SECONDS, cmd.Abandon())
    t.refuses(cmd.Abandon(), Code.STALE)
    t.wait(IDLE_SECONDS)
    t.do(cmd.Abandon())
    assert t.outcome is not None
    assert t.outcome.reason == "abandoned"
    t.undo()
    assert isinstance(t.phase, Lobby)
    assert len(t.phase.members) == 3
    assert due(t.game) == Deadline(t.now + IDLE_SECONDS, cmd.Abandon())
    assert t.replays()


def test_a_lobby_of_the_first_journals_waits_for_ever() -> None:
    game = open_lobby(cmd.OpenLobby(rules("masks"), None)).game
    assert due(game) is None
    assert not isinstance(game.phase, Over)


@pytest.mark.rule("GE-13", "GE-16")
def test_the_host_may_wait_once_more_and_is_asked_again() -> None:
    t = drop(table("most_wanted", BLIND, host=1), 7)
    t.refuses(cmd.Await(H, SeatNo(7)), Code.STALE, "GE-13")
    t.wait(120)
    t.do(cmd.GraceRanOut(SeatNo(7)))
    assert undecided(t.game) == (7,)
    assert Control(Press.WAIT, 0, 7) in offered(t.game)
    t.do(cmd.Await(H, SeatNo(7)))
    assert t.last(ev.GraceRenewed).deadline == t.now + 120
    assert undecided(t.game) == ()
    assert not {Press.WAIT, Press.GONE} & {control.press for control in offered(t.game)}
    t.refuses(cmd.Await(H, SeatNo(7)), Code.STALE, "GE-13")
    t.wait(120)
    assert t.do(cmd.GraceRanOut(SeatNo(7))) == (ev.HostAsked(SeatNo(7)),)
    back(t, 7)
    assert undecided(t.game) == ()
    assert t.replays()


@pytest.mark.rule("GE-13")
def test_at_the_bots_own_table_nobody_is_asked() -> None:
    t = drop(table("most_wanted", BLIND), 7)
    t.wait(120)
    t.refuses(cmd.Await(H, SeatNo(7)), Code.STALE, "GE-13")
    t.do(cmd.GraceRanOut(SeatNo(7)))
    assert undecided(t.game) == ()


@pytest.mark.rule("GE-13", "GE-09")
def test_waiting_does_not_make_an_earlier_ruling_too_old_to_undo() -> None:
    t = drop(table("most_wanted", BLIND, host=1), 7)
    t.wait(120)
    t.do(cmd.GraceRanOut(SeatNo(7)))
    t.warn(3)
    t.do(cmd.Await(H, SeatNo(7)))
    assert t.game.ruling is not None
    assert t.game.ruling.acts == 0
