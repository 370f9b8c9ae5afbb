"""What stands between the floor and somebody's microphone, told once each. It has no words for it."""

from collections.abc import Callable, Set
from enum import StrEnum

from mafia_bot.engine.ids import UserId


class FloorProblem(StrEnum):
    """Why somebody cannot be brought to the wished state."""

    FORBIDDEN = "forbidden"
    """Discord refuses: MUTE_MEMBERS is missing in their channel."""
    GONE = "gone"
    """They left the server; the mute stays on them and is lifted when they come back."""
    UNREACHABLE = "unreachable"
    """Discord does not answer; tried on, ever more slowly."""
    CONTESTED = "contested"
    """Somebody else keeps undoing our edit; left alone for a minute."""
    MUTED_BY_OTHERS = "muted_by_others"
    """They should be heard, but a mute that we did not set is on them; only its author may lift it."""


class Problems:
    """The open problems by member."""

    def __init__(self, tell: Callable[[FloorProblem, UserId], None] | None) -> None:
        self._tell = tell
        self.open: dict[UserId, FloorProblem] = {}

    def report(self, user_id: UserId, problem: FloorProblem) -> None:
        """Tell of a problem, unless this member already has one."""
        if user_id not in self.open:
            self.open[user_id] = problem
            if self._tell is not None:
                self._tell(problem, user_id)

    def answered(self, user_id: UserId) -> None:
        """An edit of this member succeeded."""
        if self.open.get(user_id) is not FloorProblem.MUTED_BY_OTHERS:
            self.open.pop(user_id, None)

    def blocked(self, blocked: Set[UserId]) -> None:
        """These, and only these, are silenced by another hand now."""
        for user_id, problem in list(self.open.items()):
            if problem is FloorProblem.MUTED_BY_OTHERS and user_id not in blocked:
                del self.open[user_id]
        for user_id in blocked:
            self.report(user_id, FloorProblem.MUTED_BY_OTHERS)
