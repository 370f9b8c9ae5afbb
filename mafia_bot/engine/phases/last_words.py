"""Farewells: those who left speak one after another; the first victim may name a best move (SP-08)."""

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.exits import next_farewell
from mafia_bot.engine.phases.misplaced import misplaced
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import LastWords


def handle(run: Run, command: cmd.Command) -> Refusal | None:
    """Decide a command while somebody says goodbye."""
    phase = run.game.phase
    assert isinstance(phase, LastWords)
    match command:
        case cmd.EndSpeech():
            if command.seat != phase.queue[0]:
                return Refusal(Code.NOT_YOUR_TURN, "GE-03", {"seat": phase.queue[0]})
            run_out(run)
            return None
        case cmd.NameBestMove():
            return _best_move(run, phase, command)
        case _:
            return misplaced(command, Refusal(Code.NOT_YOUR_TURN, "GE-03", {"seat": phase.queue[0]}))


def _best_move(run: Run, phase: LastWords, command: cmd.NameBestMove) -> Refusal | None:
    if phase.best_move != command.seat:
        return Refusal(Code.NO_BEST_MOVE, "SP-08")
    most, seats = run.game.rules.farewell.best_move_seats, command.seats
    if not 0 < len(set(seats)) == len(seats) <= most or not all(run.game.has(seat) for seat in seats):
        return Refusal(Code.BAD_BEST_MOVE, "SP-08", {"most": most})
    run.emit(ev.BestMoveNamed(command.seat, seats))
    return None


def run_out(run: Run) -> None:
    """The farewell is over; the next one, or on."""
    phase = run.game.phase
    assert isinstance(phase, LastWords)
    run.emit(ev.FarewellEnded(phase.queue[0]))
    next_farewell(run)
