"""The maniac: one kill a night, or an explicit refusal (MA-18, CX-03, CI-08)."""

from mafia_bot.engine.ids import Act, Role, SeatNo
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.roles.base import Ability
from mafia_bot.engine.state import Game, Night, Player


def _legal(_game: Game, player: Player, target: SeatNo) -> Refusal | None:
    return Refusal(Code.NOT_YOURSELF, "MA-18") if target == player.seat else None


def stabbed(night: Night) -> SeatNo | None:
    """Whom the maniac attacked this night."""
    return next((c.target for c in night.choices if c.act is Act.STAB), None)


ABILITY = Ability(Act.STAB, (Role.MANIAC,), "MA-18", _legal)
