"""Extra speeches before a ballot, or for the winner of a day that lets nobody go (MA-09, CI-16, CL-05)."""

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.phases import ballot
from mafia_bot.engine.phases.misplaced import misplaced
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Justification, Then


def begin(run: Run, seats: tuple[SeatNo, ...], stage: int, then: Then) -> None:
    """Let these seats speak in their order, then go to a ballot over them or to the night."""
    run.emit(ev.JustificationBegan(seats, seats, stage, then))
    advance(run)


def advance(run: Run) -> None:
    """Give the floor to the next of them, or go on."""
    game, phase = run.game, run.game.phase
    assert isinstance(phase, Justification)
    if phase.queue:
        vote = game.rules.vote
        if phase.then is Then.NIGHT:
            seconds = vote.first_day_speech_seconds
        else:
            seconds = vote.tie.speech_seconds if phase.stage else vote.justify_seconds
        run.emit(ev.JustificationOpened(phase.queue[0], run.now, run.now + seconds))
    elif phase.then is Then.BALLOT:
        ballot.begin(run, phase.candidates, phase.stage)
    else:
        run.go(phase.then)


def handle(run: Run, command: cmd.Command) -> Refusal | None:
    """Decide a command while candidates defend themselves."""
    phase = run.game.phase
    assert isinstance(phase, Justification)
    match command:
        case cmd.EndSpeech() if command.seat == phase.queue[0]:
            run_out(run)
            return None
        case _:
            return misplaced(command, Refusal(Code.NOT_YOUR_TURN, "GE-03", {"seat": phase.queue[0]}))


def run_out(run: Run) -> None:
    """The speech is over."""
    phase = run.game.phase
    assert isinstance(phase, Justification)
    run.emit(ev.JustificationEnded(phase.queue[0]))
    advance(run)
