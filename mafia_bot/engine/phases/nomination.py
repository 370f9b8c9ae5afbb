"""Nominations: at most one a day each, never withdrawn, never a seat twice (GE-04, MA-04, CI-15)."""

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.phases.base import PhaseRules, sign_up
from mafia_bot.engine.phases.misplaced import misplaced
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game, NominationWindow, Then


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


class NominationWindowRules(PhaseRules[NominationWindow]):
    """All nominate at once, where the club wants it so (CI-15)."""

    state = NominationWindow

    def begin(self, run: Run) -> None:
        """Let everybody nominate."""
        run.emit(ev.NominationWindowOpened(run.now, run.now + run.game.rules.circle.window_seconds))

    def handle(self, run: Run, phase: NominationWindow, command: cmd.Command) -> Refusal | None:
        """Decide a command while the window is open; it closes early when all have named somebody."""
        if not isinstance(command, cmd.Nominate):
            return misplaced(command, Refusal(Code.NOT_YOUR_TURN, "CI-15"))
        refusal = nominate(run, command)
        if refusal is None and len(run.game.nominations) >= len(run.game.living()):
            run.go(Then.BALLOT)
        return refusal

    def run_out(self, run: Run, phase: NominationWindow) -> None:
        """The window closes."""
        run.go(Then.BALLOT)

    def offers(self, game: Game, phase: NominationWindow) -> tuple[Control, ...]:
        """A nomination."""
        return (Control(Press.NOMINATE, game.clock.step),)

    def word(self, game: Game, phase: NominationWindow) -> tuple[SeatNo, ...]:
        """CI-15: all nominate at once."""
        return tuple(p.seat for p in game.players if p.alive)

    def formulas_only(self, phase: NominationWindow) -> bool:
        """Nobody makes a speech of it."""
        return True


NOMINATION_WINDOW = sign_up(NominationWindowRules())
