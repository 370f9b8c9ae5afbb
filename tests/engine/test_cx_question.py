"""classic15: «играет ли маньяк за город?», once, aloud, with a time limit (CX-04)."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.audience import ALL, audience
from mafia_bot.engine.ids import Rank, SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.scene import scene
from mafia_bot.engine.state import LastWords, ManiacQuestion, Speeches
from tests.engine.scenario import Table, table, user

pytestmark = pytest.mark.rule("CX-04")
MANIAC = SeatNo(2)


def asked(citizens: int = 4) -> Table:
    """The last black (1) has just been voted out; 2 is the maniac."""
    t = table("classic15", ["don", "maniac", *["civilian"] * citizens]).night()
    t.put_up(1, 3).vote({1: t.alive})
    assert isinstance(t.phase, ManiacQuestion)
    return t


def test_he_is_asked_in_public_with_a_time_limit() -> None:
    t = asked()
    question = t.last(ev.ManiacAsked)
    assert audience(t.game, question) == ALL
    assert question.deadline - question.at == 30
    assert scene(t.game).speakers == {user(seat) for seat in t.alive}


def test_a_yes_ends_the_game_and_he_wins_as_a_citizen() -> None:
    t = asked()
    t.do(cmd.AnswerQuestion(MANIAC, True))
    assert t.winners == {"town", "maniac"}
    assert t.outcome is not None
    assert t.outcome.reason == "maniac-for-town"


@pytest.mark.parametrize("silent", [True, False])
def test_silence_or_a_no_lets_the_game_go_on_where_it_was(silent: bool) -> None:
    t = asked()
    if silent:
        t.run_out()
    else:
        t.do(cmd.AnswerQuestion(MANIAC, False))
    assert isinstance(t.phase, LastWords)
    assert t.phase.queue == (1,)
    assert t.outcome is None


def test_an_answer_after_the_time_is_refused() -> None:
    t = asked()
    t.run_out()
    assert t.outcome is None
    t.refuses(cmd.AnswerQuestion(MANIAC, True), Code.NO_QUESTION)


def test_nobody_else_can_answer() -> None:
    t = asked()
    t.refuses(cmd.AnswerQuestion(SeatNo(3), True), Code.NOT_YOUR_ROLE, "CX-04")
    t.refuses(cmd.AnswerQuestion(SeatNo(1), True), Code.DEAD)


def test_after_silence_the_town_wins_without_him_and_he_is_not_asked_again() -> None:
    t = asked()
    t.run_out()
    t.until(Speeches).night(maniac=3)
    assert len(t.all(ev.ManiacAsked)) == 1
    t.put_up(2, 4).vote({2: t.alive})
    assert t.winners == {"town"}


def test_after_silence_he_wins_one_on_one() -> None:
    t = asked(citizens=3)
    t.run_out()
    t.until(Speeches).night(maniac=3)
    assert t.outcome is None
    t.put_up(4, 5).vote({4: t.alive})
    assert t.winners == {"maniac"}


def test_one_on_one_he_is_asked_first() -> None:
    t = asked(citizens=1)
    assert t.outcome is None
    t.run_out()
    assert t.winners == {"maniac"}


def test_alone_and_silent_he_wins() -> None:
    t = table("classic15", ["don", "maniac", "civilian", "civilian"]).night()
    t.put_up(1, 3, 4)
    t.remove(3)
    assert t.winners is None
    t.remove(1)
    assert isinstance(t.phase, ManiacQuestion)
    t.remove(4)
    assert isinstance(t.phase, ManiacQuestion)
    t.run_out()
    assert t.winners == {"maniac"}


def test_a_night_that_kills_the_last_black_asks_before_the_farewell() -> None:
    t = table("classic15", ["don", "maniac", *["civilian"] * 4]).night(maniac=1, to_day=False)
    assert isinstance(t.phase, ManiacQuestion)
    t.run_out()
    assert isinstance(t.phase, LastWords)
    t.run_out()
    assert isinstance(t.phase, Speeches)


def test_a_removal_in_a_speech_asks_and_the_speaker_keeps_his_seconds() -> None:
    t = table("classic15", ["don", "maniac", *["civilian"] * 4]).speech_of(3)
    t.wait(20)
    t.remove(1)
    assert isinstance(t.phase, ManiacQuestion)
    t.run_out()
    assert isinstance(t.phase, Speeches)
    assert t.speaker == 3
    assert t.game.clock.deadline == t.now + 40


def test_the_speaker_removed_while_all_wait_for_the_answer_gives_the_floor_to_the_next() -> None:
    t = table("classic15", ["don", "maniac", *["civilian"] * 4]).speech_of(3)
    t.remove(1).remove(3)
    t.run_out()
    assert isinstance(t.phase, Speeches)
    assert t.speaker == 4


def test_the_maniac_removed_while_asked_leaves_the_town_the_winner() -> None:
    t = asked()
    t.remove(2)
    assert t.winners == {"town"}


def test_he_is_not_asked_while_a_black_lives() -> None:
    t = table("classic15", ["don", "mafia", "maniac", *["civilian"] * 4]).night()
    t.put_up(1, 3).vote({1: t.alive})
    assert isinstance(t.phase, LastWords)
    assert t.all(ev.ManiacAsked) == []


def test_a_skip_by_the_host_is_silence() -> None:
    t = asked()
    t.do(cmd.Skip(Rank.HOST))
    assert isinstance(t.phase, LastWords)
