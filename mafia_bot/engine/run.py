"""One decision in progress: the position as it moves and the events so far. It knows no rule."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from mafia_bot.engine.events import Event
from mafia_bot.engine.state import Game, Then


def no_lots(count: int) -> Sequence[int]:
    """Lots that leave everything in its order, for replays and rulings that must not depend on chance."""
    return range(count)


class Facts(Struct, frozen=True):
    """What a decision may know of the world: the time (epoch seconds) and a way to draw lots.

    `lots(n)` returns the numbers 0 … n-1 in a drawn order; what was drawn is recorded as its outcome.
    """

    now: float
    lots: Callable[[int], Sequence[int]] = no_lots


class Run:
    """Collects the events of one decision; `evolve` moves the position under them as they come."""

    __slots__ = ("_evolve", "events", "facts", "game")

    def __init__(self, game: Game, facts: Facts, evolve: Callable[[Game, Event], Game]) -> None:
        self.game = game
        self.facts = facts
        self._evolve = evolve
        self.events: list[Event] = []

    @property
    def now(self) -> float:
        """The instant of the decision, epoch seconds."""
        return self.facts.now

    def emit(self, event: Event) -> None:
        """Record an event and move the position by it."""
        self.game = self._evolve(self.game, event)
        self.events.append(event)

    def go(self, then: Then) -> None:
        """Go on to where a finished queue leads."""
        ROUTES[then](self)


ROUTES: dict[Then, Callable[[Run], None]] = {}
"""Which phase begins where; the phases sign up themselves, so that none has to import the next."""


def route(then: Then) -> Callable[[Callable[[Run], None]], Callable[[Run], None]]:
    """Sign a phase's beginning up for a direction."""

    def register(function: Callable[[Run], None]) -> Callable[[Run], None]:
        ROUTES[then] = function
        return function

    return register
