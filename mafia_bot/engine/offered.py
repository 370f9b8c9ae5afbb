"""What the board offers in a position."""

from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.phases.base import rules_of
from mafia_bot.engine.presence import undecided
from mafia_bot.engine.state import Game, Lobby, Over

AT_ONCE = 1
"""About so many seats the host is asked at a time; the others are asked about when these are decided."""


def offered(game: Game) -> tuple[Control, ...]:
    """What can be pressed on the board; the same for everybody who looks at it (GE-11)."""
    own = rules_of(game.phase).offers(game, game.phase)
    if isinstance(game.phase, Over):
        return own
    if game.host is not None:
        # GE-16: what is the host's stands before all and answers only those who lead.
        own = (*own, Control(Press.HOST), *decisions(game))
    # Every card lies open at the end, and nobody answers for the table any more once the next one sits there.
    return own if isinstance(game.phase, Lobby) else (*own, Control(Press.CARD))


def decisions(game: Game) -> tuple[Control, ...]:
    """What the host is asked for those who have not come back: to wait, or to remove them (GE-13)."""
    return tuple(
        Control(press, 0, seat) for seat in undecided(game)[:AT_ONCE] for press in (Press.WAIT, Press.GONE)
    )
