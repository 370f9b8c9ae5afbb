"""The don leads the mafia and looks for the sheriff: yes or no (CL-10, MW-03, MW-10, SP-01)."""

from mafia_bot.engine.ids import Act, Role, SeatNo, Team
from mafia_bot.engine.roles.card import Ability, Intent, RoleCard
from mafia_bot.engine.roles.mafia import ORDER
from mafia_bot.engine.roles.sheriff import SHERIFF
from mafia_bot.engine.state import Game, Player


def _sheriff(game: Game, _player: Player, target: SeatNo) -> bool:
    return game.player(target).role == SHERIFF


SEEK = Ability(
    act=Act("seek"),
    clause="CL-10",
    intent=Intent.LEARN,
    dead_too=True,
    learns=_sheriff,
    yes="seek-yes",
    no="seek-no",
)
CARD = RoleCard(role=Role("don"), team=Team.MAFIA, acts=(ORDER, SEEK), leads=True, dealt_unwoken=True)
