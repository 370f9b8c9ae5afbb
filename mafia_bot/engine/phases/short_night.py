"""The short night: the maniac alone wakes and must choose among the tied (CI-19)."""

from msgspec.structs import replace

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.ids import Cause, SeatNo, Team
from mafia_bot.engine.phases import verdict
from mafia_bot.engine.phases.base import PhaseRules, sign_up
from mafia_bot.engine.phases.misplaced import misplaced
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game, ShortNight, without


class ShortNightRules(PhaseRules[ShortNight]):
    """Everybody presses; only the maniac's press counts (GE-11)."""

    state = ShortNight
    asleep = True

    def begin(self, run: Run, tied: tuple[SeatNo, ...]) -> None:
        """Let the maniac choose among the tied."""
        run.emit(ev.ShortNightFell(tied, run.now, run.now + run.game.rules.vote.tie.maniac_seconds))

    def handle(self, run: Run, phase: ShortNight, command: cmd.Command) -> Refusal | None:
        """Decide a press in the short night."""
        if not isinstance(command, cmd.ChooseTarget):
            return misplaced(command, Refusal(Code.NOT_YOUR_TURN, "CI-19"))
        if command.step != run.game.clock.step:
            return Refusal(Code.STALE, "GE-11")
        if run.game.player(command.seat).team is not Team.MANIAC:
            return None
        if command.target is None:
            return Refusal(Code.MUST_CHOOSE, "CI-19")
        if command.target not in phase.candidates:
            return Refusal(Code.NOT_A_CANDIDATE, "CI-19", {"seat": command.target})
        run.emit(ev.TieBroken(command.target, by_lot=False))
        verdict.out(run, (command.target,), Cause.CHOICE)
        return None

    def run_out(self, run: Run, phase: ShortNight) -> None:
        """Out of time: the lot chooses."""
        seat = phase.candidates[run.facts.lots(len(phase.candidates))[0]]
        run.emit(ev.TieBroken(seat, by_lot=True))
        verdict.out(run, (seat,), Cause.CHOICE)

    def offers(self, game: Game, phase: ShortNight) -> tuple[Control, ...]:
        """The panel."""
        return (Control(Press.NIGHT),)

    def in_vote(self, phase: ShortNight) -> bool:
        """It breaks a tie of the vote."""
        return True

    def without(self, phase: ShortNight, seat: SeatNo) -> ShortNight:
        """One of the tied less."""
        return replace(phase, candidates=without(phase.candidates, seat))

    def bereaved(self, run: Run, phase: ShortNight, *, gone: bool) -> None:
        """Without the tied nobody leaves; without the maniac all of them do (CI-19)."""
        if not phase.candidates:
            verdict.nobody(run, "no-candidates")
        elif not any(p.alive and p.team is Team.MANIAC for p in run.game.players):
            verdict.without_maniac(run, phase.candidates)


SHORT_NIGHT = sign_up(ShortNightRules())
