"""«Кто за то, чтобы все покинули игру?» (MA-10, CL-07, CC-08, MW-08, SP-04)."""

from msgspec.structs import replace

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.ids import Cause, SeatNo
from mafia_bot.engine.phases import verdict
from mafia_bot.engine.phases.base import PhaseRules, sign_up
from mafia_bot.engine.phases.hands import able, late, owing, unable
from mafia_bot.engine.phases.misplaced import misplaced
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game, LiftVote, without


def _barred(game: Game, phase: LiftVote) -> tuple[SeatNo, ...]:
    return () if game.rules.vote.tie.lift.tied_vote else phase.candidates


def voters(game: Game, phase: LiftVote) -> tuple[SeatNo, ...]:
    """Who may vote on the lift; not the tied where these do not (MA-10)."""
    return able(game, _barred(game, phase))


class LiftVoteRules(PhaseRules[LiftVote]):
    """One window for all."""

    state = LiftVote
    by_arrival = True

    def begin(self, run: Run, tied: tuple[SeatNo, ...]) -> None:
        """Ask whether all the tied shall leave."""
        run.emit(ev.LiftVoteOpened(tied, run.now, run.now + self.window(run.game)))

    def handle(self, run: Run, phase: LiftVote, command: cmd.Command) -> Refusal | None:
        """Decide a command while the lift is voted; the last hand closes the count."""
        if not isinstance(command, cmd.CastLiftVote):
            return misplaced(command, Refusal(Code.NOT_YOUR_TURN, "GE-05"))
        if refusal := _refuse(run.game, phase, command):
            return refusal
        run.emit(ev.LiftVoteCast(command.seat, command.agree))
        voted = run.game.phase
        assert isinstance(voted, LiftVote)
        if not self.owing(run.game, voted):
            self.run_out(run, voted)
        return None

    def run_out(self, run: Run, phase: LiftVote) -> None:
        """Count the lift; more than half of what the rules count lets all the tied go."""
        game, lift = run.game, run.game.rules.vote.tie.lift
        agree = sum(1 for _, yes in phase.votes if yes)
        silent = len(self.owing(game, phase)) if lift.silent_against else 0
        against = len(phase.votes) - agree + silent
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

    def offers(self, game: Game, phase: LiftVote) -> tuple[Control, ...]:
        """For, and against."""
        step = game.clock.step
        return (Control(Press.AGREE, step), Control(Press.AGAINST, step))

    def owing(self, game: Game, phase: LiftVote) -> tuple[SeatNo, ...]:
        """Whoever may vote and has not."""
        return tuple(owing(game, _barred(game, phase), phase.votes))

    def window(self, game: Game) -> float:
        """One for all of the tied."""
        return game.rules.vote.tie.lift.seconds

    def in_vote(self, phase: LiftVote) -> bool:
        """A removal cancels it as it does the ballot."""
        return True

    def without(self, phase: LiftVote, seat: SeatNo) -> LiftVote:
        """One of the tied less."""
        return replace(phase, candidates=without(phase.candidates, seat))

    def bereaved(self, run: Run, phase: LiftVote, *, gone: bool) -> None:
        """Without any of the tied there is nothing to vote on."""
        if not phase.candidates:
            verdict.nobody(run, "no-candidates")


def _refuse(game: Game, phase: LiftVote, command: cmd.CastLiftVote) -> Refusal | None:
    refusal = late(game, command, phase.votes)
    return refusal or unable(game, command.seat, _barred(game, phase), "MA-10")


LIFT_VOTE = sign_up(LiftVoteRules())
