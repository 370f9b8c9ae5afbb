"""How often the floor has tried one member lately, so that no quarrel and no refusal loops. No Discord."""

from dataclasses import dataclass

from mafia_bot.engine.ids import UserId

RECHECK = 2.5
"""Seconds after a change at which the floor looks again."""

TRIES = 4
"""Answered edits of one member towards the same wish before the floor rests."""

REST = 60.0
"""Seconds without a try after which an effort begins anew; also the longest wait of an edit in vain."""

HASTE = (0.5, 1.0, 2.0)
"""Seconds until an edit that Discord did not answer is tried again; the last ones for ever after."""


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

    def unasked(self, user_id: UserId, mute: bool, now: float) -> None:
        """A request that was counted never left us, or was refused for its haste alone."""
        effort = self.of(user_id, mute, now)
        effort.count = max(0, effort.count - 1)

    def unanswered(self, user_id: UserId, mute: bool, now: float, *, waited: bool) -> int:
        """Discord did not really answer: try again soon, at once if that took its time already, and never
        give up: somebody may be left muted. Returns the failures so far.
        """
        effort = self.of(user_id, mute, now)
        wait = 0.0 if waited else HASTE[min(effort.failures, len(HASTE) - 1)]
        return self._put_off(effort, now + wait)

    def put_off(self, user_id: UserId, mute: bool, now: float) -> None:
        """There was nothing to edit: try after 2.5, 5, 10 … 60 s."""
        effort = self.of(user_id, mute, now)
        self._put_off(effort, now + min(REST, RECHECK * 2.0**effort.failures))

    def hurry(self) -> None:
        """Discord is there again: nobody waits any longer."""
        for effort in self._by_user.values():
            effort.until, effort.failures = 0.0, 0

    def give_up(self, user_id: UserId, mute: bool, now: float) -> None:
        """No more tries towards this wish for a minute."""
        self.of(user_id, mute, now).count = TRIES

    def forget(self, user_id: UserId | None = None) -> None:
        """Begin anew with one member, or with everybody."""
        if user_id is None:
            self._by_user.clear()
        else:
            self._by_user.pop(user_id, None)

    def _put_off(self, effort: Effort, until: float) -> int:
        effort.count, effort.failures, effort.until = max(0, effort.count - 1), effort.failures + 1, until
        return effort.failures


def _rested_at(effort: Effort) -> float:
    return max(effort.last, effort.until) + REST
