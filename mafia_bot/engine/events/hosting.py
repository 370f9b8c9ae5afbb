"""What the host and the outside world do to the clock and the seats, and the end."""

from mafia_bot.engine.events.base import Event
from mafia_bot.engine.ids import SeatNo, Team, UserId


class GamePaused(Event, frozen=True):
    """The clock stands; so many seconds are left of the step. `away`: who is missing, where that is why."""

    at: float
    left: float
    away: tuple[SeatNo, ...] = ()


class GameResumed(Event, frozen=True):
    """The clock goes on."""

    at: float
    deadline: float


class StepExtended(Event, frozen=True):
    """The host gave extra seconds."""

    deadline: float
    seconds: float


class OutageEnded(Event, frozen=True):
    """The bot was away; the step has its remaining time again, absences start anew (GE-13).

    `unheard`: since when (epoch seconds) presses and lines were lost; None: none were.
    """

    at: float
    deadline: float | None
    grace: float
    unheard: float | None = None


class PlayerDropped(Event, frozen=True):
    """A seat fell out of voice; its grace ends at the deadline (GE-13)."""

    seat: SeatNo
    deadline: float


class TableDeserted(Event, frozen=True):
    """Nobody living is in voice any more; unless somebody comes, the game is closed at the deadline."""

    at: float
    deadline: float


class PlayerReturned(Event, frozen=True):
    """A seat is back in voice."""

    seat: SeatNo


class HostAsked(Event, frozen=True):
    """The grace of a seat ran out at a table with a human host."""

    seat: SeatNo


class GraceRenewed(Event, frozen=True):
    """The host waits for a seat once more; the new grace ends at the deadline (GE-13)."""

    seat: SeatNo
    deadline: float


class QuestionAsked(Event, frozen=True):
    """A seat asks the host, in its own words; `number` counts from 1 (CI-21)."""

    number: int
    seat: SeatNo
    words: str
    at: float


class QuestionAnswered(Event, frozen=True):
    """The host's answer to a seat's `question`, aloud or to that seat alone (CI-21)."""

    number: int
    seat: SeatNo
    question: str
    words: str
    aloud: bool
    at: float


class PlayerReplaced(Event, frozen=True):
    """Another person on the same seat with the same card."""

    seat: SeatNo
    user: UserId


class GameEnded(Event, frozen=True):
    """The winners, why, whether it counts for ratings, and what the host who ended it wrote, if he did."""

    winners: tuple[Team, ...]
    reason: str
    counts: bool
    at: float
    words: str
