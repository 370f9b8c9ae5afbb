"""The doctor: not the same seat two nights running, himself only so often (MA-17, CX-05, CI-04)."""

from collections.abc import Iterator

from mafia_bot.engine.ids import Act, Role, Team
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.roles.card import Ability, Aiming, Intent, RoleCard, twice_running
from mafia_bot.engine.roles.effects import Deed, save
from mafia_bot.engine.ruleset.axes import Axes
from mafia_bot.engine.ruleset.contradictions import Contradiction


def _may_heal(aim: Aiming) -> Refusal | None:
    heal = aim.rules.heal
    if aim.target == aim.seat:
        used = sum(1 for _, seat in aim.aims if seat == aim.target)
        if used >= heal.self_limit:
            return Refusal(Code.SELF_LIMIT, "MA-17", {"limit": heal.self_limit})
    return twice_running(aim, allowed=heal.same_twice, clause="MA-17")


def _saves(rules: Axes, blows: list[Deed]) -> bool:
    """From the mafia, from whoever else kills, or (CX-05) from several on one seat."""
    heal = rules.heal
    if len(blows) > 1:
        return heal.from_both
    return heal.from_mafia if blows[0].team is Team.MAFIA else heal.from_maniac


def _quarrels(rules: Axes) -> Iterator[Contradiction]:
    heal = rules.heal
    if all(step.act != HEAL.act for step in rules.night.later):
        return
    if not (heal.from_mafia or heal.from_maniac):
        yield Contradiction("heal", "saves-nobody")
    if heal.from_both and not (heal.from_mafia and heal.from_maniac):
        yield Contradiction("heal.from_both", "both-needs-each")


HEAL = Ability(
    act=Act("heal"),
    clause="MA-17",
    intent=Intent.PROTECT,
    may_aim=_may_heal,
    remembered=True,
    blockable=True,
    effects=(save(_saves, told=lambda rules: rules.heal.told),),
)
CARD = RoleCard(role=Role("doctor"), team=Team.TOWN, acts=(HEAL,), check=_quarrels)
