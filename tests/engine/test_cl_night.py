"""classic: blind shooting, the two checks and the morning (CL-09 – CL-11)."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.audience import Seats, audience
from mafia_bot.engine.ids import Act, SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import LastWords, Speeches
from mafia_bot.engine.view import view
from tests.engine.scenario import Table, table, user

CARDS = {1: "sheriff", 8: "mafia", 9: "mafia", 10: "don"}


def classic() -> Table:
    return table("classic", CARDS)


@pytest.mark.rule("CL-09")
@pytest.mark.parametrize(
    ("shots", "hit"),
    [
        ({8: 2, 9: 2, 10: 2}, True),
        ({8: 2, 9: 2, 10: 3}, False),
        ({8: 2, 9: 2}, False),
        ({}, False),
    ],
)
def test_a_hit_needs_every_black_on_one_seat(shots: dict[int, int], hit: bool) -> None:
    t = classic().night(shots=shots, to_day=False)
    assert t.exits == ([(2, "night")] if hit else [])
    assert t.last(ev.NightResolved).missed is not hit


@pytest.mark.rule("CL-09")
def test_the_first_choice_stands_and_nobody_else_sees_it() -> None:
    t = classic().step_of("mafia", "shoot")
    (chosen,) = t.press(8, 2)
    assert audience(t.game, chosen) == Seats((SeatNo(8),))
    t.refuses(cmd.ChooseTarget(SeatNo(8), t.game.clock.step, SeatNo(3)), Code.ALREADY_CHOSEN, "MW-09")


@pytest.mark.rule("CL-09")
def test_only_the_living_black_have_to_agree() -> None:
    t = classic().night().day_out(10)
    t.night(shots={8: 2, 9: 2}, to_day=False)
    assert t.exits == [(10, "vote"), (2, "night")]


@pytest.mark.rule("CL-09", "CC-22")
def test_the_black_may_shoot_one_of_their_own() -> None:
    t = classic().night(mafia=9, to_day=False)
    assert t.exits == [(9, "night")]


@pytest.mark.rule("CL-10")
def test_the_don_looks_for_the_sheriff_before_the_sheriff_looks_for_black() -> None:
    t = classic().step_of("don")
    assert t.press(10, 1)[1] == ev.CheckAnswered(SeatNo(10), Act.SEEK, SeatNo(1), True)
    t.refuses(cmd.ChooseTarget(SeatNo(10), t.game.clock.step, SeatNo(2)), Code.ALREADY_CHOSEN)
    t.step_of("sheriff")
    assert t.press(1, 10)[1] == ev.CheckAnswered(SeatNo(1), Act.CHECK, SeatNo(10), True)


@pytest.mark.rule("CL-10")
def test_a_wrong_guess_is_answered_no_to_the_asker_alone() -> None:
    t = classic().step_of("don")
    answer = t.press(10, 2)[1]
    assert answer == ev.CheckAnswered(SeatNo(10), Act.SEEK, SeatNo(2), False)
    assert audience(t.game, answer) == Seats((SeatNo(10),))
    t.step_of("sheriff").press(1, 2)
    own = view(t.game, user(1)).own
    assert own is not None
    assert [(c.target, c.yes) for c in own.checks] == [(2, False)]


@pytest.mark.rule("CL-10")
def test_the_don_may_check_a_seat_that_has_left() -> None:
    t = classic().night(mafia=1).step_of("don")
    assert t.press(10, 1)[1] == ev.CheckAnswered(SeatNo(10), Act.SEEK, SeatNo(1), True)


@pytest.mark.rule("CL-10", "GE-11")
def test_the_checks_take_their_time_though_both_checkers_are_dead() -> None:
    t = classic().night(mafia=1).day_out(10)
    assert len(t.alive) == 8
    mark = len(t.log)
    t.night(shots={8: 2, 9: 2}, to_day=False)
    steps = t.since(mark - 1, ev.NightStepOpened)
    assert [s.deadline - s.at for s in steps] == [20, 15, 15]


@pytest.mark.rule("CL-11")
def test_a_night_without_a_victim_is_a_good_morning_and_no_word_of_a_miss() -> None:
    t = classic().night(shots={8: 2, 9: 3}, to_day=False)
    assert t.last(ev.MorningCame) == ev.MorningCame((), missed=False, healed=False)
    assert isinstance(t.phase, Speeches)


@pytest.mark.rule("CL-11")
def test_a_victim_of_the_night_has_half_a_minute() -> None:
    t = classic().night(mafia=2, to_day=False)
    assert isinstance(t.phase, LastWords)
    farewell = t.last(ev.FarewellOpened)
    assert (farewell.seat, farewell.deadline - farewell.at) == (2, 30)
    t.run_out()
    assert isinstance(t.phase, Speeches)
