"""Small moves on a position that several events share; it must not decide anything."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from mafia_bot.engine.events import Event
from mafia_bot.engine.ids import SeatNo, UserId
from mafia_bot.engine.state import Clock, Game, Player

Evolver = Callable[[Game, Any], Game]
EVOLVERS: dict[type[Event], Evolver] = {}
"""One function per event class; `tests` prove that none is missing."""


E = TypeVar("E", bound=Event)


def on(kind: type[E]) -> Callable[[Callable[[Game, E], Game]], Callable[[Game, E], Game]]:
    """Register the function that evolves a position by events of `kind`."""

    def register(function: Callable[[Game, E], Game]) -> Callable[[Game, E], Game]:
        EVOLVERS[kind] = function
        return function

    return register


def tick(game: Game, at: float, deadline: float) -> Clock:
    """The clock of a new step; at a paused table it stands with all its seconds left."""
    if game.paused:
        return Clock(game.clock.step + 1, at, None, deadline - at)
    return Clock(game.clock.step + 1, at, deadline, None)


def with_player(game: Game, player: Player) -> tuple[Player, ...]:
    """All players with one of them exchanged."""
    players = game.players
    index = player.seat - 1
    return (*players[:index], player, *players[index + 1 :])


def seen(game: Game, user: UserId | None) -> Game:
    """GE-16: whoever led or sat while the cards were dealt has seen one, and is remembered for it."""
    if user is None or not game.players or user in game.witnesses:
        return game
    return replace(game, witnesses=(*game.witnesses, user))


def waited_for(game: Game, seat: SeatNo) -> Game:
    """The grace of a seat is over, however it ended (GE-13)."""
    return replace(game, absent=tuple([pair for pair in game.absent if pair[0] != seat]))


def same(game: Game, _event: Event) -> Game:
    """For events that only tell something."""
    return game


__all__ = ["EVOLVERS", "on", "replace", "same", "seen", "tick", "waited_for", "with_player"]
