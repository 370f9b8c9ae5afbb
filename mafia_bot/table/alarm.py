"""One sleeping task a game: it rings at the position's next deadline and dies quietly when a newer one
is set.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from mafia_bot.engine.commands import Command, EndOutage
from mafia_bot.engine.due import Deadline
from mafia_bot.table.services import Sleep

ARRIVAL_GRACE = 0.4
"""Seconds for which a vote sent in time may still be under way when its window ends (GE-05)."""

OVERSLEPT = 2.5
"""Seconds by which a sleep may last longer; beyond, the process or its machine was frozen meanwhile."""

_log = logging.getLogger(__name__)


class Alarm:
    """`ring` gets the deadline's command; a late ring is refused by the engine as stale, so it is safe.

    `alive_at` tells when this process was last seen to run (epoch seconds), None if nobody looks.
    """

    def __init__(
        self,
        ring: Callable[[Command], Awaitable[object]],
        *,
        now: Callable[[], float],
        sleep: Sleep,
        alive_at: Callable[[], float | None] = lambda: None,
    ) -> None:
        self._ring, self._now, self._sleep, self._alive_at = ring, now, sleep, alive_at
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
        end, slept = deadline.at + (ARRIVAL_GRACE if deadline.by_arrival else 0.0), False
        while (left := end - self._now()) > 0:
            await self._sleep(left)
            slept = True
        late = slept and self._now() - end > OVERSLEPT
        # From here on a newer deadline must not cut the answer short.
        self._task, self._deadline = None, None
        try:
            await self._ring(self._outage(deadline) if late else deadline.command)
        except Exception:
            _log.exception("an alarm could not be answered")

    def _outage(self, deadline: Deadline) -> Command:
        """GE-13: whoever overslept ends no step; it has the time again that it had before."""
        seen = self._alive_at()
        return EndOutage(deadline.at if seen is None else min(seen, deadline.at))
