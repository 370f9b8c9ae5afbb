"""The short night: the maniac alone wakes and must choose among the tied (CI-19)."""

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Cause, Role
from mafia_bot.engine.phases import verdict
from mafia_bot.engine.phases.misplaced import misplaced
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import ShortNight


def handle(run: Run, command: cmd.Command) -> Refusal | None:
    """Decide a press in the short night; everybody presses, only the maniac's counts (GE-11)."""
    phase = run.game.phase
    assert isinstance(phase, ShortNight)
    if not isinstance(command, cmd.ChooseTarget):
        return misplaced(command, Refusal(Code.NOT_YOUR_TURN, "CI-19"))
    if command.step != run.game.clock.step:
        return Refusal(Code.STALE, "GE-11")
    if run.game.player(command.seat).role is not Role.MANIAC:
        return None
    if command.target is None:
        return Refusal(Code.MUST_CHOOSE, "CI-19")
    if command.target not in phase.candidates:
        return Refusal(Code.NOT_A_CANDIDATE, "CI-19", {"seat": command.target})
    run.emit(ev.TieBroken(command.target, by_lot=False))
    verdict.out(run, (command.target,), Cause.CHOICE)
    return None


def run_out(run: Run) -> None:
    """Out of time: the lot chooses."""
    phase = run.game.phase
    assert isinstance(phase, ShortNight)
    seat = phase.candidates[run.facts.lots(len(phase.candidates))[0]]
    run.emit(ev.TieBroken(seat, by_lot=True))
    verdict.out(run, (seat,), Cause.CHOICE)
