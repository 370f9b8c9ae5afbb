"""A message as it should stand: plain values, and who knows them. No Discord."""

from typing import Protocol

from msgspec import Struct

from mafia_bot.screens.page import Page
from mafia_bot.texts import Language

TEAM = "team:"
"""What the names of the messages to the mafia's own room begin with."""


class Wanted(Struct, frozen=True):
    """One message of a game. `screen` names it within the game: it is the same message for as long as it has
    the same name. It shows a `page` or says a `text`.

    `final`: once it stands so, nothing is owed here any more. Not `needed`: a page that is over already, so
    it is closed where it stands and not begun where it does not.
    """

    screen: str
    page: Page | None = None
    text: str | None = None
    final: bool = False
    needed: bool = True

    @property
    def tells(self) -> bool:
        """Whether something would be lost that happened on it, if it never stood."""
        return self.page is None or bool(self.page.lines)


class Source(Protocol):
    """Knows what one game owes to one channel."""

    @property
    def texts(self) -> Language:
        """The words of the table."""

    @property
    def pressed(self) -> bool:
        """Whether these messages carry controls, so that one must not stand longer than it is wanted."""

    async def ready(self) -> None:
        """Learn what is not known yet. May raise; it is asked again then."""

    def wanted(self) -> tuple[Wanted, ...] | None:
        """What should stand, in the order in which it was owed; None before `ready` has learnt it."""

    def settled(self) -> bool:
        """All of it stands. Returns whether nothing more will come, unless somebody begins again."""


class NothingOwed:
    """A game that nobody can go on with: nothing of it may stand where it can be pressed."""

    pressed = True

    def __init__(self, texts: Language) -> None:
        self.texts = texts

    async def ready(self) -> None:
        """There is nothing to learn."""

    def wanted(self) -> tuple[Wanted, ...]:
        """Nothing."""
        return ()

    def settled(self) -> bool:
        """Nothing more will come."""
        return True
