"""Warnings, removals, bans and defeats by one's own player."""

from mafia_bot.engine.events.base import Event
from mafia_bot.engine.ids import Rank, SeatNo, Team, UserId


class WarningIssued(Event, frozen=True):
    """A warning and which one it is."""

    seat: SeatNo
    offence: str
    count: int
    rank: Rank
    at: float


class PenaltyIncurred(Event, frozen=True):
    """A rung of the ladder: what the seat loses in which circle."""

    seat: SeatNo
    circle: int
    speech: bool
    nomination: bool
    vote: bool


class PlayerRemoved(Event, frozen=True):
    """A removal from the table or from the hall (silent: MA-24)."""

    seat: SeatNo
    offence: str
    hall: bool
    rank: Rank
    at: float


class PlayerSuspended(Event, frozen=True):
    """A ban for coming games or for the day, seated or not (CC-16, CC-18, MW-19).

    `rank` is the hand of a ruling of its own; None: it comes with the ruling before it.
    """

    user: UserId
    offence: str
    games: int
    day: bool
    hall: bool
    rank: Rank | None
    at: float


class VoteCancelled(Event, frozen=True):
    """A removal cost the table the vote of that circle (SP-07)."""

    circle: int


class RulingUndone(Event, frozen=True):
    """The last ruling is taken back (GE-09)."""

    rank: Rank
    at: float


class TechnicalDefeat(Event, frozen=True):
    """The offender's team loses at once (MA-25, SP-09)."""

    seat: SeatNo
    team: Team
    rank: Rank
    at: float


class RulingSealed(Event, frozen=True):
    """All that a ruling brought about is written; what comes now is the game going on."""
