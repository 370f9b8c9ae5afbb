"""Where Discord does not serve us just now, and when one edit may ask whether it is over. No Discord."""

from collections.abc import Callable
from dataclasses import dataclass

PROBE = 2.0
"""Seconds between two edits that ask whether an outage is over; also after which the cache is looked at."""

AFTER_A_SIGN = 0.5
"""Seconds after an edit in vain before which not even a sign of life brings the next one."""

MANY = 3
"""Edits in a row that Discord did not answer: from here on it is an outage, and nobody's own trouble."""

FIRST, LONGEST = 2.5, 60.0
"""Seconds until a refused channel is asked about again: the first time, and at most."""


class Outage:
    """Shared by the floors of a process: Discord is away from all of them or from none.

    Only one edit at a time asks whether it is back; the first that is answered ends the outage for all.
    ``next`` is when the next one may ask, ``since`` when the first was not answered (epoch seconds),
    ``ended`` counts the outages so far.
    """

    def __init__(self) -> None:
        self._failures = 0
        self._asked = 0.0
        self.next = 0.0
        self.since: float | None = None
        self.ended = 0
        self._wake: list[Callable[[], None]] = []

    def listen(self, wake: Callable[[], None]) -> None:
        """Tell this floor when it is worth asking again."""
        self._wake.append(wake)

    @property
    def on(self) -> bool:
        """Whether Discord is away."""
        return self._failures >= MANY

    def failed(self, now: float) -> None:
        """An edit was not answered, or by an error of Discord's own."""
        self.since = now if self.since is None else self.since
        self._failures += 1
        if self._failures == MANY:
            self._asked, self.next = now, now + PROBE

    def asks(self, now: float) -> None:
        """An edit is sent; while the outage lasts the next one waits."""
        self._asked, self.next = now, now + PROBE

    def sign(self, now: float) -> None:
        """Something of Discord's has arrived: ask sooner than thought."""
        sooner = max(now, self._asked + AFTER_A_SIGN)
        if self.on and sooner < self.next:
            self.next = sooner
            self._tell()

    def answered(self) -> None:
        """An edit was answered, so an outage is over."""
        was, self._failures, self.since = self.on, 0, None
        if was:
            self.ended += 1
            self._tell()

    def _tell(self) -> None:
        for wake in self._wake:
            wake()


@dataclass(slots=True)
class Refused:
    """A channel in which we may not mute; `lacking` are the permissions that the cache misses there.

    `until` is when an edit may ask again (epoch seconds), `pause` the seconds after that.
    """

    lacking: tuple[str, ...]
    until: float
    pause: float = FIRST


class Refusals:
    """The channels of one guild in which Discord refuses our edits."""

    def __init__(self) -> None:
        self.channels: dict[int, Refused] = {}
        self._granted: set[int] = set()

    def refused(self, channel_id: int, lacking: tuple[str, ...], now: float) -> None:
        """Discord refused an edit there."""
        known = self.channels.get(channel_id)
        if known is None or (lacking and not known.lacking):
            self.channels[channel_id] = Refused(lacking, now + (LONGEST if lacking else FIRST))

    def asks(self, channel_id: int, now: float) -> None:
        """An edit asks there whether it is over; the next one waits twice as long."""
        if (known := self.channels.get(channel_id)) is not None:
            known.pause = min(LONGEST, known.pause * 2)
            known.until = now + (LONGEST if known.lacking else known.pause)

    def until(self, channel_id: int) -> float:
        """When an edit may be sent there, epoch seconds; 0.0 for a channel that nobody refused."""
        known = self.channels.get(channel_id)
        return 0.0 if known is None else known.until

    def grants(self, channel_id: int) -> None:
        """Discord granted an edit there."""
        self._granted.add(channel_id)

    def granted(self, channel_id: int) -> bool:
        """Whether it has granted one in this turn."""
        return channel_id in self._granted

    def allowed(self, channel_id: int) -> None:
        """It is well there."""
        self.channels.pop(channel_id, None)

    def anew(self) -> None:
        """Permissions changed, or a new wish was made: ask again at once where nothing speaks against it."""
        self._granted.clear()
        for channel_id in [c for c, known in self.channels.items() if not known.lacking]:
            del self.channels[channel_id]
