"""The mafia shoot together: one seat for all of them or a miss (MA-12, CL-09, CX-02, CI-06, MW-09)."""

from mafia_bot.engine.ids import Act, Role, SeatNo, Team
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.roles.base import Ability
from mafia_bot.engine.state import Game, Night, Player


def _legal(game: Game, _player: Player, target: SeatNo) -> Refusal | None:
    if not game.rules.shooting.own and game.player(target).team is Team.MAFIA:
        return Refusal(Code.NOT_YOUR_OWN, "MA-12", {"seat": target})
    return None


def shot(game: Game, night: Night) -> SeatNo | None:
    """The seat that every living mafioso shot, or None: a different seat or no shot is a miss."""
    aims = {choice.seat: choice.target for choice in night.choices if choice.act is Act.SHOOT}
    black = [p.seat for p in game.players if p.alive and p.team is Team.MAFIA]
    targets = {aims.get(seat) for seat in black}
    return targets.pop() if len(targets) == 1 else None


ABILITY = Ability(Act.SHOOT, (Role.MAFIA, Role.DON), "MW-09", _legal)
