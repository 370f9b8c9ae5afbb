"""Work that runs by itself and ends: its errors are logged, never lost, and it can be stopped as a whole."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any


class BackgroundTasks:
    """The running pieces of work of one part; `what` names it in the log."""

    def __init__(self, log: logging.Logger, what: str) -> None:
        self._log, self._what = log, what
        self._tasks: set[asyncio.Task[None]] = set()

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a piece of work; a reference is kept until it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._reap)
        return task

    def stop(self) -> None:
        """Cancel what is under way."""
        for task in self._tasks:
            task.cancel()

    def _reap(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._log.error("%s", self._what, exc_info=error)
