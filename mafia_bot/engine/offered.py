"""What the board offers in a position."""

from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.phases.base import rules_of
from mafia_bot.engine.state import Game, Lobby, Over


def offered(game: Game) -> tuple[Control, ...]:
    """What can be pressed on the board; the same for everybody who looks at it (GE-11)."""
    own = rules_of(game.phase).offers(game, game.phase)
    if game.host is not None and not isinstance(game.phase, Over):
        own = (*own, Control(Press.HOST))  # GE-16: it stands before all and opens for those who lead
    # Every card lies open at the end, and nobody answers for the table any more once the next one sits there.
    return own if isinstance(game.phase, (Lobby, Over)) else (*own, Control(Press.CARD))
