"""The doctor: not the same seat two nights running, himself only so often (MA-17, CX-05, CI-04)."""

from mafia_bot.engine.ids import Act, Role, SeatNo
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.roles.base import Ability, twice_running
from mafia_bot.engine.ruleset.night import Heal
from mafia_bot.engine.state import Game, Player


def _legal(game: Game, player: Player, target: SeatNo) -> Refusal | None:
    heal = game.rules.heal
    if target == player.seat:
        used = sum(1 for _, seat in player.aims if seat == target)
        if used >= heal.self_limit:
            return Refusal(Code.SELF_LIMIT, "MA-17", {"limit": heal.self_limit})
    return twice_running(game, player, target, allowed=heal.same_twice, clause="MA-17")


def saved(heal: Heal, healed: SeatNo | None, shot: SeatNo | None, stab: SeatNo | None) -> bool:
    """Whether the healed seat lives: from the mafia, from the maniac, or from both on one seat."""
    if healed is None or healed not in (shot, stab):
        return False
    if shot == stab:
        return heal.from_both
    return heal.from_mafia if healed == shot else heal.from_maniac


ABILITY = Ability(Act.HEAL, (Role.DOCTOR,), "MA-17", _legal, can_be_blocked=True)
