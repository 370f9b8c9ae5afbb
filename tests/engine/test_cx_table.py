"""classic15: fifteen seats, an open mafia and the maniac as an honest citizen (CX-01 – CX-03)."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.audience import Seats, audience
from mafia_bot.engine.ids import Act, Rank, Role, SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.scene import scene
from mafia_bot.engine.state import Night
from tests.engine.scenario import Table, lobby, table, user

CARDS = {1: "sheriff", 2: "doctor", 3: "maniac", 4: "mafia", 5: "mafia", 6: "mafia", 7: "don"}


def fifteen() -> Table:
    return table("classic15", CARDS, seats=15)


@pytest.mark.rule("CX-01")
def test_fifteen_seats_four_black_three_with_special_cards_and_eight_civilians() -> None:
    t = lobby("classic15", 14)
    t.refuses(cmd.StartGame(Rank.BOT), Code.TOO_FEW)
    t.do(cmd.Join(user(15)))
    t.do(cmd.StartGame(Rank.BOT))
    roles = [p.role for p in t.game.players]
    counts = {role: roles.count(role) for role in set(roles)}
    assert counts == {
        Role.MAFIA: 3,
        Role.DON: 1,
        Role.SHERIFF: 1,
        Role.MANIAC: 1,
        Role.DOCTOR: 1,
        Role.CIVILIAN: 8,
    }


@pytest.mark.rule("CX-02")
def test_the_mafia_wakes_every_night_and_talks() -> None:
    t = fifteen()
    for _ in range(2):
        t.step_of("mafia", "shoot")
        room = scene(t.game).rooms["mafia"]
        assert room.writers == {user(seat) for seat in (4, 5, 6, 7)}
        t.step_of("don")
        assert scene(t.game).rooms["mafia"].writers == frozenset()


@pytest.mark.rule("CX-02")
def test_the_choice_is_open_among_them_and_may_change_until_the_step_ends() -> None:
    t = fifteen().step_of("mafia", "shoot")
    (chosen,) = t.press(4, 8)
    assert audience(t.game, chosen) == Seats(tuple(SeatNo(s) for s in (4, 5, 6, 7)))
    for seat in (4, 5, 6, 7):
        t.press(seat, 9)
    t.night()
    assert t.exits == [(9, "night")]


@pytest.mark.rule("CX-02")
def test_without_agreement_nobody_dies() -> None:
    t = fifteen().night(shots={4: 8, 5: 8, 6: 8, 7: 9})
    assert t.exits == []


@pytest.mark.rule("CX-03")
def test_the_maniac_chooses_a_victim_every_night() -> None:
    t = fifteen().night(maniac=8)
    assert t.exits == [(8, "night")]
    t.step_of("maniac")
    t.refuses(cmd.ChooseTarget(SeatNo(3), t.game.clock.step, None), Code.MUST_CHOOSE)
    t.refuses(cmd.ChooseTarget(SeatNo(3), t.game.clock.step, SeatNo(3)), Code.NOT_YOURSELF)
    assert isinstance(t.phase, Night)
    t.night(maniac=4)
    assert t.exits == [(8, "night"), (4, "night")]


@pytest.mark.rule("CX-03")
def test_the_sheriff_sees_the_maniac_as_red() -> None:
    t = fifteen().step_of("sheriff")
    answer = t.press(1, 3)[1]
    assert answer == ev.CheckAnswered(SeatNo(1), Act.CHECK, SeatNo(3), False)


@pytest.mark.rule("CX-03", "CL-13")
def test_the_maniac_counts_as_red_in_the_parity() -> None:
    t = table("classic15", ["mafia", "don", "maniac", "civilian", "civilian", "civilian"])
    t.night(mafia=4)
    assert len(t.alive) == 5  # two black against two civilians and the maniac
    assert t.outcome is None
    t.night(mafia=5)
    assert t.winners == {"mafia"}


@pytest.mark.rule("CX-03", "CL-13")
def test_one_black_and_the_maniac_are_equal_in_number() -> None:
    t = table("classic15", ["don", "maniac", "civilian"]).night(mafia=3)
    assert t.winners == {"mafia"}


@pytest.mark.rule("CX-03")
def test_mafia_and_maniac_take_two_victims_in_one_night() -> None:
    t = fifteen().night(mafia=8, maniac=9)
    assert t.exits == [(8, "night"), (9, "night")]
