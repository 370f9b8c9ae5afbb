"""`most_wanted`, the nights and who wins: MW-03, MW-09 – MW-11, MW-14."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.audience import Seats, audience
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import LastWords, Night, Speeches
from mafia_bot.engine.view import view
from tests.engine.scenario import Table, table, user
from tests.engine.tables import BLIND


def blind(start: str = "day") -> Table:
    """Don 1, mafia 2 and 3, sheriff 4."""
    return table("most_wanted", BLIND, start=start)


def order(t: Table, by: int, *seats: int) -> cmd.GiveOrder:
    """A kill order."""
    return cmd.GiveOrder(SeatNo(by), t.game.clock.step, tuple(SeatNo(seat) for seat in seats))


@pytest.mark.rule("MW-03")
def test_night_zero_wakes_the_black_for_the_order_and_then_the_sheriff() -> None:
    t = blind("night")
    woken = []
    while isinstance(t.phase, Night):
        woken.append((t.phase.step.wake.value, t.phase.step.act.value, t.phase.step.room))
        t.run_out()
    assert woken == [("mafia", "order", True), ("sheriff", "meet", False)]
    assert t.exits == []
    assert t.speaker == 1


@pytest.mark.rule("MW-03")
def test_the_don_gives_an_ordered_list_that_every_black_sees_and_nobody_else() -> None:
    t = blind("night")
    t.do(order(t, 1, 5, 9, 4))
    assert audience(t.game, t.last(ev.OrderGiven)) == Seats((SeatNo(1), SeatNo(2), SeatNo(3)))
    t.until(Speeches)
    for seat in range(1, 11):
        own = view(t.game, user(seat)).own
        assert own is not None
        assert own.order == ((5, 9, 4) if seat in (1, 2, 3) else ())


@pytest.mark.rule("MW-03")
def test_the_black_know_one_another_and_their_don() -> None:
    t = blind("night")
    assert t.last(ev.TeamShown) == ev.TeamShown((SeatNo(1), SeatNo(2), SeatNo(3)), SeatNo(1))
    own = view(t.game, user(2)).own
    assert own is not None
    assert own.mates == ((1, "don"), (3, "mafia"))


@pytest.mark.rule("MW-03")
def test_the_order_is_the_dons_and_may_be_given_anew_while_the_black_are_awake() -> None:
    t = blind("night")
    t.refuses(order(t, 2, 5), Code.NOT_YOUR_ROLE, "MW-03")
    for wrong in ((), (5, 5), (5, 6, 7, 8), (11,)):
        t.refuses(order(t, 1, *wrong), Code.BAD_ORDER, "MW-03")
    t.do(order(t, 1, 5, 6))
    t.do(order(t, 1, 7))
    assert t.game.order == (7,)
    assert t.do(order(t, 9, 5)) == ()  # a civilian presses too, and nothing comes of it (GE-11)
    late = order(t, 1, 8)
    t.run_out()
    t.refuses(late, Code.STALE)


@pytest.mark.rule("MW-03", "MW-09")
def test_the_order_is_a_pact_and_binds_nobodys_shot() -> None:
    t = blind("night")
    t.do(order(t, 1, 5, 6, 7))
    t.until(Speeches).night(mafia=9)
    assert t.exits == [(9, "night")]


@pytest.mark.rule("MW-09")
@pytest.mark.parametrize(
    ("shots", "hit"),
    [
        ({1: 9, 2: 9, 3: 9}, True),
        ({1: 9, 2: 9, 3: 10}, False),
        ({1: 9, 2: 9}, False),
        ({}, False),
        ({1: 2, 2: 2, 3: 2}, False),
    ],
    ids=["all", "different", "forgotten", "nobody", "own"],
)
def test_all_black_on_one_seat_or_a_miss(shots: dict[int, int], hit: bool) -> None:
    t = blind().night(shots=shots)
    own = shots.get(1) == 2
    assert t.exits == ([(9, "night")] if hit else [(2, "night")] if own else [])
    assert t.last(ev.NightResolved).missed == (not hit and not own)


@pytest.mark.rule("MW-09")
def test_the_first_shot_stands_and_a_second_is_refused() -> None:
    t = blind().step_of("mafia", "shoot")
    t.press(1, 9)
    t.refuses(cmd.ChooseTarget(SeatNo(1), t.game.clock.step, SeatNo(10)), Code.ALREADY_CHOSEN, "MW-09")
    t.refuses(cmd.ChooseTarget(SeatNo(1), t.game.clock.step, SeatNo(9)), Code.ALREADY_CHOSEN, "MW-09")


@pytest.mark.rule("MW-09")
def test_nobody_sees_anothers_shot() -> None:
    t = blind().step_of("mafia", "shoot")
    t.press(1, 9)
    assert audience(t.game, t.last(ev.TargetChosen)) == Seats((SeatNo(1),))
    assert not t.phase.step.room  # type: ignore[union-attr]


@pytest.mark.rule("MW-09")
def test_the_living_black_alone_have_to_hit() -> None:
    t = blind().remove(3).night(shots={1: 9, 2: 9})
    assert t.exits[-1] == (9, "night")


@pytest.mark.rule("MW-09")
def test_the_dead_are_not_shot_at() -> None:
    t = blind().remove(9).step_of("mafia", "shoot")
    t.refuses(cmd.ChooseTarget(SeatNo(1), t.game.clock.step, SeatNo(9)), Code.TARGET_DEAD)


@pytest.mark.rule("MW-10")
def test_first_the_shot_then_the_don_then_the_sheriff() -> None:
    t = blind().until(Night)
    woken = []
    while isinstance(t.phase, Night):
        woken.append((t.phase.step.wake.value, t.phase.step.act.value))
        t.run_out()
    assert woken == [("mafia", "shoot"), ("don", "seek"), ("sheriff", "check")]


@pytest.mark.rule("MW-10")
@pytest.mark.parametrize(("target", "yes"), [(4, True), (2, False), (9, False), (1, False)])
def test_the_don_looks_for_the_sheriff(target: int, yes: bool) -> None:
    t = blind().night(don=target)
    assert t.last(ev.CheckAnswered) == ev.CheckAnswered(SeatNo(1), "seek", SeatNo(target), yes)


@pytest.mark.rule("MW-10")
@pytest.mark.parametrize(("target", "yes"), [(1, True), (2, True), (9, False), (4, False)])
def test_the_sheriff_looks_for_black(target: int, yes: bool) -> None:
    t = blind().night(sheriff=target)
    assert t.last(ev.CheckAnswered) == ev.CheckAnswered(SeatNo(4), "check", SeatNo(target), yes)


@pytest.mark.rule("MW-10")
def test_a_dead_seat_can_be_checked_by_both() -> None:
    t = blind().remove(4).night(don=4)
    assert t.last(ev.CheckAnswered).yes
    t = blind().remove(2).night(sheriff=2)
    assert t.last(ev.CheckAnswered).yes


@pytest.mark.rule("MW-10")
def test_one_check_a_night_and_nobody_checks_for_a_dead_don() -> None:
    t = blind().step_of("don", "seek")
    t.press(1, 9)
    t.refuses(cmd.ChooseTarget(SeatNo(1), t.game.clock.step, SeatNo(4)), Code.ALREADY_CHOSEN)
    t = blind().remove(1).step_of("don", "seek")
    t.refuses(cmd.ChooseTarget(SeatNo(1), t.game.clock.step, SeatNo(4)), Code.DEAD)
    assert t.press(2, 4) == ()
    assert not t.all(ev.CheckAnswered)


@pytest.mark.rule("MW-11")
def test_the_victim_is_announced_and_has_a_minute() -> None:
    t = blind().night(mafia=9, to_day=False)
    assert t.last(ev.MorningCame) == ev.MorningCame((SeatNo(9),), missed=False, healed=False)
    assert isinstance(t.phase, LastWords)
    assert t.speaker == 9
    assert t.last(ev.FarewellOpened).deadline - t.last(ev.FarewellOpened).at == 60
    t.refuses(cmd.EndSpeech(SeatNo(1)), Code.NOT_YOUR_TURN)
    t.thanks()
    assert isinstance(t.phase, Speeches)
    assert 9 not in t.phase.queue


@pytest.mark.rule("MW-11")
def test_a_miss_is_announced() -> None:
    t = blind().night(shots={1: 9, 2: 10, 3: 9})
    assert t.last(ev.MorningCame) == ev.MorningCame((), missed=True, healed=False)


@pytest.mark.rule("MW-14")
def test_red_win_when_no_black_is_left() -> None:
    t = blind().remove(1).remove(2)
    assert t.outcome is None
    t.remove(3)
    assert t.winners == {"town"}


@pytest.mark.rule("MW-14")
def test_black_win_when_equal_in_number() -> None:
    t = blind().night(mafia=10).day_out(9)
    t.night(mafia=8)
    assert len(t.alive) == 7
    assert t.outcome is None
    t.day_out(7)
    assert t.alive == [1, 2, 3, 4, 5, 6]
    assert t.winners == {"mafia"}


@pytest.mark.rule("MW-14", "GE-07")
def test_black_can_lose_by_shooting_their_own_last() -> None:
    t = blind().remove(2).remove(3).night(mafia=1)
    assert t.exits[-1] == (1, "night")
    assert t.winners == {"town"}
