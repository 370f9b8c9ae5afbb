"""city: a word to the host is a question and no offence, by day; he answers one or all (CI-21)."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.asking import MOST_LETTERS
from mafia_bot.engine.audience import ALL, Seats, audience
from mafia_bot.engine.host_view import host_view
from mafia_bot.engine.ids import Rank, SeatNo, UserId
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import LastWords, Night
from tests.engine.scenario import Table, table

pytestmark = pytest.mark.rule("CI-21")
HOST, THREE = UserId(1), SeatNo(3)
CARDS = {1: "doctor", 2: "sheriff", 4: "mafia", 5: "mafia", 6: "mafia", 7: "maniac"}


def city() -> Table:
    """Ten at a table of `city` that a human leads, in the first circle."""
    return table("city", CARDS, host=1)


def ask(t: Table, seat: int = 3, words: str = "Сколько у нас чёрных?") -> None:
    t.do(cmd.AskHost(SeatNo(seat), words))


def answer(number: int = 1, *, aloud: bool = False) -> cmd.AnswerHost:
    return cmd.AnswerHost(Rank.HOST, number, "Трое.", aloud)


def test_a_question_is_for_the_hosts_eyes_and_waits_in_his_panel() -> None:
    t = city()
    ask(t)
    assert audience(t.game, t.last(ev.QuestionAsked)) == Seats((THREE,))
    seen = host_view(t.game, HOST)
    assert seen is not None
    assert [(one.seat, one.words) for one in seen.questions] == [(3, "Сколько у нас чёрных?")]
    t.do(answer())
    seen = host_view(t.game, HOST)
    assert seen is not None
    assert seen.questions == ()
    assert t.game.questions[0].answer == "Трое."
    assert t.replays()


@pytest.mark.parametrize("aloud", [True, False])
def test_an_answer_is_for_all_or_for_whoever_asked(aloud: bool) -> None:
    t = city()
    ask(t)
    t.do(answer(aloud=aloud))
    assert audience(t.game, t.last(ev.QuestionAnswered)) == (ALL if aloud else Seats((THREE,)))


def test_it_may_come_at_any_time_of_the_day_out_of_turn_and_in_a_pause_too() -> None:
    t = city().speech_of(9)
    ask(t)
    t.do(cmd.Pause(Rank.HOST))
    ask(t, 8)
    t.do(cmd.Resume(Rank.HOST))
    t.night(mafia=3, to_day=False)
    assert isinstance(t.phase, LastWords)
    t.do(answer(1))
    ask(t)  # CI-11: in his last half minute
    assert t.game.player(THREE).warnings == 0


def test_at_night_there_are_no_questions() -> None:
    t = city().until(Night)
    t.refuses(cmd.AskHost(THREE, "Кто спит?"), Code.ASK_BY_DAY, "CI-21")


def test_the_next_one_waits_for_the_answer_to_the_last() -> None:
    t = city()
    ask(t)
    t.refuses(cmd.AskHost(THREE, "А сейчас?"), Code.ALREADY_ASKED, "CI-21")
    t.refuses(answer(2), Code.ALREADY_ANSWERED, "CI-21")
    t.do(answer(1))
    t.refuses(answer(1), Code.ALREADY_ANSWERED, "CI-21")
    ask(t)
    assert [one.number for one in t.game.questions] == [1, 2]


def test_the_dead_ask_nothing() -> None:
    t = city().remove(3)
    t.refuses(cmd.AskHost(THREE, "А я?"), Code.DEAD, "GE-06")


def test_where_addressing_the_host_is_no_question_it_is_refused() -> None:
    t = table("masks", {1: "mafia", 2: "lover", 3: "doctor"}, host=1)
    t.refuses(cmd.AskHost(THREE, "Можно?"), Code.QUESTIONS_NOT_TAKEN, "CI-21")


def test_what_is_asked_is_one_line_of_bounded_length() -> None:
    t = city()
    ask(t, words="Ведущий,\n\n" + "а " * 400)
    words = t.game.questions[0].words
    assert len(words) <= MOST_LETTERS
    assert "\n" not in words


@pytest.mark.rule("GE-09")
def test_an_undo_takes_back_no_question_and_a_question_makes_no_ruling_too_old() -> None:
    t = city().warn(4)
    ask(t)
    t.undo()
    assert t.game.player(SeatNo(4)).warnings == 0
    assert len(t.game.questions) == 1
    assert t.replays()
