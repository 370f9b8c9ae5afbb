"""How many member edits Discord takes from us in one guild now, by what its answers said. No Discord."""

from collections.abc import Callable

SAME = 0.5
"""Seconds by which two answers of one window may differ about its end."""

MARGIN = 0.05
"""Seconds after which a window that is over is believed to be: the client's own count is a little behind."""


class Bucket:
    """Tokens for the edits of one guild. Until Discord has named a limit there is none.

    Whoever asks only with a token never waits inside the client, where no wish could be taken back.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._limit: int | None = None
        self._used = 0
        self._flying = 0
        self._ends: float | None = None

    def free(self) -> int | None:
        """How many edits may be sent now; None: nothing is known against it."""
        self._roll()
        return None if self._limit is None else max(0, self._limit - self._used)

    @property
    def opens(self) -> float | None:
        """When the next window begins, epoch seconds; None if that is not known."""
        return None if self._ends is None else self._ends + MARGIN

    def take(self) -> None:
        """An edit is sent."""
        self._used, self._flying = self._used + 1, self._flying + 1

    def lost(self) -> None:
        """An edit was never answered, or by something that counts nothing."""
        self._used, self._flying = max(0, self._used - 1), max(0, self._flying - 1)

    def answered(self, limit: int, remaining: int, reset_after: float) -> None:
        """Discord answered an edit and told its count; `reset_after` in seconds."""
        self._roll()
        self._flying = max(0, self._flying - 1)
        ends, spent = self._now() + reset_after, limit - remaining
        if self._ends is not None and abs(ends - self._ends) > SAME:
            # A window that slides: what was used before it says nothing.
            self._used = spent + self._flying
        self._limit, self._ends, self._used = limit, ends, max(self._used, spent)

    def refused(self, retry_after: float) -> None:
        """Discord refused an edit for its limit; nothing is free for so many seconds."""
        self._flying = max(0, self._flying - 1)
        self._limit = self._limit or 1
        self._used, self._ends = self._limit, self._now() + retry_after

    def _roll(self) -> None:
        if self._ends is not None and self._now() >= self._ends + MARGIN:
            self._used, self._ends = self._flying, None
