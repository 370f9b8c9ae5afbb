"""The mafia talk, take the don's order and shoot together: one seat for all of them or a miss (MA-12, CL-09,
CX-02, CI-06, MW-03, MW-09).
"""

from collections.abc import Iterator

from mafia_bot.engine.ids import Act, Team
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.roles.card import Ability, Aiming, Intent, NightAct, Ordering, RoleCard
from mafia_bot.engine.roles.effects import strike
from mafia_bot.engine.roles.registry import CARDS, leader
from mafia_bot.engine.ruleset.axes import Axes
from mafia_bot.engine.ruleset.contradictions import Contradiction
from mafia_bot.engine.state import Game, Player
from mafia_bot.engine.words import MAFIA


def _may_shoot(aim: Aiming) -> Refusal | None:
    if not aim.rules.shooting.own and aim.mate:
        return Refusal(Code.NOT_YOUR_OWN, "MA-12", {"seat": aim.target})
    return None


def _gives_order(game: Game, player: Player) -> bool:
    """The don; where none is dealt, any of them (MW-03)."""
    return CARDS[player.role].leads or leader(game, Team.MAFIA) is None


def _quarrels(rules: Axes) -> Iterator[Contradiction]:
    if all(step.act != SHOOT.act for step in rules.night.later):
        yield Contradiction("night.later", "no-shot")


TALK = NightAct(act=Act("talk"), clause="CI-06", team=Team.MAFIA)
ORDER = Ordering(act=Act("order"), clause="MW-03", team=Team.MAFIA, gives=_gives_order)
SHOOT = Ability(
    act=Act("shoot"),
    clause="MW-09",
    team=Team.MAFIA,
    intent=Intent.KILL,
    may_aim=_may_shoot,
    open=lambda rules: rules.shooting.open,
    effects=(strike(counted=True),),
)
CARD = RoleCard(
    role=MAFIA, team=Team.MAFIA, acts=(TALK, ORDER, SHOOT), plain=True, dealt_unwoken=True, check=_quarrels
)
