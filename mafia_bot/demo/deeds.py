"""What a simulated player may do with hands and voice; when, in virtual epoch seconds."""

from msgspec import Struct

from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import SeatNo


class Say(Struct, frozen=True):
    """Type a line in the table chat."""

    text: str


class Push(Struct, frozen=True):
    """Press a control of the board; `seats` are chosen in it if it is a menu."""

    press: Press
    seats: tuple[SeatNo, ...] = ()


class Peek(Struct, frozen=True):
    """Open the night panel and only read it."""


class Aim(Struct, frozen=True):
    """Open the night panel and choose a seat in it, or (None) refuse."""

    target: SeatNo | None


class Arrange(Struct, frozen=True):
    """Open the night panel and name the order of the shots."""

    seats: tuple[SeatNo, ...]


class BestMove(Struct, frozen=True):
    """Open the menu of the best move and name these."""

    seats: tuple[SeatNo, ...]


Deed = Say | Push | Peek | Aim | Arrange | BestMove


class Plan(Struct, frozen=True):
    """A deed of a seat, and when."""

    at: float
    seat: SeatNo
    deed: Deed
