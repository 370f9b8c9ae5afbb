"""What the board offers in a position."""

from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.phases.base import rules_of
from mafia_bot.engine.state import Game, Lobby


def offered(game: Game) -> tuple[Control, ...]:
    """What can be pressed on the board; the same for everybody who looks at it (GE-11)."""
    own = rules_of(game.phase).offers(game, game.phase)
    return own if isinstance(game.phase, Lobby) else (*own, Control(Press.CARD))
