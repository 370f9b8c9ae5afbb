"""carcrash: cards, the first night, the circle and the night (CC-01 – CC-04, CC-09 – CC-11, CC-21, CC-22)."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Act, Rank, Role, SeatNo, Team
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import LastWords, Night, Speeches
from mafia_bot.engine.view import view
from mafia_bot.texts.speech import NEAR_MISS, formula
from tests.engine.scenario import Table, lobby, shipped, table, user

CARDS = {1: "sheriff", 8: "mafia", 9: "mafia", 10: "don"}


def carcrash(**options: object) -> Table:
    return table("carcrash", CARDS, **options)  # type: ignore[arg-type]


@pytest.mark.rule("CC-01")
def test_ten_seats_seven_red_with_the_sheriff_three_black_with_the_don() -> None:
    t = lobby("carcrash", 9)
    t.refuses(cmd.StartGame(Rank.BOT), Code.TOO_FEW)
    t.do(cmd.Join(user(10)))
    t.refuses(cmd.Join(user(11)), Code.LOBBY_FULL)
    t.do(cmd.StartGame(Rank.BOT))
    roles = [p.role for p in t.game.players]
    assert (roles.count(Role.SHERIFF), roles.count(Role.DON), roles.count(Role.MAFIA)) == (1, 1, 2)
    assert sum(p.team is Team.TOWN for p in t.game.players) == 7


@pytest.mark.rule("CC-02")
def test_the_black_wake_together_once_and_the_don_leads_the_order() -> None:
    t = carcrash(start="night")
    assert isinstance(t.phase, Night)
    assert [(s.wake, s.act) for s in t.phase.plan] == [(Role.MAFIA, Act.ORDER)]
    assert t.last(ev.TeamShown).seats == (8, 9, 10)
    step = t.game.clock.step
    t.refuses(cmd.GiveOrder(SeatNo(8), step, (SeatNo(1),)), Code.NOT_YOUR_ROLE)
    t.do(cmd.GiveOrder(SeatNo(10), step, (SeatNo(1), SeatNo(2), SeatNo(3))))
    assert t.game.order == (1, 2, 3)
    t.until(Speeches).until(Night)
    assert isinstance(t.phase, Night)
    assert not any(s.room or s.act is Act.ORDER for s in t.phase.plan)


@pytest.mark.rule("CC-21")
def test_the_don_is_shown_whom_it_is_courteous_not_to_put_first() -> None:
    t = lobby("carcrash", 10)
    t.do(cmd.StartGame(Rank.BOT, spared=(user(4), user(7), user(99))))
    don = next(p for p in t.game.players if p.role is Role.DON)
    for player in t.game.players:
        own = view(t.game, player.user).own
        assert own is not None
        assert own.courtesy == ((4, 7) if player is don else ())
    t.do(cmd.GiveOrder(don.seat, t.game.clock.step, (SeatNo(4),)))  # courtesy, not a law
    t.until(Speeches)
    later = view(t.game, don.user).own
    assert later is not None
    assert later.courtesy == ()


@pytest.mark.rule("CC-21")
def test_a_club_without_that_courtesy_shows_nothing() -> None:
    t = lobby("carcrash", 10, axes={"night.courtesy": False})
    t.do(cmd.StartGame(Rank.BOT, spared=(user(4),)))
    assert all(view(t.game, user(s)).own.courtesy == () for s in range(1, 11))  # type: ignore[union-attr]


@pytest.mark.rule("CC-03")
def test_day_one_starts_with_seat_one_day_two_with_seat_two() -> None:
    t = carcrash()
    starters = [t.speaker]
    for _ in range(3):
        t.night()
        starters.append(t.speaker)
    assert starters == [1, 2, 3, 4]


@pytest.mark.rule("CC-03")
def test_a_dead_seat_passes_to_the_next_living_and_the_next_day_still_counts_from_the_day() -> None:
    t = carcrash().night(mafia=2)
    assert t.speaker == 3
    t.night()
    assert t.speaker == 3  # day 3 is seat 3's own


@pytest.mark.rule("CC-04")
@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("Я выставляю кандидатуру игрока №5", SeatNo(5)),
        ("я выставляю кандидатуру игрока номер пять. Спасибо", SeatNo(5)),
        ("Выставляю пятого", NEAR_MISS),
        ("Я выставляю игрока номер 5", NEAR_MISS),
        ("Пятый мне не нравится", None),
    ],
)
def test_a_nomination_needs_the_words(text: str, heard: object) -> None:
    assert formula(text, shipped()["carcrash"].circle.formulas) == heard


@pytest.mark.rule("CC-04", "GE-04")
def test_a_nomination_is_taken_in_ones_own_minute_only_and_once() -> None:
    t = carcrash().speech_of(3)
    t.refuses(cmd.Nominate(SeatNo(4), SeatNo(5)), Code.NOT_YOUR_TURN)
    t.nominate(3, 5)
    t.refuses(cmd.Nominate(SeatNo(3), SeatNo(6)), Code.NOMINATED_ONCE)
    t.speech_of(4)
    t.refuses(cmd.Nominate(SeatNo(4), SeatNo(5)), Code.ALREADY_NOMINATED)
    t.nominate(4, 6)
    assert t.game.candidates() == (5, 6)


@pytest.mark.rule("CC-09")
@pytest.mark.parametrize(
    ("shots", "hit"), [({8: 2, 9: 2, 10: 2}, True), ({8: 2, 9: 2, 10: 8}, False), ({}, False)]
)
def test_blind_shooting_needs_every_black_then_the_don_then_the_sheriff(
    shots: dict[int, int], hit: bool
) -> None:
    t = carcrash().step_of("mafia")
    assert isinstance(t.phase, Night)
    assert [s.act for s in t.phase.plan] == [Act.SHOOT, Act.SEEK, Act.CHECK]
    t.night(shots=shots, don=1, sheriff=10)
    assert t.exits == ([(2, "night")] if hit else [])
    assert [(c.act, c.yes) for c in t.all(ev.CheckAnswered)] == [(Act.SEEK, True), (Act.CHECK, True)]


@pytest.mark.rule("CC-10")
def test_a_victim_is_announced_and_has_last_words() -> None:
    t = carcrash().night(mafia=2, to_day=False)
    assert t.last(ev.MorningCame) == ev.MorningCame((SeatNo(2),), missed=False, healed=False)
    assert isinstance(t.phase, LastWords)
    assert t.speaker == 2


@pytest.mark.rule("CC-10")
def test_a_miss_is_announced_as_a_miss() -> None:
    t = carcrash().night(shots={8: 2}, to_day=False)
    assert t.last(ev.MorningCame) == ev.MorningCame((), missed=True, healed=False)


@pytest.mark.rule("CC-22")
def test_the_black_may_kill_a_black() -> None:
    t = carcrash().night(mafia=8, to_day=False)
    assert t.exits == [(8, "night")]
    assert t.last(ev.MorningCame).victims == (8,)


@pytest.mark.rule("CC-22", "CC-11")
def test_the_last_black_may_kill_himself_and_the_red_have_won() -> None:
    t = table("carcrash", ["don", *["civilian"] * 4]).night(mafia=1)
    assert t.winners == {"town"}


@pytest.mark.rule("CC-11")
@pytest.mark.parametrize(("victim", "winners"), [(2, {"mafia"}), (1, {"town"})])
def test_red_win_without_black_and_black_at_parity(victim: int, winners: set[str]) -> None:
    t = table("carcrash", ["don", *["civilian"] * 3]).night(mafia=3)
    assert t.outcome is None
    t.put_up(victim, 4).vote({victim: [1, 2, 4]})
    assert t.winners == winners
