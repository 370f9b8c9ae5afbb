"""The budget of requests: never more in a second than allowed, voices first, and nothing waits in vain."""

import asyncio

import pytest

from mafia_bot.delivery.budget import PER_SECOND, WINDOW, Budget, Priority
from mafia_bot.delivery.voice.bucket import MARGIN, Bucket


class Hand:
    """A clock that goes on only when somebody sleeps."""

    def __init__(self) -> None:
        self.time = 100.0

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.time += seconds


async def taken(budget: Budget, hand: Hand, wanted: list[Priority]) -> list[tuple[Priority, float]]:
    """When each of these, all asked for at once, was allowed to send."""
    sent: list[tuple[Priority, float]] = []

    async def one(priority: Priority) -> None:
        await budget.take(priority)
        sent.append((priority, hand.now()))

    await asyncio.gather(*(one(priority) for priority in wanted))
    return sent


async def test_twenty_tables_at_once_stay_under_the_limit_and_voices_come_first() -> None:
    hand = Hand()
    wanted = [Priority.ROOM] * 100 + [Priority.BOARD] * 40 + [Priority.VOICE] * 200
    sent = await taken(Budget(now=hand.now, sleep=hand.sleep), hand, wanted)
    assert len(sent) == len(wanted)
    moments = [moment for _, moment in sent]
    assert all(later - first > 1 for first, later in zip(moments, moments[PER_SECOND:], strict=False))
    last = {priority: max(m for p, m in sent if p is priority) for priority in Priority}
    assert last[Priority.VOICE] < last[Priority.BOARD] < last[Priority.ROOM]
    assert last[Priority.VOICE] - 100 < 200 / PER_SECOND * WINDOW + 1


async def test_what_can_wait_leaves_room_for_a_voice() -> None:
    hand = Hand()
    budget = Budget(now=hand.now, sleep=hand.sleep)
    rooms = asyncio.create_task(taken(budget, hand, [Priority.ROOM] * 60))
    await asyncio.sleep(0)
    began = hand.now()
    await budget.take(Priority.VOICE)
    assert hand.now() == began
    assert len(await rooms) == 60


async def test_whoever_gives_up_waiting_holds_up_nobody() -> None:
    hand = Hand()
    budget = Budget(now=hand.now, sleep=hand.sleep, rate=2)
    await taken(budget, hand, [Priority.VOICE] * 2)
    gone = asyncio.create_task(budget.take(Priority.VOICE))
    await asyncio.sleep(0)
    gone.cancel()
    assert len(await taken(budget, hand, [Priority.ROOM])) == 1


async def test_a_refusal_stops_everything_for_its_time() -> None:
    hand = Hand()
    budget = Budget(now=hand.now, sleep=hand.sleep)
    budget.refused(3.0)
    [(_, moment)] = await taken(budget, hand, [Priority.VOICE])
    assert moment >= 103.0


async def test_without_a_rate_nothing_waits() -> None:
    hand = Hand()
    sent = await taken(Budget(now=hand.now, sleep=hand.sleep, rate=None), hand, [Priority.ROOM] * 500)
    assert {moment for _, moment in sent} == {100.0}


@pytest.fixture
def hand() -> Hand:
    return Hand()


def test_a_bucket_counts_what_is_on_its_way(hand: Hand) -> None:
    bucket = Bucket(hand.now)
    assert bucket.free() is None
    for _ in range(5):
        bucket.take()
    bucket.answered(10, 9, 10.0)
    assert bucket.free() == 5
    for _ in range(5):
        bucket.take()
    assert bucket.free() == 0
    for left in range(8, -1, -1):
        bucket.answered(10, left, 10.0)
    assert bucket.free() == 0
    assert bucket.opens == hand.now() + 10.0 + MARGIN
    hand.time += 10.0 + MARGIN
    assert bucket.free() == 10


def test_edits_on_their_way_while_a_window_ends_count_for_the_next_one(hand: Hand) -> None:
    bucket = Bucket(hand.now)
    for _ in range(3):
        bucket.take()
    bucket.answered(10, 9, 10.0)
    hand.time += 10.1
    assert bucket.free() == 8
    bucket.lost()
    assert bucket.free() == 9


def test_a_window_that_slides_is_believed(hand: Hand) -> None:
    bucket = Bucket(hand.now)
    for _ in range(20):
        bucket.take()
        bucket.answered(10, 8, 10.0)
        hand.time += 4
    assert bucket.free() == 8


def test_edits_of_somebody_else_are_counted_too(hand: Hand) -> None:
    bucket = Bucket(hand.now)
    bucket.take()
    bucket.answered(10, 3, 10.0)
    assert bucket.free() == 3
    bucket.take()
    bucket.refused(4.0)
    assert bucket.free() == 0
    hand.time += 4 + MARGIN
    assert bucket.free() == 10
