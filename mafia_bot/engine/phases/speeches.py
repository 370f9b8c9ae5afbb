"""The circle: one minute each in seat order, nominations in one's own minute (GE-03, GE-04)."""

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.exits import next_circle, over
from mafia_bot.engine.ids import SeatNo, SpeechKind
from mafia_bot.engine.phases import nomination
from mafia_bot.engine.phases.misplaced import misplaced
from mafia_bot.engine.phases.night import CURFEW
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


@route(Then.DAY)
def begin(run: Run) -> None:
    """Begin the next circle."""
    if over(run):
        return
    game = run.game
    order = circle_order(game)
    curfew = game.rules.wins.curfew and len(order) == CURFEW
    run.emit(ev.DayBroke(next_circle(game), order, curfew))
    advance(run)


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


def advance(run: Run) -> None:
    """Give the floor to the next in the circle; after the last, on to the vote."""
    while True:
        game, phase = run.game, run.game.phase
        assert isinstance(phase, Speeches)
        if not phase.queue:
            _close(run, phase)
            return
        seat = phase.queue[0]
        kind = SpeechKind.SHORT if phase.closing else turn(game, seat)
        if kind is None:
            run.emit(ev.SpeechLost(seat))
            continue
        run.emit(ev.SpeechOpened(seat, kind, run.now, run.now + _seconds(game, kind)))
        return


def _seconds(game: Game, kind: SpeechKind) -> float:
    ladder = game.rules.discipline.ladder
    match kind:
        case SpeechKind.FULL:
            return game.rules.circle.speech_seconds
        case SpeechKind.SHORT:
            return ladder.critical_seconds
        case SpeechKind.SILENT:
            return ladder.silent_seconds


def _close(run: Run, phase: Speeches) -> None:
    game = run.game
    if not phase.closing and game.rules.discipline.ladder.critical_if_nominated:
        nominees = {target for by, target in game.nominations if by != target}
        late = tuple(s for s in game.passed if s in nominees and game.player(s).alive)
        if late:
            run.emit(ev.LateSpeechesGiven(late))  # CC-14
            advance(run)
            return
    if game.rules.circle.nominations == "window":
        nomination.open_window(run)
    else:
        run.go(Then.BALLOT)


def handle(run: Run, command: cmd.Command) -> Refusal | None:
    """Decide a command during the circle."""
    phase = run.game.phase
    assert isinstance(phase, Speeches)
    speaker = phase.queue[0]
    match command:
        case cmd.EndSpeech() if command.seat == speaker:
            run_out(run)
            return None
        case cmd.Nominate():
            if run.game.rules.circle.nominations != "speech":
                return Refusal(Code.NO_NOMINATIONS_NOW, "CI-15")
            if command.seat != speaker:
                return Refusal(Code.NOT_YOUR_TURN, "MA-04", {"seat": speaker})
            if phase.closing:
                return Refusal(Code.NO_NOMINATIONS_NOW, "CC-14")
            return nomination.nominate(run, command)
        case _:
            return misplaced(command, Refusal(Code.NOT_YOUR_TURN, "GE-03", {"seat": speaker}))


def run_out(run: Run) -> None:
    """The turn is over; the next one."""
    phase = run.game.phase
    assert isinstance(phase, Speeches)
    run.emit(ev.SpeechEnded(phase.queue[0]))
    advance(run)
