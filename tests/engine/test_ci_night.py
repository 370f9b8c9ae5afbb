"""city: the night, step by step, and its morning (CI-04, CI-06, CI-08, CI-10, CI-11)."""

from typing import Any

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.audience import Seats, audience
from mafia_bot.engine.ids import Act, Role, SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.scene import scene
from mafia_bot.engine.state import LastWords, Night
from mafia_bot.engine.view import view
from tests.engine.scenario import REFUSE, Table, table, user

CARDS = {1: "sheriff", 2: "doctor", 3: "maniac", 8: "mafia", 9: "mafia", 10: "mafia"}
BLACK = frozenset(user(seat) for seat in (8, 9, 10))


def city() -> Table:
    return table("city", CARDS)


@pytest.mark.rule("CI-04")
@pytest.mark.parametrize(
    ("acts", "dead", "healed"),
    [
        ({"mafia": 4, "doctor": 4}, [], True),
        ({"maniac": 4, "doctor": 4}, [], True),
        ({"mafia": 4, "maniac": 4, "doctor": 4}, [], True),
        ({"mafia": 4, "maniac": 5, "doctor": 4}, [5], True),
        ({"mafia": 4, "maniac": 5, "doctor": 6}, [4, 5], False),
        ({"doctor": 4}, [], False),
        ({"mafia": 2, "doctor": 2}, [], True),
    ],
)
def test_the_doctor_saves_from_either_and_from_both(
    acts: dict[str, int], dead: list[int], healed: bool
) -> None:
    t = city().night(**acts)
    assert [seat for seat, _ in t.exits] == dead
    assert t.last(ev.MorningCame).healed is healed


@pytest.mark.rule("CI-04")
def test_the_morning_does_not_say_who_was_healed() -> None:
    t = city().night(mafia=4, doctor=4)
    assert t.last(ev.MorningCame) == ev.MorningCame((), missed=False, healed=True)


@pytest.mark.rule("CI-04")
def test_himself_once_a_game() -> None:
    t = city().night(doctor=2).night(doctor=4)
    t.step_of("doctor")
    t.refuses(cmd.ChooseTarget(SeatNo(2), t.game.clock.step, SeatNo(2)), Code.SELF_LIMIT)


@pytest.mark.rule("CI-04")
def test_anyone_else_not_two_nights_running() -> None:
    t = city().night(doctor=4).step_of("doctor")
    t.refuses(cmd.ChooseTarget(SeatNo(2), t.game.clock.step, SeatNo(4)), Code.SAME_TWICE)
    t.press(2, 5)
    t.night().step_of("doctor").press(2, 4)


@pytest.mark.rule("CI-06")
def test_mafia_know_each_other_from_the_night_of_acquaintance() -> None:
    t = table("city", CARDS, start="night")
    assert isinstance(t.phase, Night)
    assert [(s.wake, s.act) for s in t.phase.plan] == [(Role.MAFIA, Act.MEET)]
    own = view(t.game, user(8)).own
    assert own is not None
    assert [seat for seat, _ in own.mates] == [9, 10]
    stranger = view(t.game, user(3)).own
    assert stranger is not None
    assert stranger.mates == ()


@pytest.mark.rule("CI-06")
def test_first_they_talk_thirty_to_forty_seconds_then_all_choose_unseen() -> None:
    t = city().step_of("mafia", "talk")
    opened = t.last(ev.NightStepOpened)
    assert 30 <= opened.deadline - opened.at <= 40
    assert scene(t.game).rooms["mafia"].writers == BLACK
    mark = len(t.log)
    t.press(8, 4)  # the talk asks for nothing yet
    assert t.since(mark, ev.TargetChosen) == []
    t.run_out()
    assert scene(t.game).rooms["mafia"].writers == frozenset()
    (chosen,) = t.press(8, 4)
    assert audience(t.game, chosen) == Seats((SeatNo(8),))
    t.refuses(cmd.ChooseTarget(SeatNo(8), t.game.clock.step, SeatNo(5)), Code.ALREADY_CHOSEN)


@pytest.mark.rule("CI-06")
@pytest.mark.parametrize(
    ("shots", "missed"), [({8: 4, 9: 4, 10: 4}, False), ({8: 4, 9: 4, 10: 5}, True), ({8: 4, 9: 4}, True)]
)
def test_different_seats_are_a_miss_told_in_the_morning(shots: dict[int, int], missed: bool) -> None:
    t = city().night(shots=shots)
    assert t.last(ev.MorningCame).missed is missed
    assert t.exits == ([] if missed else [(4, "night")])


@pytest.mark.rule("CI-22")
@pytest.mark.parametrize(
    ("acts", "dead", "missed"),
    [
        ({"shots": {8: 4, 9: 4, 10: 5}, "maniac": 6}, [6], True),
        ({"maniac": 6}, [6], True),
        ({"mafia": 4, "maniac": 6}, [4, 6], False),
        ({"mafia": 4, "maniac": 6, "doctor": 4}, [6], False),
    ],
)
def test_a_miss_is_told_even_if_the_maniac_did_not(
    acts: dict[str, Any], dead: list[int], missed: bool
) -> None:
    t = city().night(**acts)
    assert sorted(seat for seat, _ in t.exits) == dead
    assert t.last(ev.MorningCame).missed is missed


@pytest.mark.rule("CI-22")
def test_where_a_club_tells_a_miss_only_of_a_quiet_night_a_victim_hides_it() -> None:
    t = table("city", CARDS, axes={"farewell.miss_beside": False}).night(maniac=6)
    assert t.last(ev.MorningCame) == ev.MorningCame((SeatNo(6),), missed=False, healed=False)
    assert t.last(ev.NightResolved).missed


@pytest.mark.rule("CI-08")
@pytest.mark.parametrize(("role", "seat"), [("mafia", 8), ("doctor", 2), ("sheriff", 1)])
def test_nobody_but_the_maniac_may_refuse_to_act(role: str, seat: int) -> None:
    t = city().step_of(role, "shoot" if role == "mafia" else None)
    t.refuses(cmd.ChooseTarget(SeatNo(seat), t.game.clock.step, None), Code.MUST_CHOOSE, "CI-08")


@pytest.mark.rule("CI-08")
def test_the_maniac_may_and_his_refusal_stands() -> None:
    t = city().step_of("maniac")
    t.press(3, REFUSE)
    t.refuses(cmd.ChooseTarget(SeatNo(3), t.game.clock.step, SeatNo(4)), Code.ALREADY_CHOSEN)
    t.night()
    assert t.exits == []


@pytest.mark.rule("CI-08")
def test_running_out_of_time_loses_the_action() -> None:
    t = city().step_of("doctor")
    late = t.game.clock.step
    t.run_out()
    t.refuses(cmd.ChooseTarget(SeatNo(2), late, SeatNo(4)), Code.STALE)


@pytest.mark.rule("CI-10")
def test_mafia_maniac_doctor_sheriff() -> None:
    t = city().until(Night)
    assert isinstance(t.phase, Night)
    assert list(dict.fromkeys(s.wake for s in t.phase.plan)) == [
        Role.MAFIA,
        Role.MANIAC,
        Role.DOCTOR,
        Role.SHERIFF,
    ]


@pytest.mark.rule("CI-10", "GE-11")
def test_without_a_maniac_in_the_deal_nobody_calls_him_but_a_dead_doctor_is_called() -> None:
    t = table("city", {1: "sheriff", 2: "doctor", 6: "mafia"}, seats=6).night(mafia=2)
    t.step_of("doctor")
    assert isinstance(t.phase, Night)
    assert Role.MANIAC not in {s.wake for s in t.phase.plan}


@pytest.mark.rule("CI-11")
@pytest.mark.parametrize(("lots", "order"), [([0, 1], (4, 5)), ([1, 0], (5, 4))])
def test_victims_are_named_in_drawn_order_with_half_a_minute_each(
    lots: list[int], order: tuple[int, ...]
) -> None:
    t = city().until(Night)
    t.lots = lambda count: lots[:count]
    t.night(mafia=4, maniac=5, to_day=False)
    assert t.last(ev.MorningCame).victims == order
    assert [seat for seat, _ in t.exits] == list(order)
    assert isinstance(t.phase, LastWords)
    for seat in order:
        farewell = t.last(ev.FarewellOpened)
        assert (farewell.seat, farewell.deadline - farewell.at) == (seat, 30)
        assert scene(t.game).speakers == {user(seat)}
        t.run_out()


@pytest.mark.rule("CI-11", "GE-06")
def test_their_roles_are_not_told() -> None:
    t = city().night(mafia=3, maniac=1)
    assert t.all(ev.RoleAnnounced) == []
    assert all(seat.role is None for seat in view(t.game, user(4)).seats)
