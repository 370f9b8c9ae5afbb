"""Mornings, farewells, speeches and nominations."""

from mafia_bot.engine.events.base import Event
from mafia_bot.engine.ids import Cause, Role, SeatNo, SpeechKind
from mafia_bot.engine.state import Then


class MorningCame(Event, frozen=True):
    """What the table hears: the victims in the order they are named, a miss or a heal if these are told.

    `lapse`: the night has cancelled all warnings (MA-22).
    """

    victims: tuple[SeatNo, ...]
    missed: bool
    healed: bool
    lapse: bool = False


class PlayerLeft(Event, frozen=True):
    """A seat left the game; the card stays closed (GE-06)."""

    seat: SeatNo
    cause: Cause
    at_night: bool


class RoleAnnounced(Event, frozen=True):
    """The one exit that is told with its card: the maniac's (MA-18)."""

    seat: SeatNo
    role: Role


class LastWordsBegan(Event, frozen=True):
    """Farewells begin; `then` is where the game goes on."""

    queue: tuple[SeatNo, ...]
    then: Then
    seconds: float
    best_move: SeatNo | None


class FarewellOpened(Event, frozen=True):
    """The first of the queue has the floor."""

    seat: SeatNo
    at: float
    deadline: float


class FarewellEnded(Event, frozen=True):
    """The speaker has said goodbye."""

    seat: SeatNo


class BestMoveNamed(Event, frozen=True):
    """The first victim's guess of the black (SP-08)."""

    seat: SeatNo
    seats: tuple[SeatNo, ...]


class DayBroke(Event, frozen=True):
    """A circle begins: its number, the order of speeches, curfew or not (CI-20)."""

    circle: int
    order: tuple[SeatNo, ...]
    curfew: bool


class SpeechOpened(Event, frozen=True):
    """A seat has the floor, or only the word for a nomination."""

    seat: SeatNo
    kind: SpeechKind
    at: float
    deadline: float


class SpeechEnded(Event, frozen=True):
    """«Спасибо»."""

    seat: SeatNo


class SpeechLost(Event, frozen=True):
    """A turn of the circle, or a justification, taken away whole by the ladder (MA-21)."""

    seat: SeatNo


class LateSpeechesGiven(Event, frozen=True):
    """Those without a speech who were nominated after their turn get their half minute now (CC-14)."""

    seats: tuple[SeatNo, ...]


class NominationWindowOpened(Event, frozen=True):
    """Everybody may nominate (CI-15)."""

    at: float
    deadline: float


class Nominated(Event, frozen=True):
    """A candidacy was accepted."""

    by: SeatNo
    seat: SeatNo
