"""A seat and all that belongs to it. Frozen values only."""

from msgspec import Struct

from mafia_bot.engine.ids import Act, Cause, Role, SeatNo, Team, UserId
from mafia_bot.engine.roster import TEAM_OF


class Exit(Struct, frozen=True):
    """How a player left: why, in which round, and whether it happened at night."""

    cause: Cause
    round: int
    at_night: bool


class Penalty(Struct, frozen=True):
    """What a rung of the ladder takes away in one circle (MA-21, CC-13, MW-20, SP-06)."""

    circle: int
    speech: bool
    nomination: bool
    vote: bool


class Check(Struct, frozen=True):
    """What a sheriff or don has learnt: the night, the seat, the answer."""

    round: int
    act: Act
    target: SeatNo
    yes: bool


class Player(Struct, frozen=True):
    """One seat. `aims` are (night, target) of the acts that may not be repeated, `checks` what it knows.

    `penalties` holds at most one for the circle that goes on and one for the next.
    """

    seat: SeatNo
    user: UserId
    role: Role
    alive: bool = True
    warnings: int = 0
    penalties: tuple[Penalty, ...] = ()
    exit: Exit | None = None
    aims: tuple[tuple[int, SeatNo], ...] = ()
    checks: tuple[Check, ...] = ()

    @property
    def team(self) -> Team:
        """The team of the card."""
        return TEAM_OF[self.role]

    def penalty_in(self, circle: int) -> Penalty | None:
        """What the ladder takes from the seat in a circle, or None."""
        for penalty in self.penalties:
            if penalty.circle == circle:
                return penalty
        return None
