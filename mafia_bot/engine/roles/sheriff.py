"""The sheriff looks for black: mafia is black, everyone else red, the maniac too (MA-16, CX-03, CI-05)."""

from mafia_bot.engine.ids import Act, Role, SeatNo, Team
from mafia_bot.engine.roles.card import Ability, Intent, RoleCard
from mafia_bot.engine.state import Game, Player

SHERIFF = Role("sheriff")


def _black(game: Game, _player: Player, target: SeatNo) -> bool:
    return game.player(target).team is Team.MAFIA


CHECK = Ability(
    act=Act("check"),
    clause="MA-16",
    intent=Intent.LEARN,
    dead_too=True,
    blockable=True,
    learns=_black,
    yes="check-mafia-yes",
    no="check-mafia-no",
)
CARD = RoleCard(role=SHERIFF, team=Team.TOWN, acts=(CHECK,))
