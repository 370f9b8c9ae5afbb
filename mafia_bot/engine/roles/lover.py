"""The lover: her visit blocks, gives an alibi, and ties the guest's life to hers (MA-13 – MA-15)."""

from mafia_bot.engine.ids import Act, Role, SeatNo
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.roles.base import Ability, twice_running
from mafia_bot.engine.state import Game, Night, Player


def _legal(game: Game, player: Player, target: SeatNo) -> Refusal | None:
    if target == player.seat:
        return Refusal(Code.NOT_YOURSELF, "MA-13")
    return twice_running(game, player, target, allowed=game.rules.visit.same_twice, clause="MA-13")


def visited(night: Night) -> SeatNo | None:
    """Whom the lover is with this night."""
    return next((c.target for c in night.choices if c.act is Act.VISIT), None)


ABILITY = Ability(Act.VISIT, (Role.LOVER,), "MA-13", _legal)
