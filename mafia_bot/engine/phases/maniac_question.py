"""«Играет ли маньяк за город?»: asked aloud, once, with a time limit, whatever else was going on (CX-04)."""

from msgspec.structs import replace

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.exits import end, over
from mafia_bot.engine.ids import SeatNo, Team
from mafia_bot.engine.phases.base import PhaseRules, move_on, rules_of, sign_up
from mafia_bot.engine.phases.misplaced import misplaced
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game, ManiacQuestion
from mafia_bot.engine.wins import question_due


class ManiacQuestionRules(PhaseRules[ManiacQuestion]):
    """What went on before waits inside, with the seconds it had left."""

    state = ManiacQuestion

    def begin(self, run: Run) -> None:
        """Interrupt whatever goes on if the last black is gone and the maniac lives."""
        game = run.game
        seconds = game.rules.maniac.question_seconds
        if seconds is None or not question_due(game) or not rules_of(game.phase).in_play:
            return
        run.emit(ev.ManiacAsked(run.now, run.now + seconds))

    def handle(self, run: Run, phase: ManiacQuestion, command: cmd.Command) -> Refusal | None:
        """Decide an answer: only the maniac's own counts."""
        if not isinstance(command, cmd.AnswerQuestion):
            return misplaced(command, Refusal(Code.NOT_YOUR_TURN, "CX-04"))
        if run.game.player(command.seat).team is not Team.MANIAC:
            return Refusal(Code.NOT_YOUR_ROLE, "CX-04")
        _answered(run, phase, command.yes)
        return None

    def run_out(self, run: Run, phase: ManiacQuestion) -> None:
        """Silence is a no."""
        _answered(run, phase, False)

    def offers(self, game: Game, phase: ManiacQuestion) -> tuple[Control, ...]:
        """A yes."""
        return (Control(Press.MANIAC_YES, game.clock.step),)

    def voices(self, game: Game, phase: ManiacQuestion) -> tuple[SeatNo, ...]:
        """CX-04: he is asked aloud and may answer aloud, so every living voice is open."""
        return tuple(p.seat for p in game.players if p.alive)

    def without(self, phase: ManiacQuestion, seat: SeatNo) -> ManiacQuestion:
        """What waits must not keep the seat either."""
        suspended = phase.suspended
        return replace(phase, suspended=rules_of(suspended).without(suspended, seat))


def _answered(run: Run, phase: ManiacQuestion, yes: bool) -> None:
    run.emit(ev.ManiacAnswered(yes, run.now))
    if yes:
        end(run, (Team.TOWN, Team.MANIAC), "maniac-for-town")
    elif not over(run):
        move_on(run, phase.waited_for)  # somebody may have been removed while all waited


MANIAC_QUESTION = sign_up(ManiacQuestionRules())
