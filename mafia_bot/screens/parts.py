"""What a screen is made of: text, buttons and menus as plain values. It knows no Discord."""

import msgspec

from mafia_bot.engine.controls import Control
from mafia_bot.engine.ids import SeatNo


class Menu(msgspec.Struct, frozen=True):
    """A menu of seats: what a choice means, which seats, the words above it, and how many may be chosen."""

    control: Control
    seats: tuple[SeatNo, ...]
    placeholder: str
    most: int = 1


Part = Control | Menu
"""Something to press: a control alone is a button."""


class Panel(msgspec.Struct, frozen=True):
    """A private message: its text and what can be pressed in it, from top to bottom."""

    text: str
    parts: tuple[Part, ...] = ()
