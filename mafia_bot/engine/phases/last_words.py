"""Farewells: those who left speak one after another; the first victim may name a best move (SP-08)."""

from collections.abc import Sequence

from msgspec.structs import replace

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.exits import over
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.phases.base import sign_up
from mafia_bot.engine.phases.turns import Turns
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game, LastWords, Then


class LastWordsRules(Turns[LastWords]):
    """Goodbye aloud, and in writing where the night comes next."""

    state = LastWords

    def begin(
        self, run: Run, seats: Sequence[SeatNo], seconds: float, then: Then, *, best_move: bool = False
    ) -> None:
        """End the game if it is decided; otherwise last words for those who left, then on."""
        if over(run):
            return
        if not seats or seconds <= 0:
            run.go(then)
            return
        owed = seats[0] if best_move else None
        run.emit(ev.LastWordsBegan(tuple(seats), then, seconds, owed))
        self.advance(run)

    def advance(self, run: Run) -> None:
        """Give the floor to the next one who left, or go on."""
        phase = run.game.phase
        assert isinstance(phase, LastWords)
        if phase.queue:
            run.emit(ev.FarewellOpened(phase.queue[0], run.now, run.now + phase.seconds))
        else:
            run.go(phase.then)

    def beside(self, run: Run, phase: LastWords, command: cmd.Command) -> Refusal | None:
        """The first victim names a best move whoever is speaking."""
        if isinstance(command, cmd.NameBestMove):
            return _best_move(run, phase, command)
        return super().beside(run, phase, command)

    def run_out(self, run: Run, phase: LastWords) -> None:
        """The farewell is over; the next one, or on."""
        run.emit(ev.FarewellEnded(phase.queue[0]))
        self.advance(run)

    def given_back(self, game: Game, was: LastWords, phase: LastWords) -> LastWords | None:
        """With the best move, if it was still owed."""
        found = super().given_back(game, was, phase)
        return None if found is None else replace(found, best_move=None if game.best_move else was.best_move)

    def offers(self, game: Game, phase: LastWords) -> tuple[Control, ...]:
        """«Спасибо», and the best move where one is owed."""
        end = super().offers(game, phase)
        return (*end, Control(Press.BEST_MOVE, game.clock.step)) if phase.best_move is not None else end

    def leaving(self, phase: LastWords) -> tuple[SeatNo, ...]:
        """Whoever has not said goodbye yet."""
        return phase.queue

    def leaves_in_writing(self, phase: LastWords) -> bool:
        """Whoever was voted out writes too: the night that follows closes the chat to all."""
        return phase.then is Then.NIGHT


def _best_move(run: Run, phase: LastWords, command: cmd.NameBestMove) -> Refusal | None:
    if phase.best_move != command.seat:
        return Refusal(Code.NO_BEST_MOVE, "SP-08")
    most, seats = run.game.rules.farewell.best_move_seats, command.seats
    if not 0 < len(set(seats)) == len(seats) <= most or not all(run.game.has(seat) for seat in seats):
        return Refusal(Code.BAD_BEST_MOVE, "SP-08", {"most": most})
    run.emit(ev.BestMoveNamed(command.seat, seats))
    return None


LAST_WORDS = sign_up(LastWordsRules())
