"""«Играет ли маньяк за город?»: asked aloud, once, with a time limit, whatever else was going on (CX-04)."""

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.bereavement import move_on
from mafia_bot.engine.exits import end, over
from mafia_bot.engine.ids import Role, Team
from mafia_bot.engine.phases.misplaced import misplaced
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Lobby, ManiacQuestion, Over
from mafia_bot.engine.wins import question_due


def ask_if_due(run: Run) -> None:
    """Interrupt whatever goes on when the last black is gone and the maniac lives."""
    game = run.game
    seconds = game.rules.maniac.question_seconds
    if seconds is None or isinstance(game.phase, (Lobby, Over, ManiacQuestion)) or not question_due(game):
        return
    run.emit(ev.ManiacAsked(run.now, run.now + seconds))


def handle(run: Run, command: cmd.Command) -> Refusal | None:
    """Decide an answer: only the maniac's own counts."""
    if not isinstance(command, cmd.AnswerQuestion):
        return misplaced(command, Refusal(Code.NOT_YOUR_TURN, "CX-04"))
    if run.game.player(command.seat).role is not Role.MANIAC:
        return Refusal(Code.NOT_YOUR_ROLE, "CX-04")
    _answered(run, command.yes)
    return None


def run_out(run: Run) -> None:
    """Silence."""
    _answered(run, False)


def _answered(run: Run, yes: bool) -> None:
    phase = run.game.phase
    assert isinstance(phase, ManiacQuestion)
    run.emit(ev.ManiacAnswered(yes, run.now))
    if yes:
        end(run, (Team.TOWN, Team.MANIAC), "maniac-for-town")
    elif not over(run):
        move_on(run, phase.waited_for)  # somebody may have been removed while all waited
