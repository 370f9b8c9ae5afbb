"""The courtesan: whoever she invites is missed by every shot; if she is shot, both die (CX-06)."""

from mafia_bot.engine.ids import Act, Role, SeatNo
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.roles.base import Ability
from mafia_bot.engine.state import Game, Night, Player


def _legal(_game: Game, player: Player, target: SeatNo) -> Refusal | None:
    return Refusal(Code.NOT_YOURSELF, "CX-06") if target == player.seat else None


def invited(night: Night) -> SeatNo | None:
    """Who is with the courtesan this night."""
    return next((c.target for c in night.choices if c.act is Act.INVITE), None)


ABILITY = Ability(Act.INVITE, (Role.COURTESAN,), "CX-06", _legal)
