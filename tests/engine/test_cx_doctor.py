"""classic15: the doctor and the courtesan (CX-05, CX-06)."""

from typing import Any

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Act, Rank, Role, SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Night
from tests.engine.scenario import Table, lobby, table

BLACK = {4: "mafia", 5: "mafia", 6: "mafia", 7: "don"}
DOCTOR = {1: "sheriff", 2: "doctor", 3: "maniac", **BLACK}
COURTESAN = {1: "sheriff", 2: "courtesan", 3: "maniac", **BLACK}
BOTH = {**DOCTOR, 8: "courtesan"}


def fifteen(cards: dict[int, str]) -> Table:
    return table("classic15", cards, seats=15)


@pytest.mark.rule("CX-05")
@pytest.mark.parametrize(
    ("acts", "dead"),
    [
        ({"mafia": 9, "doctor": 9}, []),
        ({"maniac": 9, "doctor": 9}, []),
        ({"mafia": 9, "maniac": 9, "doctor": 9}, [9]),
        ({"mafia": 9, "maniac": 10, "doctor": 9}, [10]),
        ({"mafia": 9, "maniac": 10, "doctor": 10}, [9]),
        ({"mafia": 9, "doctor": 10}, [9]),
        ({"mafia": 2, "doctor": 9}, [2]),
    ],
)
def test_the_doctor_saves_from_one_shot_but_not_from_both_on_one_seat(
    acts: dict[str, int], dead: list[int]
) -> None:
    t = fifteen(DOCTOR).night(**acts)
    assert [seat for seat, _ in t.exits] == dead


@pytest.mark.rule("CX-05")
def test_the_doctor_never_heals_himself() -> None:
    t = fifteen(DOCTOR).step_of("doctor")
    t.refuses(cmd.ChooseTarget(SeatNo(2), t.game.clock.step, SeatNo(2)), Code.SELF_LIMIT)


@pytest.mark.rule("CX-05")
def test_the_doctor_does_not_heal_one_seat_two_nights_running_but_may_the_third() -> None:
    t = fifteen(DOCTOR).night(doctor=9)
    t.step_of("doctor")
    t.refuses(cmd.ChooseTarget(SeatNo(2), t.game.clock.step, SeatNo(9)), Code.SAME_TWICE)
    t.press(2, 10)
    t.night().step_of("doctor").press(2, 9)


@pytest.mark.rule("CX-06")
@pytest.mark.parametrize("beside", [True, False])
def test_the_host_deals_a_courtesan_beside_the_doctor_or_in_his_place(beside: bool) -> None:
    t = lobby("classic15", 15)
    cards = {Role.MAFIA: 3, Role.DON: 1, Role.SHERIFF: 1, Role.MANIAC: 1, Role.COURTESAN: 1}
    if beside:
        cards[Role.DOCTOR] = 1
    t.do(cmd.ChooseDeal(Rank.BOT, tuple(cards.items())))
    t.do(cmd.StartGame(Rank.BOT))
    roles = [p.role for p in t.game.players]
    assert roles.count(Role.COURTESAN) == 1
    assert roles.count(Role.DOCTOR) == int(beside)
    assert roles.count(Role.CIVILIAN) == (7 if beside else 8)


@pytest.mark.rule("CX-06")
def test_a_card_that_no_night_wakes_is_not_dealt() -> None:
    t = lobby("classic15", 15)
    wrong = ((Role.MAFIA, 4), (Role.LOVER, 1))
    t.refuses(cmd.ChooseDeal(Rank.BOT, wrong), Code.BAD_DEAL)


@pytest.mark.rule("CX-06", "GE-11")
@pytest.mark.parametrize("cards", [DOCTOR, COURTESAN, BOTH])
def test_only_dealt_cards_are_woken(cards: dict[int, str]) -> None:
    t = fifteen(cards).until(Night)
    assert isinstance(t.phase, Night)
    acts = {step.act for step in t.phase.plan}
    assert (Act.INVITE in acts) == ("courtesan" in cards.values())
    assert (Act.HEAL in acts) == ("doctor" in cards.values())


@pytest.mark.rule("CX-06")
@pytest.mark.parametrize(
    ("acts", "dead"),
    [
        ({"courtesan": 9, "mafia": 9}, []),
        ({"courtesan": 9, "maniac": 9}, []),
        ({"courtesan": 9, "mafia": 9, "maniac": 9}, []),
        ({"courtesan": 9, "mafia": 2}, [2, 9]),
        ({"courtesan": 9, "maniac": 2}, [2, 9]),
        ({"courtesan": 9, "mafia": 2, "maniac": 9}, [2, 9]),
        ({"courtesan": 9, "mafia": 10}, [10]),
        ({"mafia": 2}, [2]),
    ],
)
def test_her_guest_is_missed_by_every_shot_and_dies_with_her(acts: dict[str, int], dead: list[int]) -> None:
    t = fifteen(COURTESAN).night(**acts)
    assert [seat for seat, _ in t.exits] == dead


@pytest.mark.rule("CX-06", "CX-02")
@pytest.mark.parametrize("acts", [{"courtesan": 9}, {"courtesan": 9, "shots": {4: 10, 5: 11}}, {}])
def test_where_nobody_is_shot_a_guest_makes_it_no_less_a_miss(acts: dict[str, Any]) -> None:
    t = table("classic15", COURTESAN, seats=15, axes={"farewell.miss_told": True}).night(**acts)
    assert t.exits == []
    assert t.last(ev.NightResolved).missed
    assert t.last(ev.MorningCame).missed
    assert t.game.missed


@pytest.mark.rule("CX-06")
def test_she_does_not_invite_herself() -> None:
    t = fifteen(COURTESAN).step_of("courtesan")
    t.refuses(cmd.ChooseTarget(SeatNo(2), t.game.clock.step, SeatNo(2)), Code.NOT_YOURSELF, "CX-06")


@pytest.mark.rule("CX-05", "CX-06")
@pytest.mark.parametrize(
    ("acts", "dead"),
    [
        ({"courtesan": 9, "mafia": 8, "doctor": 8}, []),
        ({"courtesan": 9, "mafia": 8, "doctor": 9}, [8, 9]),
        ({"courtesan": 9, "mafia": 8, "maniac": 8, "doctor": 8}, [8, 9]),
        ({"courtesan": 2, "mafia": 2}, []),
    ],
)
def test_with_both_the_doctor_saves_her_and_so_her_guest(acts: dict[str, int], dead: list[int]) -> None:
    t = fifteen(BOTH).night(**acts)
    assert [seat for seat, _ in t.exits] == dead


@pytest.mark.rule("CX-06")
def test_a_black_guest_dies_with_her_too() -> None:
    t = fifteen(COURTESAN).night(courtesan=7, mafia=2)
    assert [seat for seat, _ in t.exits] == [2, 7]
