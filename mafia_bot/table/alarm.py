"""One sleeping task a game: it rings at the position's next deadline and dies quietly when a newer one
is set.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from mafia_bot.engine.commands import Command
from mafia_bot.engine.due import Deadline
from mafia_bot.table.services import Sleep

ARRIVAL_GRACE = 0.4
"""Seconds for which a vote sent in time may still be under way when its window ends (GE-05)."""

_log = logging.getLogger(__name__)


class Alarm:
    """`ring` gets the deadline's command; a late ring is refused by the engine as stale, so it is safe."""

    def __init__(
        self, ring: Callable[[Command], Awaitable[object]], *, now: Callable[[], float], sleep: Sleep
    ) -> None:
        self._ring, self._now, self._sleep = ring, now, sleep
        self._task: asyncio.Task[None] | None = None
        self._deadline: Deadline | None = None

    def set(self, deadline: Deadline | None) -> None:
        """Wait for this deadline and no other; None waits for nothing."""
        if deadline == self._deadline and self._task is not None and not self._task.done():
            return
        self.cancel()
        self._deadline = deadline
        if deadline is not None:
            self._task = asyncio.create_task(self._wait(deadline))

    def cancel(self) -> None:
        """Wait for nothing. A ring that is just being answered is not interrupted."""
        task, self._task = self._task, None
        self._deadline = None
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def _wait(self, deadline: Deadline) -> None:
        grace = ARRIVAL_GRACE if deadline.by_arrival else 0.0
        while (left := deadline.at + grace - self._now()) > 0:
            await self._sleep(left)
        # From here on a newer deadline must not cut the answer short.
        self._task, self._deadline = None, None
        try:
            await self._ring(deadline.command)
        except Exception:
            _log.exception("an alarm could not be answered")
