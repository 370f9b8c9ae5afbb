"""The courtesan: whoever she invites is missed by every shot; if she is shot, both die (CX-06)."""

from mafia_bot.engine.ids import Act, Role, Team
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.roles.card import Ability, Aiming, Intent, RoleCard
from mafia_bot.engine.roles.effects import hide, take_along


def _may_invite(aim: Aiming) -> Refusal | None:
    return Refusal(Code.NOT_YOURSELF, "CX-06") if aim.target == aim.seat else None


INVITE = Ability(
    act=Act("invite"),
    clause="CX-06",
    intent=Intent.PROTECT,
    may_aim=_may_invite,
    effects=(
        hide(lambda rules: rules.invite.guest_missed),
        take_along(lambda rules: rules.invite.dies_with),
    ),
)
CARD = RoleCard(role=Role("courtesan"), team=Team.TOWN, acts=(INVITE,))
