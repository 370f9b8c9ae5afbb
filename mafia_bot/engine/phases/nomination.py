"""Nominations: at most one a day each, never withdrawn, never a seat twice (GE-04, MA-04, CI-15)."""

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.phases.misplaced import misplaced
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Then


def nominate(run: Run, command: cmd.Nominate) -> Refusal | None:
    """Accept a candidacy, or say why not; after «already nominated» another seat may still be named."""
    game, target = run.game, command.target
    penalty = game.player(command.seat).penalty_in(game.broke)
    if penalty is not None and not penalty.nomination:
        return Refusal(Code.NOMINATION_TAKEN, "MA-21")
    if not game.has(target):
        return Refusal(Code.NO_SUCH_SEAT, "", {"seat": target})
    if any(by == command.seat for by, _ in game.nominations):
        return Refusal(Code.NOMINATED_ONCE, "GE-04")
    if target == command.seat and not game.rules.circle.self_nomination:
        return Refusal(Code.NOT_YOURSELF, "MA-04")
    if not game.player(target).alive:
        return Refusal(Code.TARGET_DEAD, "GE-04", {"seat": target})
    if any(seat == target for _, seat in game.nominations):
        return Refusal(Code.ALREADY_NOMINATED, "GE-04", {"seat": target})
    run.emit(ev.Nominated(command.seat, target))
    return None


def open_window(run: Run) -> None:
    """Let everybody nominate at once (CI-15)."""
    run.emit(ev.NominationWindowOpened(run.now, run.now + run.game.rules.circle.window_seconds))


def handle(run: Run, command: cmd.Command) -> Refusal | None:
    """Decide a command while the nomination window is open; it closes early when all have named somebody."""
    match command:
        case cmd.Nominate():
            refusal = nominate(run, command)
            if refusal is None and len(run.game.nominations) >= len(run.game.living()):
                run.go(Then.BALLOT)
            return refusal
        case _:
            return misplaced(command, Refusal(Code.NOT_YOUR_TURN, "CI-15"))


def run_out(run: Run) -> None:
    """The window closes."""
    run.go(Then.BALLOT)
