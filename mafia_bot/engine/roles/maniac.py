"""The maniac: one kill a night, or an explicit refusal (MA-18, CX-03, CI-08)."""

from mafia_bot.engine.ids import Act, Role, Team
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.roles.card import Ability, Aiming, Intent, RoleCard
from mafia_bot.engine.roles.effects import strike


def _may_stab(aim: Aiming) -> Refusal | None:
    return Refusal(Code.NOT_YOURSELF, "MA-18") if aim.target == aim.seat else None


STAB = Ability(
    act=Act("stab"),
    clause="MA-18",
    intent=Intent.KILL,
    may_aim=_may_stab,
    may_refuse=lambda rules: rules.maniac.may_refuse,
    effects=(strike(),),
)
CARD = RoleCard(
    role=Role("maniac"), team=Team.MANIAC, acts=(STAB,), announced=lambda rules: rules.maniac.announced
)
