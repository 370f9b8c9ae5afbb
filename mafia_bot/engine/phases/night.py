"""The night: a plan walked step by step, each step as long as promised whatever happens in it (GE-11)."""

from msgspec.structs import replace

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.exits import end, over
from mafia_bot.engine.ids import SeatNo, Team
from mafia_bot.engine.phases import dawn
from mafia_bot.engine.phases.base import PhaseRules, sign_up
from mafia_bot.engine.phases.misplaced import misplaced
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.roles import ABILITIES, ACTS, CARDS
from mafia_bot.engine.roles.card import Ability, Ordering
from mafia_bot.engine.roles.registry import aiming, leader, team_woken
from mafia_bot.engine.ruleset.night import NightStep
from mafia_bot.engine.run import Run, route
from mafia_bot.engine.state import Game, Night, Player, Then
from mafia_bot.engine.words import MEET

CURFEW = 3
"""With so many left there are no more nights under a curfew (CI-20)."""


def awake(game: Game, step: NightStep) -> tuple[Player, ...]:
    """Who is awake in a step: a whole living team for its own steps, else the living holders of the card."""
    role = step.wake
    team = team_woken(role, step.act)
    if team is None:
        return tuple([p for p in game.players if p.role == role and p.alive])
    return tuple([p for p in game.players if p.alive and p.team is team])


def blocked_by(game: Game, night: Night, seat: SeatNo) -> Ability | None:
    """The act whose target a seat is, so that it can do nothing this night (MA-13), or None."""
    for choice in night.choices:
        if choice.target == seat and ABILITIES[choice.act].blocks(game.rules):
            return ABILITIES[choice.act]
    return None


@route(Then.NIGHT)
def next_night(run: Run) -> None:
    """Let the next night fall, unless the game is over or too many rounds were quiet (GE-14, SP-10)."""
    game = run.game
    if over(run):
        return
    if game.rules.wins.curfew and not game.curfew and len(game.living()) == CURFEW:
        run.go(Then.DAY)  # CI-20: no more nights; one last discussion and vote
        return
    quiet = 0 if game.stirred else game.quiet + 1
    if quiet >= game.rules.wins.draw_rounds or game.curfew:
        end(run, (), "quiet-rounds")
        return
    NIGHT.begin(run, game.round + 1)


def _open(run: Run, index: int) -> None:
    phase = run.game.phase
    assert isinstance(phase, Night)
    if index >= len(phase.plan):
        dawn.break_(run)
        return
    step = phase.plan[index]
    run.emit(ev.NightStepOpened(index, run.now, run.now + step.seconds))
    if run.game.round == 0 and _shows_team(step):
        first = leader(run.game, Team.MAFIA)
        team = tuple(p.seat for p in run.game.players if p.team is Team.MAFIA)
        run.emit(ev.TeamShown(team, None if first is None else first.seat))
    _tell_blocked(run, step, phase)


def _shows_team(step: NightStep) -> bool:
    """Whether the mafia see one another: its own steps, and the meeting of any black card (CL-03, CI-06)."""
    black = CARDS[step.wake].team is Team.MAFIA
    return black and (step.act == MEET or team_woken(step.wake, step.act) is not None)


def _tell_blocked(run: Run, step: NightStep, phase: Night) -> None:
    ability = ABILITIES.get(step.act)
    if ability is None or not ability.blockable:
        return
    for player in awake(run.game, step):
        if blocked_by(run.game, phase, player.seat) is not None:
            run.emit(ev.ActBlocked(player.seat, step.act))  # MA-13


def _choose(run: Run, phase: Night, command: cmd.ChooseTarget) -> Refusal | None:
    game = run.game
    if command.step != game.clock.step:
        return Refusal(Code.STALE, "GE-11")
    player, ability = game.player(command.seat), ABILITIES.get(phase.step.act)
    if ability is None or player not in awake(game, phase.step):
        return None
    if refusal := _may_choose(game, phase, player, command):
        return refusal
    run.emit(ev.TargetChosen(player.seat, ability.act, command.target))
    if command.target is not None and ability.learns is not None:
        yes = ability.learns(game, player, command.target)
        run.emit(ev.CheckAnswered(player.seat, ability.act, command.target, yes))
    return None


def _may_choose(game: Game, phase: Night, player: Player, command: cmd.ChooseTarget) -> Refusal | None:
    ability, target, rules = ABILITIES[phase.step.act], command.target, game.rules
    if ability.blockable and (other := blocked_by(game, phase, player.seat)) is not None:
        return Refusal(Code.BLOCKED, other.clause)
    chosen = any(c.seat == player.seat and c.act == ability.act for c in phase.choices)
    if chosen and not ability.open(rules):
        return Refusal(Code.ALREADY_CHOSEN, ability.clause)
    if target is None:
        return None if ability.may_refuse(rules) else Refusal(Code.MUST_CHOOSE, "CI-08")
    if not game.has(target):
        return Refusal(Code.NO_SUCH_SEAT, "", {"seat": target})
    if not game.player(target).alive and not ability.dead_too:
        return Refusal(Code.TARGET_DEAD, "", {"seat": target})
    return ability.may_aim(aiming(game, player, target))


def _order(run: Run, phase: Night, command: cmd.GiveOrder) -> Refusal | None:
    game = run.game
    if command.step != game.clock.step:
        return Refusal(Code.STALE, "GE-11")
    player, act = game.player(command.seat), ACTS[phase.step.act]
    if not isinstance(act, Ordering) or player not in awake(game, phase.step):
        return None
    if not act.gives(game, player):
        return Refusal(Code.NOT_YOUR_ROLE, act.clause)
    order = command.order
    fits = 0 < len(order) <= game.rules.night.order_length and len(set(order)) == len(order)
    if not fits or not all(game.has(seat) and game.player(seat).alive for seat in order):
        return Refusal(Code.BAD_ORDER, act.clause, {"most": game.rules.night.order_length})
    run.emit(ev.OrderGiven(player.seat, order))
    return None


class NightRules(PhaseRules[Night]):
    """Everybody presses the same panel; whoever is asked something answers by it (GE-11)."""

    state = Night
    asleep = True

    def begin(self, run: Run, number: int) -> None:
        """Begin night `number` with its first step."""
        run.emit(ev.NightFell(number))
        _open(run, 0)

    def handle(self, run: Run, phase: Night, command: cmd.Command) -> Refusal | None:
        """Decide a command at night. Pressing a panel that asks nothing of you is accepted and changes
        nothing.
        """
        match command:
            case cmd.ChooseTarget():
                return _choose(run, phase, command)
            case cmd.GiveOrder():
                return _order(run, phase, command)
            case _:
                return misplaced(command, Refusal(Code.NOT_YOUR_TURN, "GE-11"))

    def run_out(self, run: Run, phase: Night) -> None:
        """Close the open step and go on with the plan."""
        _open(run, phase.index + 1)

    def offers(self, game: Game, phase: Night) -> tuple[Control, ...]:
        """The panel."""
        return (Control(Press.NIGHT),)

    def night_step(self, phase: Night) -> NightStep | None:
        """Who is awake, and for what."""
        return phase.step

    def without(self, phase: Night, seat: SeatNo) -> Night:
        """The shot of the dead is void."""
        return replace(phase, choices=tuple([c for c in phase.choices if c.seat != seat]))


NIGHT = sign_up(NightRules())
