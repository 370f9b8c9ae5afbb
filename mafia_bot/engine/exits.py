"""How players leave and how a game ends: every exit goes through here, so every exit is checked for a win."""

from collections.abc import Sequence

from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Cause, SeatNo, Team
from mafia_bot.engine.roles import CARDS
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game, Over
from mafia_bot.engine.wins import outcome


def leave(run: Run, seats: Sequence[SeatNo], cause: Cause, *, at_night: bool = False) -> None:
    """Let these seats leave for one cause, in this order, without looking for a winner yet."""
    for seat in seats:
        player = run.game.player(seat)
        run.emit(ev.PlayerLeft(seat, cause, at_night))
        if CARDS[player.role].announced(run.game.rules):
            run.emit(ev.RoleAnnounced(seat, player.role))  # MA-18


def over(run: Run) -> bool:
    """End the game if it is decided (GE-07); true when it has ended."""
    if isinstance(run.game.phase, Over):
        return True
    result = outcome(run.game)
    if result is None:
        return False
    end(run, result.winners, result.reason)
    return True


def end(run: Run, winners: tuple[Team, ...], reason: str, *, counts: bool = True, words: str = "") -> None:
    """End the game."""
    run.emit(ev.GameEnded(winners, reason, counts, run.now, words))


def next_circle(game: Game) -> int:
    """The number of the next circle to begin: what a ladder's rung costs (MA-21)."""
    return game.broke + 1
