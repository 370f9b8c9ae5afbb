"""The alarm: one sleeping task, the newest deadline, a ring that nothing cuts short."""

import asyncio

import pytest

from mafia_bot.engine.commands import Command, TimeRanOut
from mafia_bot.engine.due import Deadline
from mafia_bot.table.alarm import ARRIVAL_GRACE, Alarm


class Hall:
    """A clock that moves when it is told, and a bell that writes down what rang and when."""

    def __init__(self) -> None:
        self.time = 100.0
        self.rung: list[tuple[float, Command]] = []
        self.sleepers: list[tuple[float, asyncio.Event]] = []
        self.trouble: Exception | None = None
        self.alarm = Alarm(self.ring, now=lambda: self.time, sleep=self.sleep)

    async def ring(self, command: Command) -> None:
        self.rung.append((self.time, command))
        if self.trouble is not None:
            raise self.trouble

    async def sleep(self, seconds: float) -> None:
        event = asyncio.Event()
        self.sleepers.append((self.time + seconds, event))
        await event.wait()

    async def pass_to(self, moment: float) -> None:
        await asyncio.sleep(0)
        self.time = moment
        for until, event in self.sleepers:
            if until <= moment:
                event.set()
        for _ in range(5):
            await asyncio.sleep(0)


def step(number: int, at: float, *, vote: bool = False) -> Deadline:
    return Deadline(at, TimeRanOut(number), vote)


@pytest.fixture
def hall() -> Hall:
    return Hall()


async def test_it_rings_once_at_its_moment(hall: Hall) -> None:
    hall.alarm.set(step(1, 160))
    await hall.pass_to(159.9)
    assert hall.rung == []
    await hall.pass_to(160)
    assert hall.rung == [(160, TimeRanOut(1))]
    await hall.pass_to(500)
    assert len(hall.rung) == 1


@pytest.mark.rule("GE-05")
async def test_a_vote_sent_in_time_is_given_a_moment_to_arrive(hall: Hall) -> None:
    hall.alarm.set(step(1, 103, vote=True))
    await hall.pass_to(103)
    assert hall.rung == []
    await hall.pass_to(103 + ARRIVAL_GRACE)
    assert [command for _, command in hall.rung] == [TimeRanOut(1)]


async def test_a_newer_deadline_silences_the_older(hall: Hall) -> None:
    hall.alarm.set(step(1, 160))
    await hall.pass_to(120)
    hall.alarm.set(step(2, 180))
    await hall.pass_to(170)
    assert hall.rung == []
    await hall.pass_to(180)
    assert [command for _, command in hall.rung] == [TimeRanOut(2)]


async def test_the_same_deadline_again_changes_nothing(hall: Hall) -> None:
    hall.alarm.set(step(1, 160))
    await hall.pass_to(110)
    hall.alarm.set(step(1, 160))
    await hall.pass_to(120)
    assert len(hall.sleepers) == 1


async def test_a_deadline_that_has_passed_rings_at_once(hall: Hall) -> None:
    hall.alarm.set(step(1, 50))
    await hall.pass_to(100)
    assert [command for _, command in hall.rung] == [TimeRanOut(1)]


async def test_nothing_rings_after_none_or_cancel(hall: Hall) -> None:
    hall.alarm.set(step(1, 110))
    hall.alarm.set(None)
    hall.alarm.set(step(2, 110))
    hall.alarm.cancel()
    await hall.pass_to(200)
    assert hall.rung == []


async def test_setting_the_next_one_while_ringing_does_not_cut_the_answer_short(hall: Hall) -> None:
    done = asyncio.Event()

    async def ring(command: Command) -> None:
        hall.alarm.set(step(2, 300))
        await asyncio.sleep(0)
        done.set()

    hall.alarm = Alarm(ring, now=lambda: hall.time, sleep=hall.sleep)
    hall.alarm.set(step(1, 110))
    await hall.pass_to(110)
    assert done.is_set()
    hall.alarm.cancel()


async def test_an_error_is_logged_and_the_alarm_lives_on(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    hall.trouble = RuntimeError("the bell fell down")
    hall.alarm.set(step(1, 110))
    await hall.pass_to(110)
    assert "the bell fell down" in caplog.text
    hall.trouble = None
    hall.alarm.set(step(2, 120))
    await hall.pass_to(120)
    assert [command for _, command in hall.rung] == [TimeRanOut(1), TimeRanOut(2)]
