"""classic: the table, the cards, the first night and the circle (CL-01 – CL-04, CL-12, CL-13)."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Act, Rank, Role, SeatNo, Team, UserId
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import LastWords, Night, Speeches
from mafia_bot.engine.view import view
from tests.engine.scenario import Table, lobby, table, user

CARDS = {1: "sheriff", 8: "mafia", 9: "mafia", 10: "don"}
HOST, ASSISTANT = 77, 78


def classic(**options: object) -> Table:
    """Ten at a table of `classic`: 1 is the sheriff, 8 and 9 mafia, 10 the don."""
    return table("classic", CARDS, **options)  # type: ignore[arg-type]


@pytest.mark.rule("CL-01")
def test_nine_are_too_few_and_an_eleventh_finds_no_seat() -> None:
    t = lobby("classic", 9)
    t.refuses(cmd.StartGame(Rank.BOT), Code.TOO_FEW)
    t.do(cmd.Join(UserId(1)))
    t.refuses(cmd.Join(UserId(2)), Code.LOBBY_FULL)
    t.do(cmd.StartGame(Rank.BOT))
    assert len(t.alive) == 10


@pytest.mark.rule("CL-01", "GE-02")
def test_an_assistant_has_the_hosts_powers_but_not_the_last_word() -> None:
    t = classic(host=HOST, assistants=(ASSISTANT,))
    t.warn(3, rank=Rank.ASSISTANT)
    assert t.game.player(SeatNo(3)).warnings == 1
    t.undo(Rank.HOST)
    assert t.game.player(SeatNo(3)).warnings == 0
    t.warn(3, rank=Rank.HOST)
    t.refuses(cmd.Undo(Rank.ASSISTANT), Code.HOST_DECIDED, "GE-02")


@pytest.mark.rule("CL-02")
def test_seven_red_with_the_sheriff_and_three_black_with_the_don() -> None:
    t = lobby("classic", 10)
    t.do(cmd.StartGame(Rank.BOT))
    roles = [p.role for p in t.game.players]
    assert roles.count(Role.SHERIFF) == roles.count(Role.DON) == 1
    assert roles.count(Role.MAFIA) == 2
    assert roles.count(Role.CIVILIAN) == 6
    assert sum(p.team is Team.TOWN for p in t.game.players) == 7


@pytest.mark.rule("CL-03")
def test_the_first_night_shows_the_black_to_one_another_and_kills_nobody() -> None:
    t = classic(start="night")
    assert isinstance(t.phase, Night)
    assert [(s.wake, s.act) for s in t.phase.plan] == [(Role.MAFIA, Act.ORDER), (Role.SHERIFF, Act.MEET)]
    assert t.last(ev.TeamShown) == ev.TeamShown((SeatNo(8), SeatNo(9), SeatNo(10)), SeatNo(10))
    t.until(Speeches)
    assert t.exits == []
    assert t.last(ev.MorningCame) == ev.MorningCame((), False, False)


@pytest.mark.rule("CL-03")
def test_the_kill_order_is_the_dons_for_three_nights_and_every_black_sees_it() -> None:
    t = classic(start="night")
    step = t.game.clock.step
    t.refuses(cmd.GiveOrder(SeatNo(8), step, (SeatNo(1),)), Code.NOT_YOUR_ROLE, "MW-03")
    four = tuple(SeatNo(n) for n in (1, 2, 3, 4))
    t.refuses(cmd.GiveOrder(SeatNo(10), step, four), Code.BAD_ORDER)
    t.refuses(cmd.GiveOrder(SeatNo(10), step, (SeatNo(1), SeatNo(1))), Code.BAD_ORDER)
    t.do(cmd.GiveOrder(SeatNo(10), step, four[:3]))
    for seat in (8, 9, 10):
        own = view(t.game, user(seat)).own
        assert own is not None
        assert own.order == four[:3]
    stranger = view(t.game, user(1)).own
    assert stranger is not None
    assert stranger.order == ()


@pytest.mark.rule("CL-03", "CL-09")
def test_the_black_meet_only_once() -> None:
    t = classic()
    t.until(Night)
    assert isinstance(t.phase, Night)
    assert not any(s.room for s in t.phase.plan)
    assert [s.act for s in t.phase.plan] == [Act.SHOOT, Act.SEEK, Act.CHECK]


@pytest.mark.rule("CL-04", "GE-03")
def test_day_one_goes_round_from_seat_one_a_minute_each() -> None:
    t = classic()
    for seat in range(1, 11):
        opened = t.last(ev.SpeechOpened)
        assert (opened.seat, opened.deadline - opened.at) == (seat, 60)
        t.wait(20)
        t.refuses(cmd.EndSpeech(SeatNo(seat % 10 + 1)), Code.NOT_YOUR_TURN)
        t.thanks()
    assert isinstance(t.phase, Night)


@pytest.mark.rule("CL-12", "GE-03")
def test_each_circle_begins_one_seat_after_the_last_starter() -> None:
    t = classic()
    starters = [t.speaker]
    for _ in range(2):
        t.night()
        starters.append(t.speaker)
    assert starters == [1, 2, 3]


@pytest.mark.rule("CL-12")
def test_a_dead_starter_passes_to_the_next_living_and_the_count_goes_on_from_there() -> None:
    t = classic()
    t.night(mafia=2)
    assert t.speaker == 3
    t.night()
    assert t.speaker == 4


@pytest.mark.rule("CL-12")
def test_the_circle_closes_round_the_table() -> None:
    t = classic()
    t.night(mafia=2)
    order = t.last(ev.DayBroke).order
    assert order == (3, 4, 5, 6, 7, 8, 9, 10, 1)


@pytest.mark.rule("CL-13", "GE-07")
def test_red_win_with_the_last_black_gone() -> None:
    t = classic()
    t.night()
    for seat in (8, 9):
        t.day_out(seat)
        assert t.outcome is None
        t.night()
    t.put_up(10, 1).vote({10: t.alive})
    assert t.winners == {"town"}
    assert t.exits == [(8, "vote"), (9, "vote"), (10, "vote")]


@pytest.mark.rule("CL-13")
def test_black_win_when_equal_and_not_before() -> None:
    t = classic()
    t.night(mafia=2)
    t.day_out(3)
    t.night(mafia=4)
    assert len(t.alive) == 7  # four red, three black
    assert t.outcome is None
    t.put_up(5, 8).vote({5: t.alive})
    assert t.winners == {"mafia"}
    assert not isinstance(t.phase, LastWords)
