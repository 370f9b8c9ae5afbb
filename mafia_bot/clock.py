"""The time of a game: Discord's, carried on by the machine's monotonic clock. It knows no game."""

import time
from collections import deque
from collections.abc import Callable

AHEAD = 2.0
"""Seconds by which a press may be older than the machine's clock says before that clock is doubted: the way
from a client to us takes no longer, often.
"""

BEHIND = 0.25
"""Seconds by which a press may seem to come from the future: no clock is exact."""

SAMPLES = 5
"""Presses that must agree before a clock that is ahead is doubted: one of them may just have been slow."""

MEMORY = 900.0
"""Seconds for which a sample is believed."""


def monotonic() -> float:
    """Seconds that only go on. Looked up at each call, for a simulated server puts its own in the place."""
    return time.monotonic()


class Clock:
    """`wall` is the machine's clock, epoch seconds; what it says is corrected by what Discord stamps.
    `steady` counts seconds from anywhere and never goes back.

    Setting the machine's clock, back or forth, changes nothing: time goes on by the monotonic clock, and only
    what Discord says moves it.
    """

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = monotonic
    ) -> None:
        self._wall, self._steady = wall, steady
        self._offset: float | None = None
        self._samples: deque[tuple[float, float]] = deque(maxlen=64)
        self.skew = 0.0
        self.alive_at: float | None = None

    def now(self) -> float:
        """Discord's time as well as it is known here, epoch seconds; it never goes back by itself."""
        if self._offset is None:
            self._offset = self._wall() - self._steady()
        return round(self._steady() + self._offset, 6)

    def beat(self) -> float:
        """Remember that the process is running now. Returns for how long it had not been seen to, seconds."""
        now, before = self.now(), self.alive_at
        self.alive_at = now
        return 0.0 if before is None else now - before

    def heard(self, stamp: float) -> float:
        """Something that Discord stamped at this moment (epoch seconds) has just arrived.

        Returns how far the time of `now` leapt by it, in seconds: 0 but for a machine that slept or whose
        clock is wrong. `skew` is how far the machine's clock is from Discord's, negative when it is behind.
        """
        before, here = self.now(), self._steady()
        self._samples.append((here, stamp - here))
        while self._samples and here - self._samples[0][0] > MEMORY:
            self._samples.popleft()
        # What took least time on its way tells most: true time is a little more than the greatest.
        newest = max(offset for _, offset in self._samples)
        wall = self._wall() - here
        right = self._agrees(wall, newest)
        self.skew = 0.0 if right else wall - newest
        if not self._agrees(before - here, newest):
            self._offset = wall if right else newest
        return self.now() - before

    def _agrees(self, offset: float, newest: float) -> bool:
        """Whether a clock with this offset may be right, as far as Discord's stamps tell."""
        doubted = len(self._samples) >= SAMPLES and offset > newest + AHEAD
        return offset >= newest - BEHIND and not doubted
