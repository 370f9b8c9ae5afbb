"""What speeches, farewells and justifications have in common: one after another, until the queue is empty."""

from typing import TypeVar

from msgspec.structs import replace

from mafia_bot.engine import commands as cmd
from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.phases.base import PhaseRules
from mafia_bot.engine.phases.misplaced import misplaced
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game, Justification, LastWords, Speeches, without

Q = TypeVar("Q", LastWords, Speeches, Justification)


class Turns(PhaseRules[Q]):
    """A queue whose first seat has the floor (GE-03)."""

    def advance(self, run: Run) -> None:
        """Give the floor to the next of the queue, or go on."""
        raise NotImplementedError

    def handle(self, run: Run, phase: Q, command: cmd.Command) -> Refusal | None:
        """Only the speaker ends the speech."""
        if isinstance(command, cmd.EndSpeech) and command.seat == phase.queue[0]:
            self.run_out(run, phase)
            return None
        return self.beside(run, phase, command)

    def beside(self, run: Run, phase: Q, command: cmd.Command) -> Refusal | None:
        """Decide what else is wanted while somebody has the floor."""
        return misplaced(command, Refusal(Code.NOT_YOUR_TURN, "GE-03", {"seat": phase.queue[0]}))

    def offers(self, game: Game, phase: Q) -> tuple[Control, ...]:
        """«Спасибо»."""
        return (Control(Press.THANKS, game.clock.step),)

    def waits_for(self, phase: Q) -> SeatNo | None:
        """The first of the queue."""
        return phase.queue[0] if phase.queue else None

    def speaker(self, phase: Q) -> SeatNo | None:
        """The first of the queue."""
        return phase.queue[0] if phase.queue else None

    def without(self, phase: Q, seat: SeatNo) -> Q:
        """The queue closes up."""
        return replace(phase, queue=without(phase.queue, seat))

    def given_back(self, game: Game, was: Q, phase: Q) -> Q | None:
        """Before whoever speaks at this moment, as long as the same queue goes on."""
        goes_on = set(phase.queue) < set(was.queue)
        return replace(phase, queue=(was.queue[0], *phase.queue)) if goes_on else None

    def bereaved(self, run: Run, phase: Q, *, gone: bool) -> None:
        """The next one speaks in the place of who is gone."""
        if gone:
            self.advance(run)
