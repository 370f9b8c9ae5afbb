"""The circle: one minute each in seat order, nominations in one's own minute (GE-03, GE-04)."""

from msgspec.structs import replace

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.exits import next_circle, over
from mafia_bot.engine.ids import SeatNo, SpeechKind
from mafia_bot.engine.phases.base import sign_up
from mafia_bot.engine.phases.night import CURFEW
from mafia_bot.engine.phases.nomination import NOMINATION_WINDOW, nominate
from mafia_bot.engine.phases.turns import Turns
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run, route
from mafia_bot.engine.state import Game, Speeches, Then


def circle_order(game: Game) -> tuple[SeatNo, ...]:
    """The living from the next first speaker on (GE-03; CC-03 counts the days instead)."""
    seats = [p.seat for p in game.players if p.alive]
    if game.rules.circle.starter == "by_day":
        first = (next_circle(game) - 1) % len(game.players) + 1
    else:
        first = 1 if game.starter is None else game.starter + 1
    start = next((i for i, seat in enumerate(seats) if seat >= first), 0)
    return tuple(seats[start:] + seats[:start])


def turn(game: Game, seat: SeatNo) -> SpeechKind | None:
    """What a seat's turn allows under its penalty; None when the turn is lost whole (MA-21, CC-13, CC-14)."""
    penalty, ladder = game.player(seat).penalty_in(game.broke), game.rules.discipline.ladder
    if penalty is None or penalty.speech:
        return SpeechKind.FULL
    nominated = any(target == seat and by != seat for by, target in game.nominations)
    living = sum(1 for p in game.players if p.alive)
    if living in ladder.critical_at or (ladder.critical_if_nominated and nominated):
        return SpeechKind.SHORT
    # A turn without a voice is for a nomination or «Пас!»; before a window nothing is left of it (CI-15).
    own = penalty.nomination and game.rules.circle.nominations == "speech"
    return SpeechKind.SILENT if own else None


def _seconds(game: Game, kind: SpeechKind) -> float:
    ladder = game.rules.discipline.ladder
    match kind:
        case SpeechKind.FULL:
            return game.rules.circle.speech_seconds
        case SpeechKind.SHORT:
            return ladder.critical_seconds
        case SpeechKind.SILENT:
            return ladder.silent_seconds


def _late(game: Game) -> tuple[SeatNo, ...]:
    """Those without a speech whom somebody else nominated after their turn (CC-14)."""
    if not game.rules.discipline.ladder.critical_if_nominated:
        return ()
    nominees = {target for by, target in game.nominations if by != target}
    return tuple(s for s in game.passed if s in nominees and game.player(s).alive)


class SpeechesRules(Turns[Speeches]):
    """Whose turn it is, what it allows, and what a nomination in it needs."""

    state = Speeches

    def begin(self, run: Run) -> None:
        """Begin the next circle."""
        if over(run):
            return
        game = run.game
        order = circle_order(game)
        curfew = game.rules.wins.curfew and len(order) == CURFEW
        run.emit(ev.DayBroke(next_circle(game), order, curfew))
        self.advance(run)

    def advance(self, run: Run) -> None:
        """Give the floor to the next in the circle; after the last, on to the vote."""
        while True:
            game, phase = run.game, run.game.phase
            assert isinstance(phase, Speeches)
            if not phase.queue:
                self._close(run, phase)
                return
            seat = phase.queue[0]
            kind = SpeechKind.SHORT if phase.closing else turn(game, seat)
            if kind is None:
                run.emit(ev.SpeechLost(seat))
                continue
            run.emit(ev.SpeechOpened(seat, kind, run.now, run.now + _seconds(game, kind)))
            return

    def _close(self, run: Run, phase: Speeches) -> None:
        if not phase.closing and (late := _late(run.game)):
            run.emit(ev.LateSpeechesGiven(late))
            self.advance(run)
        elif run.game.rules.circle.nominations == "window":
            NOMINATION_WINDOW.begin(run)
        else:
            run.go(Then.BALLOT)

    def beside(self, run: Run, phase: Speeches, command: cmd.Command) -> Refusal | None:
        """A nomination is the speaker's own, in the circle itself."""
        if not isinstance(command, cmd.Nominate):
            return super().beside(run, phase, command)
        if run.game.rules.circle.nominations != "speech":
            return Refusal(Code.NO_NOMINATIONS_NOW, "CI-15")
        if command.seat != phase.queue[0]:
            return Refusal(Code.NOT_YOUR_TURN, "MA-04", {"seat": phase.queue[0]})
        if phase.closing:
            return Refusal(Code.NO_NOMINATIONS_NOW, "CC-14")
        return nominate(run, command)

    def run_out(self, run: Run, phase: Speeches) -> None:
        """The turn is over; the next one."""
        run.emit(ev.SpeechEnded(phase.queue[0]))
        self.advance(run)

    def given_back(self, game: Game, was: Speeches, phase: Speeches) -> Speeches | None:
        """Only while the circle, or its late half minutes, go on; with what the turn allowed."""
        found = super().given_back(game, was, phase)
        if found is None or was.closing != phase.closing or not game.player(was.queue[0]).alive:
            return None
        return replace(found, kind=was.kind)

    def offers(self, game: Game, phase: Speeches) -> tuple[Control, ...]:
        """«Спасибо» or «Пас!», and a nomination where it belongs to one's own minute."""
        step = game.clock.step
        end = Control(Press.PASS if phase.kind is SpeechKind.SILENT else Press.THANKS, step)
        by_speech = game.rules.circle.nominations == "speech"
        return (end, Control(Press.NOMINATE, step)) if by_speech else (end,)

    def speaker(self, phase: Speeches) -> SeatNo | None:
        """Nobody is heard in a turn without a voice (CC-13)."""
        return None if phase.kind is SpeechKind.SILENT else super().speaker(phase)

    def word(self, game: Game, phase: Speeches) -> tuple[SeatNo, ...]:
        """Whose turn it is, with a voice or without."""
        return phase.queue[:1]

    def formulas_only(self, phase: Speeches) -> bool:
        """Without a voice a nomination or «Пас!» is left (CC-13)."""
        return phase.kind is SpeechKind.SILENT


SPEECHES = sign_up(SpeechesRules())
route(Then.DAY)(SPEECHES.begin)
