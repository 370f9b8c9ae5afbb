"""`masks`, the deal and the first night: MA-01 – MA-03."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Rank, Role, SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Night, Speeches
from mafia_bot.engine.view import view
from tests.engine.scenario import lobby, shipped, table, user
from tests.engine.tables import MANIAC, MASKS

HEADS = {
    (3, 5): {"mafia": 1, "doctor": 1, "lover": 1},
    (6, 8): {"mafia": 2, "doctor": 1, "lover": 1, "sheriff": 1},
    (9, 10): {"mafia": 3, "doctor": 1, "lover": 1, "sheriff": 1},
    (11, 14): {"mafia": 4, "doctor": 1, "lover": 1, "sheriff": 1, "maniac": 1},
    (15, 17): {"mafia": 5, "doctor": 1, "lover": 1, "sheriff": 1, "maniac": 1},
    (18, 20): {"mafia": 6, "doctor": 1, "lover": 1, "sheriff": 1, "maniac": 1},
}


@pytest.mark.rule("MA-01")
@pytest.mark.parametrize("seats", range(3, 21))
def test_the_recommended_deal(seats: int) -> None:
    expected = next(cards for (least, most), cards in HEADS.items() if least <= seats <= most)
    t = lobby("masks", seats)
    t.do(cmd.StartGame(Rank.BOT))
    dealt: dict[str, int] = {}
    for player in t.game.players:
        dealt[player.role.value] = dealt.get(player.role.value, 0) + 1
    civilians = dealt.pop("civilian", 0)
    assert dealt == expected
    assert civilians == seats - sum(expected.values())


@pytest.mark.rule("MA-01")
def test_a_third_of_thirteen_and_fourteen_is_what_the_line_before_says() -> None:
    masks = shipped()["masks"]
    assert masks.cards(13)[Role.MAFIA] == masks.cards(14)[Role.MAFIA] == masks.cards(12)[Role.MAFIA] == 4


@pytest.mark.rule("MA-01")
def test_the_host_may_choose_another_deal() -> None:
    t = lobby("masks", 7, host=1)
    t.do(cmd.ChooseDeal(Rank.HOST, ((Role.MAFIA, 2), (Role.MANIAC, 1), (Role.SHERIFF, 1))))
    t.do(cmd.StartGame(Rank.HOST))
    roles = sorted(player.role.value for player in t.game.players)
    assert roles == ["civilian"] * 3 + ["mafia"] * 2 + ["maniac", "sheriff"]


@pytest.mark.rule("MA-01")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_no_roles_are_added_at_three_to_five(seats: int) -> None:
    t = lobby("masks", seats, host=1)
    t.do(cmd.ChooseDeal(Rank.HOST, ((Role.MAFIA, 1), (Role.MANIAC, 1))))
    t.refuses(cmd.StartGame(Rank.HOST), Code.BAD_DEAL, "MA-01")
    t.do(cmd.ChooseDeal(Rank.HOST, ()))
    t.do(cmd.StartGame(Rank.HOST))


@pytest.mark.rule("MA-01")
def test_a_deal_without_mafia_or_with_more_cards_than_seats_is_refused() -> None:
    t = lobby("masks", 6, host=1)
    t.refuses(cmd.ChooseDeal(Rank.HOST, ((Role.SHERIFF, 1),)), Code.BAD_DEAL, "MA-01")
    t.refuses(cmd.ChooseDeal(Rank.HOST, ((Role.MAFIA, 2), (Role.DOCTOR, -1))), Code.BAD_DEAL, "MA-01")
    t.do(cmd.ChooseDeal(Rank.HOST, ((Role.MAFIA, 3), (Role.DOCTOR, 4))))
    t.refuses(cmd.StartGame(Rank.HOST), Code.BAD_DEAL, "MA-01")


@pytest.mark.rule("MA-01")
def test_too_few_and_too_many_seats() -> None:
    t = lobby("masks", 2)
    assert t.refuses(cmd.StartGame(Rank.BOT), Code.TOO_FEW).data == {"least": 3, "count": 2}
    t = lobby("masks", 20)
    t.refuses(cmd.Join(user(21)), Code.LOBBY_FULL)
    t.refuses(cmd.Join(user(20)), Code.ALREADY_JOINED, "GE-01")
    t.do(cmd.StartGame(Rank.BOT))
    t.refuses(cmd.Join(user(21)), Code.ALREADY_STARTED)


@pytest.mark.rule("MA-02", "MA-03")
def test_the_first_night_wakes_lover_mafia_sheriff_doctor_maniac() -> None:
    t = table("masks", MANIAC, seats=11, start="night")
    woken = []
    while isinstance(t.phase, Night):
        woken.append((t.phase.step.wake.value, t.phase.step.act.value))
        t.run_out()
    assert woken == [(role, "meet") for role in ("lover", "mafia", "sheriff", "doctor", "maniac")]


@pytest.mark.rule("MA-02")
def test_nobody_acts_in_the_first_night() -> None:
    t = table("masks", MANIAC, seats=11, start="night")
    while isinstance(t.phase, Night):
        for seat in t.alive:
            assert t.press(seat, 9) == ()
        t.run_out()
    assert isinstance(t.phase, Speeches)
    assert t.exits == []
    assert not t.all(ev.TargetChosen)
    assert t.last(ev.MorningCame).victims == ()


@pytest.mark.rule("MA-02")
def test_the_mafia_see_one_another_from_their_own_waking_on() -> None:
    t = table("masks", MASKS, start="night")
    own = view(t.game, user(4)).own
    assert own is not None
    assert own.mates == ()
    t.run_out()
    own = view(t.game, user(4)).own
    assert own is not None
    assert own.mates == ((5, "mafia"), (6, "mafia"))
    for seat in (1, 2, 3, 7):
        other = view(t.game, user(seat)).own
        assert other is not None
        assert other.mates == ()


@pytest.mark.rule("MA-03")
def test_later_nights_wake_in_the_same_order() -> None:
    t = table("masks", MANIAC, seats=11)
    for _ in range(2):
        t.until(Night)
        woken = []
        while isinstance(t.phase, Night):
            woken.append(t.phase.step.wake.value)
            t.run_out()
        assert woken == ["lover", "mafia", "sheriff", "doctor", "maniac"]


@pytest.mark.rule("MA-03")
def test_a_card_that_was_not_dealt_is_not_called() -> None:
    t = table("masks", {1: "mafia", 2: "doctor", 3: "lover"}, seats=5, start="night")
    woken = []
    while isinstance(t.phase, Night):
        woken.append(t.phase.step.wake.value)
        t.run_out()
    assert woken == ["lover", "mafia", "doctor"]
    t.refuses(cmd.ChooseTarget(SeatNo(1), 1, SeatNo(2)), Code.NOT_NIGHT)
