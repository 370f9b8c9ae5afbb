"""One budget of requests for the whole bot, under Discord's fifty a second: voices first. No Discord."""

import asyncio
import heapq
import itertools
from collections import deque
from collections.abc import Awaitable, Callable
from enum import IntEnum

PER_SECOND = 45
"""Requests in any second; the rest of Discord's fifty is left for what is not counted here."""

WINDOW = 1.05
"""Seconds of the window: requests that left within a second may arrive a little closer together."""


class Priority(IntEnum):
    """What goes first when many tables want something at once."""

    VOICE = 0
    BOARD = 1
    ROOM = 2
    """Rooms, and everything that can wait."""


SHARES = {Priority.VOICE: 1.0, Priority.BOARD: 0.85, Priority.ROOM: 0.65}
"""The part of a window that each may fill: a voice that wants to change always finds room."""


class Budget:
    """`rate` is the requests in a second; None counts nothing (a simulated server has no limit).

    `now` gives seconds that only go on.
    """

    def __init__(
        self,
        *,
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        rate: int | None = PER_SECOND,
    ) -> None:
        self._now, self._sleep, self.rate = now, sleep, rate
        self._taken: deque[float] = deque()
        self._closed_until = 0.0
        self._queue: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()
        self._pump: asyncio.Task[None] | None = None

    async def take(self, priority: Priority) -> None:
        """Wait until one request may be sent. Whoever waits may be cancelled at no cost."""
        if self.rate is None:
            return
        overtakes = not self._queue or self._queue[0][0] > priority
        if overtakes and self._wait(priority) <= 0:
            self._taken.append(self._now())
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._queue, (priority, next(self._numbers), place))
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._serve())
        await place

    def refused(self, seconds: float) -> None:
        """Discord says that it is too many all the same: nothing is sent for so long."""
        self._closed_until = max(self._closed_until, self._now() + seconds)

    def close(self) -> None:
        """Serve nobody any more."""
        if self._pump is not None:
            self._pump.cancel()

    def _wait(self, priority: Priority) -> float:
        """Seconds until this priority may send."""
        assert self.rate is not None
        now = self._now()
        while self._taken and now - self._taken[0] >= WINDOW:
            self._taken.popleft()
        share = max(1, int(self.rate * SHARES[priority]))
        free_at = self._taken[-share] + WINDOW if len(self._taken) >= share else now
        return max(free_at, self._closed_until) - now

    async def _serve(self) -> None:
        while self._queue:
            priority, _, place = self._queue[0]
            if place.done():
                heapq.heappop(self._queue)
                continue
            wait = self._wait(priority)
            if wait > 0:
                # Somebody more urgent may come meanwhile, and needs less room.
                await self._sleep(min(wait, 0.05))
                continue
            heapq.heappop(self._queue)
            self._taken.append(self._now())
            place.set_result(None)
