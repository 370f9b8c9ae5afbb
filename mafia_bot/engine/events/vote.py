"""Ballots, ties, lift votes, and the maniac's part in them."""

from mafia_bot.engine.events.base import Event
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.state import Then


class ListRead(Event, frozen=True):
    """The candidates in order, before the vote (MA-05)."""

    candidates: tuple[SeatNo, ...]


class VoteSkipped(Event, frozen=True):
    """No vote today: nobody nominated, a lone candidacy dropped, a first day without one, a removal."""

    reason: str


class JustificationBegan(Event, frozen=True):
    """Candidates, or the winner of a day without exits, get extra speeches."""

    queue: tuple[SeatNo, ...]
    candidates: tuple[SeatNo, ...]
    stage: int
    then: Then


class JustificationOpened(Event, frozen=True):
    """One of them has the floor."""

    seat: SeatNo
    at: float
    deadline: float


class JustificationEnded(Event, frozen=True):
    """One of them has finished."""

    seat: SeatNo


class BallotBegan(Event, frozen=True):
    """A ballot over these candidates; stage 0 is the vote, later ones are revotes."""

    candidates: tuple[SeatNo, ...]
    stage: int


class WindowOpened(Event, frozen=True):
    """A candidate stands to the vote until the deadline."""

    index: int
    at: float
    deadline: float


class VoteCast(Event, frozen=True):
    """A hand on the table: counted and final (GE-05)."""

    voter: SeatNo
    candidate: SeatNo


class VotesCounted(Event, frozen=True):
    """«Принято»: votes by candidate, and the silent voters' votes with where they went."""

    tally: tuple[tuple[SeatNo, int], ...]
    silent: tuple[tuple[SeatNo, SeatNo], ...]


class TieFound(Event, frozen=True):
    """Equal and most votes."""

    seats: tuple[SeatNo, ...]


class AlibiHeld(Event, frozen=True):
    """A seat with an alibi stays (MA-14)."""

    seat: SeatNo


class NobodyLeft(Event, frozen=True):
    """The vote ended without an exit, and why."""

    reason: str


class LiftVoteOpened(Event, frozen=True):
    """Who is for all of them leaving?"""

    candidates: tuple[SeatNo, ...]
    at: float
    deadline: float


class LiftVoteCast(Event, frozen=True):
    """One vote on the lift."""

    voter: SeatNo
    agree: bool


class LiftVotesCounted(Event, frozen=True):
    """The count on the lift."""

    agree: int
    against: int
    lifted: bool


class ShortNightFell(Event, frozen=True):
    """The maniac alone wakes (CI-19)."""

    candidates: tuple[SeatNo, ...]
    at: float
    deadline: float


class TieBroken(Event, frozen=True):
    """The maniac chose, or the lot did."""

    seat: SeatNo
    by_lot: bool


class ManiacAbsent(Event, frozen=True):
    """There is no maniac to break the tie: he has left, or (not `dealt`) was never there (CI-19, CI-22)."""

    dealt: bool


class ManiacAsked(Event, frozen=True):
    """Does the maniac play for the town? (CX-04)"""

    at: float
    deadline: float


class ManiacAnswered(Event, frozen=True):
    """A spoken yes, or no answer in time."""

    yes: bool
    at: float
