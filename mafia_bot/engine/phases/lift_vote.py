"""«Кто за то, чтобы все покинули игру?» (MA-10, CL-07, CC-08, MW-08, SP-04)."""

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Cause, SeatNo
from mafia_bot.engine.phases import verdict
from mafia_bot.engine.phases.hands import able, late, unable
from mafia_bot.engine.phases.misplaced import misplaced
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game, LiftVote


def voters(game: Game, phase: LiftVote) -> tuple[SeatNo, ...]:
    """Who may vote on the lift; not the tied where these do not (MA-10)."""
    return able(game, () if game.rules.vote.tie.lift.tied_vote else phase.candidates)


def handle(run: Run, command: cmd.Command) -> Refusal | None:
    """Decide a command while the lift is voted."""
    phase = run.game.phase
    assert isinstance(phase, LiftVote)
    match command:
        case cmd.CastLiftVote():
            if refusal := _refuse(run.game, phase, command):
                return refusal
            run.emit(ev.LiftVoteCast(command.seat, command.agree))
            if {voter for voter, _ in phase.votes} | {command.seat} >= set(voters(run.game, phase)):
                run_out(run)
            return None
        case _:
            return misplaced(command, Refusal(Code.NOT_YOUR_TURN, "GE-05"))


def _refuse(game: Game, phase: LiftVote, command: cmd.CastLiftVote) -> Refusal | None:
    refusal = late(game, command, phase.votes)
    return refusal or unable(command.seat, voters(game, phase), phase.candidates, "MA-10")


def run_out(run: Run) -> None:
    """Count the lift; more than half of what the rules count lets all the tied go."""
    game, phase = run.game, run.game.phase
    assert isinstance(phase, LiftVote)
    lift, heard = game.rules.vote.tie.lift, {voter for voter, _ in phase.votes}
    silent = sum(1 for seat in voters(game, phase) if seat not in heard)
    agree = sum(1 for _, yes in phase.votes if yes)
    against = len(phase.votes) - agree + (silent if lift.silent_against else 0)
    if lift.majority == "living":
        living = {p.seat for p in game.living()}
        lifted = 2 * sum(1 for voter, yes in phase.votes if yes and voter in living) > len(living)
    else:
        lifted = agree > against
    run.emit(ev.LiftVotesCounted(agree, against, lifted))
    if lifted:
        verdict.out(run, phase.candidates, Cause.LIFT)
    else:
        verdict.nobody(run, "lift-failed")
