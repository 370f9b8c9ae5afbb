"""What the table waits for and until when: the deadlines live in the state, never in a timer's memory."""

from msgspec import Struct

from mafia_bot.engine.commands import Abandon, Command, GraceRanOut, TimeRanOut
from mafia_bot.engine.phases.base import rules_of
from mafia_bot.engine.presence import abandoned_at
from mafia_bot.engine.state import Game


class Deadline(Struct, frozen=True):
    """The command to give at an instant (epoch seconds). `by_arrival`: what was sent in time still counts."""

    at: float
    command: Command
    by_arrival: bool = False


def due(game: Game) -> Deadline | None:
    """The nearest deadline of a position, or None while it waits for people alone."""
    rules = rules_of(game.phase)
    found = []
    if (at := abandoned_at(game)) is not None:
        found.append(Deadline(at, Abandon()))
    if game.paused or not rules.in_play:
        return found[0] if found else None
    if game.clock.deadline is not None:
        found.append(Deadline(game.clock.deadline, TimeRanOut(game.clock.step), rules.by_arrival))
    if game.absent:
        seat, at = min(game.absent, key=lambda pair: pair[1])
        found.append(Deadline(at, GraceRanOut(seat)))
    return min(found, key=lambda deadline: deadline.at, default=None)
