"""The lover: her visit blocks, gives an alibi, and ties the guest's life to hers (MA-13 – MA-15)."""

from mafia_bot.engine.ids import Act, Role, Team
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.roles.card import Ability, Aiming, Intent, RoleCard, twice_running
from mafia_bot.engine.roles.effects import give_alibi, take_along


def _may_visit(aim: Aiming) -> Refusal | None:
    if aim.target == aim.seat:
        return Refusal(Code.NOT_YOURSELF, "MA-13")
    return twice_running(aim, allowed=aim.rules.visit.same_twice, clause="MA-13")


VISIT = Ability(
    act=Act("visit"),
    clause="MA-13",
    intent=Intent.HINDER,
    may_aim=_may_visit,
    remembered=True,
    blocks=lambda rules: rules.visit.blocks,
    effects=(
        take_along(lambda rules: rules.visit.dies_with),
        give_alibi(lambda rules: rules.visit.alibi),
    ),
)
CARD = RoleCard(role=Role("lover"), team=Team.TOWN, acts=(VISIT,))
