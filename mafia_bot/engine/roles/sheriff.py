"""The sheriff looks for black: mafia is black, everyone else red, the maniac too (MA-16, CX-03, CI-05)."""

from mafia_bot.engine.events import CheckAnswered
from mafia_bot.engine.ids import Act, Role, SeatNo, Team
from mafia_bot.engine.roles.base import Ability
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Player


def _answer(run: Run, player: Player, target: SeatNo) -> None:
    yes = run.game.player(target).team is Team.MAFIA
    run.emit(CheckAnswered(player.seat, Act.CHECK, target, yes))


ABILITY = Ability(Act.CHECK, (Role.SHERIFF,), "MA-16", answer=_answer, dead_too=True, can_be_blocked=True)
