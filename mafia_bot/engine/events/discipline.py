"""Warnings, removals, bans and defeats by one's own player."""

from mafia_bot.engine.events.base import Event
from mafia_bot.engine.ids import Extent, Rank, RulingKind, SeatNo, Team, UserId


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


class RulingMade(Event, frozen=True):
    """The host, an assistant or the bot rules what has no event with a rank of its own; what it brings about
    follows (GE-09). `seat` or `user` is whom it is about, `amount` extra seconds.
    """

    kind: RulingKind
    rank: Rank
    at: float
    seat: SeatNo | None = None
    user: UserId | None = None
    amount: float = 0.0


class RulingUndone(Event, frozen=True):
    """A ruling is taken back (GE-09): which one, how much of it, and all that words for it need.

    `since` is when it was made (epoch seconds): a ban that it brought `user` goes with it. The first journals
    say `rank` and `at` alone and mean the latest ruling.
    """

    rank: Rank
    at: float
    number: int = 0
    extent: Extent | None = None
    kind: RulingKind | None = None
    seat: SeatNo | None = None
    user: UserId | None = None
    offence: str = ""
    amount: float = 0.0
    since: float = 0.0


class TechnicalDefeat(Event, frozen=True):
    """The offender's team loses at once (MA-25, SP-09)."""

    seat: SeatNo
    team: Team
    rank: Rank
    at: float


class RulingSealed(Event, frozen=True):
    """All that a ruling brought about is written; what comes now is the game going on."""
