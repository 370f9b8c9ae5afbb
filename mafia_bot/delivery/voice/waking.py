"""One sleeping task that wakes a floor when there is something to see. It knows nothing of what."""

import asyncio
from collections.abc import Awaitable, Callable

from mafia_bot.delivery.tasks import BackgroundTasks


class Waking:
    """``now`` gives epoch seconds; ``wake`` is awaited at the moment that was set last."""

    def __init__(
        self,
        wake: Callable[[], Awaitable[None]],
        *,
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]],
        tasks: BackgroundTasks,
    ) -> None:
        self._wake, self._now, self._sleep, self._tasks = wake, now, sleep, tasks
        self._at = 0.0
        self._task: asyncio.Task[None] | None = None

    def at(self, moment: float | None) -> None:
        """Wake at this moment and at no other; None: when all is confirmed any change comes as an event."""
        if self._task is not None:
            if self._at == moment:
                return
            self._task.cancel()
            self._task = None
        if moment is not None:
            self._at = moment
            self._task = self._tasks.run(self._wait())

    async def _wait(self) -> None:
        await self._sleep(max(0.0, self._at - self._now()))
        # From here on another moment must not cut the work short.
        self._task = None
        await self._wake()
