"""How often the floor has tried one member lately, so that no quarrel and no refusal loops. No Discord."""

from dataclasses import dataclass

from mafia_bot.engine.ids import UserId

RECHECK = 2.5
"""Seconds after a change at which the floor looks again, and the unit of its patience."""

TRIES = 4
"""Answered edits of one member towards the same wish before the floor rests."""

REST = 60.0
"""Seconds without a try after which an effort begins anew; also the longest wait in an outage."""


@dataclass(slots=True)
class Effort:
    """Tries towards one wish; ``until`` and ``last`` are epoch seconds."""

    mute: bool
    last: float
    count: int = 0
    failures: int = 0
    until: float = 0.0


class Efforts:
    """The tries of everybody; a changed wish, a new voice join or a minute's rest begins anew."""

    def __init__(self) -> None:
        self._by_user: dict[UserId, Effort] = {}

    def of(self, user_id: UserId, mute: bool, now: float) -> Effort:
        """The running effort towards this wish."""
        effort = self._by_user.get(user_id)
        rested = effort is not None and now >= _rested_at(effort)
        if effort is None or effort.mute is not mute or rested:
            effort = self._by_user[user_id] = Effort(mute, last=now)
        return effort

    def spent(self, user_id: UserId, mute: bool, now: float) -> bool:
        """Whether trying again would be a loop."""
        return self.of(user_id, mute, now).count >= TRIES

    def anew(self, user_id: UserId, mute: bool, now: float) -> float:
        """When an effort that is spent begins anew, epoch seconds."""
        return _rested_at(self.of(user_id, mute, now))

    def begin(self, user_id: UserId, mute: bool, now: float) -> None:
        """Count one request."""
        effort = self.of(user_id, mute, now)
        effort.count, effort.last = effort.count + 1, now

    def put_off(self, user_id: UserId, mute: bool, now: float) -> int:
        """Discord did not really answer: try after 2.5, 5, 10 … 60 s. Returns the failures so far.

        An outage is nobody's quarrel and is never given up: somebody may be left muted.
        """
        effort = self.of(user_id, mute, now)
        effort.count, effort.failures = effort.count - 1, effort.failures + 1
        effort.until = now + min(REST, RECHECK * 2.0 ** (effort.failures - 1))
        return effort.failures

    def give_up(self, user_id: UserId, mute: bool, now: float) -> None:
        """No more tries towards this wish for a minute."""
        self.of(user_id, mute, now).count = TRIES

    def forget(self, user_id: UserId | None = None) -> None:
        """Begin anew with one member, or with everybody."""
        if user_id is None:
            self._by_user.clear()
        else:
            self._by_user.pop(user_id, None)


def _rested_at(effort: Effort) -> float:
    return max(effort.last, effort.until) + REST
