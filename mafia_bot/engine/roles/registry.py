"""Which roles there are: whatever is asked of a role elsewhere is asked here. It must not know any one."""

from mafia_bot.engine.ids import Act, Role, SeatNo, Team
from mafia_bot.engine.roles.card import Ability, Aiming, NightAct, RoleCard
from mafia_bot.engine.roster import ACTORS, TEAM_OF
from mafia_bot.engine.ruleset.contradictions import CHECKS
from mafia_bot.engine.ruleset.night import NightStep
from mafia_bot.engine.state import Game, Player
from mafia_bot.engine.words import MEET

CARDS: dict[Role, RoleCard] = {}
"""Every known card."""

ACTS: dict[Act, NightAct] = {MEET: NightAct(MEET)}
"""Every known act."""

ABILITIES: dict[Act, Ability] = {}
"""Those acts that are aimed at a seat."""

Act.known[MEET] = MEET
ACTORS[MEET] = set()


def register(card: RoleCard) -> None:
    """Make a role known to rulesets, journals and tables, until `forget`.

    Raises ValueError if the role is known already, or one of its acts means something else to another card.
    """
    if card.role in CARDS:
        raise ValueError(f"role {card.role!r} is known already")
    for act in card.acts:
        if ACTS.get(act.act, act) is not act:
            raise ValueError(f"act {act.act!r} is known already")
    Role.known[card.role] = card.role
    CARDS[card.role], TEAM_OF[card.role] = card, card.team
    if card.check is not None:
        CHECKS[card.role] = card.check
    if not card.sleeps:
        ACTORS[MEET].add(card.role)
    for act in card.acts:
        Act.known[act.act] = act.act
        ACTS[act.act] = act
        ACTORS.setdefault(act.act, set()).add(card.role)
        if isinstance(act, Ability):
            ABILITIES[act.act] = act


def forget(role: Role) -> None:
    """Take a role away again, with the acts that no other card has; whoever still plays it is lost.

    Raises KeyError for an unknown one.
    """
    card = CARDS.pop(role)
    del TEAM_OF[role], Role.known[role]
    CHECKS.pop(role, None)
    ACTORS[MEET].discard(role)
    for act in card.acts:
        ACTORS[act.act].discard(role)
        if not ACTORS[act.act]:
            del ACTORS[act.act], ACTS[act.act], Act.known[act.act]
            ABILITIES.pop(act.act, None)


def team_woken(wake: Role, act: Act) -> Team | None:
    """The team that such a step wakes whole, or None if it wakes the holders of one card."""
    if act == MEET:
        card = CARDS[wake]
        return card.team if card.plain else None
    return ACTS[act].team


def leader(game: Game, team: Team) -> Player | None:
    """Who gives a team's orders, dead or alive; None where no such card is dealt."""
    return next((p for p in game.players if p.team is team and CARDS[p.role].leads), None)


def aiming(game: Game, player: Player, target: SeatNo) -> Aiming:
    """What decides whether a player may aim at a seat."""
    mate = game.player(target).team is player.team
    return Aiming(game.rules, game.round, player.seat, target, player.aims, mate)


def step_text(step: NightStep) -> str:
    """The key of a step's announcement (fields: `role`, `deadline`); a team meets one another too."""
    team_meets = step.act == MEET and CARDS[step.wake].plain
    return f"night-step-{step.act}-{step.wake}" if team_meets else f"night-step-{step.act}"
