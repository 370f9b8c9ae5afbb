"""The night: a plan walked step by step, each step as long as promised whatever happens in it (GE-11)."""

from msgspec.structs import replace

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.exits import end, over
from mafia_bot.engine.ids import Act, Role, SeatNo, Team
from mafia_bot.engine.phases import dawn
from mafia_bot.engine.phases.base import PhaseRules, sign_up
from mafia_bot.engine.phases.misplaced import misplaced
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.roles import ABILITIES
from mafia_bot.engine.roles.lover import visited
from mafia_bot.engine.ruleset.night import NightStep
from mafia_bot.engine.run import Run, route
from mafia_bot.engine.state import Game, Night, Player, Then

CURFEW = 3
"""With so many left there are no more nights under a curfew (CI-20)."""

TEAM_ACTS = {Act.SHOOT, Act.TALK, Act.ORDER}
"""Acts for which the whole mafia wakes."""


def awake(game: Game, step: NightStep) -> tuple[Player, ...]:
    """Who is awake in a step: the whole living mafia for its own steps, else the living holder of the
    card.
    """
    if step.act in TEAM_ACTS or (step.act is Act.MEET and step.wake is Role.MAFIA):
        return tuple(p for p in game.players if p.alive and p.team is Team.MAFIA)
    return tuple(p for p in game.players if p.alive and p.role is step.wake)


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
    if run.game.round == 0 and step.wake in (Role.MAFIA, Role.DON) and step.act is not Act.SEEK:
        team = [p for p in run.game.players if p.team is Team.MAFIA]
        don = next((p.seat for p in team if p.role is Role.DON), None)
        run.emit(ev.TeamShown(tuple(p.seat for p in team), don))
    _tell_blocked(run, step, phase)


def _tell_blocked(run: Run, step: NightStep, phase: Night) -> None:
    ability = ABILITIES.get(step.act)
    if ability is None or not ability.can_be_blocked or not run.game.rules.visit.blocks:
        return
    guest = visited(phase)
    for player in awake(run.game, step):
        if player.seat == guest:
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
    if command.target is not None:
        ability.answer(run, player, command.target)
    return None


def _may_choose(game: Game, phase: Night, player: Player, command: cmd.ChooseTarget) -> Refusal | None:
    ability, target = ABILITIES[phase.step.act], command.target
    if ability.can_be_blocked and game.rules.visit.blocks and visited(phase) == player.seat:
        return Refusal(Code.BLOCKED, "MA-13")
    changeable = ability.act is Act.SHOOT and game.rules.shooting.open
    if not changeable and any(c.seat == player.seat and c.act is ability.act for c in phase.choices):
        return Refusal(Code.ALREADY_CHOSEN, ability.clause)
    if target is None:
        may_refuse = ability.act is Act.STAB and game.rules.maniac.may_refuse
        return None if may_refuse else Refusal(Code.MUST_CHOOSE, "CI-08")
    if not game.has(target):
        return Refusal(Code.NO_SUCH_SEAT, "", {"seat": target})
    if not game.player(target).alive and not ability.dead_too:
        return Refusal(Code.TARGET_DEAD, "", {"seat": target})
    return ability.legal(game, player, target)


def _order(run: Run, phase: Night, command: cmd.GiveOrder) -> Refusal | None:
    game = run.game
    if command.step != game.clock.step:
        return Refusal(Code.STALE, "GE-11")
    player = game.player(command.seat)
    if phase.step.act is not Act.ORDER or player not in awake(game, phase.step):
        return None
    if game.dealt(Role.DON) and player.role is not Role.DON:
        return Refusal(Code.NOT_YOUR_ROLE, "MW-03")
    order = command.order
    fits = 0 < len(order) <= game.rules.night.order_length and len(set(order)) == len(order)
    if not fits or not all(game.has(seat) and game.player(seat).alive for seat in order):
        return Refusal(Code.BAD_ORDER, "MW-03", {"most": game.rules.night.order_length})
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
