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


class Option(msgspec.Struct, frozen=True):
    """One line of a menu that is not of seats: what it stands for, its words, and smaller words below."""

    value: str
    label: str
    about: str = ""


class Options(msgspec.Struct, frozen=True):
    """A menu of other things than seats, as `Menu`."""

    control: Control
    options: tuple[Option, ...]
    placeholder: str
    most: int = 1


class People(msgspec.Struct, frozen=True):
    """A menu of everybody on the server, one of whom may be chosen."""

    control: Control
    placeholder: str


Part = Control | Menu | Options | People
"""Something to press: a control alone is a button."""


class Panel(msgspec.Struct, frozen=True):
    """A private message: its text and what can be pressed in it, from top to bottom."""

    text: str
    parts: tuple[Part, ...] = ()
