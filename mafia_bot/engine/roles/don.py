"""The don looks for the sheriff: yes or no (CL-10, MW-10, SP-01)."""

from mafia_bot.engine.events import CheckAnswered
from mafia_bot.engine.ids import Act, Role, SeatNo
from mafia_bot.engine.roles.base import Ability
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Player


def _answer(run: Run, player: Player, target: SeatNo) -> None:
    yes = run.game.player(target).role is Role.SHERIFF
    run.emit(CheckAnswered(player.seat, Act.SEEK, target, yes))


ABILITY = Ability(Act.SEEK, (Role.DON,), "CL-10", answer=_answer, dead_too=True)
