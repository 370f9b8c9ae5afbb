"""What happens at night: almost everything here is somebody's secret."""

from mafia_bot.engine.events.base import Event
from mafia_bot.engine.ids import Act, Role, SeatNo


class CardDealt(Event, frozen=True):
    """One card, for one pair of eyes (GE-01)."""

    seat: SeatNo
    role: Role


class NightFell(Event, frozen=True):
    """A night with its number; the plan follows from the rules and the deal."""

    round: int


class NightStepOpened(Event, frozen=True):
    """A role wakes, dealt or dead alike (GE-11)."""

    index: int
    at: float
    deadline: float


class TeamShown(Event, frozen=True):
    """The mafia see one another."""

    seats: tuple[SeatNo, ...]
    don: SeatNo | None


class OrderGiven(Event, frozen=True):
    """The kill order for the coming nights (CL-03, MW-03)."""

    seat: SeatNo
    order: tuple[SeatNo, ...]


class TargetChosen(Event, frozen=True):
    """A night act; no target is an explicit refusal (MA-18)."""

    seat: SeatNo
    act: Act
    target: SeatNo | None


class ActBlocked(Event, frozen=True):
    """Whoever cannot act this night, because another came to visit, is told so (MA-13)."""

    seat: SeatNo
    act: Act


class CheckAnswered(Event, frozen=True):
    """Yes or no to whoever asked, as to the sheriff (black?) or to the don (sheriff?)."""

    seat: SeatNo
    act: Act
    target: SeatNo
    yes: bool


class NightResolved(Event, frozen=True):
    """What the night did and why; only the host may know before the end.

    `hits`: which act was deadly to which seat; `saved`: who was hit and lives; `along`: who leaves with one
    who was killed; `missed`: the mafia's shot found nobody.
    """

    hits: tuple[tuple[Act, SeatNo], ...]
    saved: tuple[SeatNo, ...]
    along: tuple[SeatNo, ...]
    missed: bool


class AlibiGiven(Event, frozen=True):
    """Who was given an alibi: safe from tomorrow's vote (MA-14). Secret until it matters."""

    seats: tuple[SeatNo, ...]
