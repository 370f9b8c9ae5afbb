"""A phase that only this file knows: its state, its events and one object are all that a new one needs."""

from collections.abc import Iterator

import pytest
from msgspec import Struct
from msgspec.structs import replace

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.due import Deadline, due
from mafia_bot.engine.evolution import evolve
from mafia_bot.engine.evolution.base import EVOLVERS, on, tick
from mafia_bot.engine.ids import Rank, SeatNo
from mafia_bot.engine.offered import offered
from mafia_bot.engine.phases.base import PHASES, PhaseRules, sign_up
from mafia_bot.engine.phases.misplaced import misplaced
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Facts, Run
from mafia_bot.engine.scene import scene
from mafia_bot.engine.state import Game, Night, Then, without
from mafia_bot.engine.view import view
from tests.engine.scenario import Table, table, user
from tests.engine.tables import MASKS

SECONDS = 20.0


class Toasts(Struct, frozen=True, tag="toasts"):
    """Glasses are raised one after another before the night."""

    queue: tuple[SeatNo, ...]


class GlassesFilled(ev.Event, frozen=True):
    """These will each say a toast."""

    queue: tuple[SeatNo, ...]


class GlassRaised(ev.Event, frozen=True):
    """The first of them has the floor."""

    at: float
    deadline: float


class GlassEmptied(ev.Event, frozen=True):
    """He has said it."""


class ToastsRules(PhaseRules[Toasts]):  # type: ignore[type-var]  # the game's own states are a closed union
    state = Toasts
    by_arrival = True

    def begin(self, run: Run, seats: tuple[SeatNo, ...]) -> None:
        run.emit(GlassesFilled(seats))
        self._next(run)

    def _next(self, run: Run) -> None:
        if _phase(run.game).queue:
            run.emit(GlassRaised(run.now, run.now + SECONDS))
        else:
            run.go(Then.NIGHT)

    def handle(self, run: Run, phase: Toasts, command: cmd.Command) -> Refusal | None:
        if isinstance(command, cmd.EndSpeech) and command.seat == phase.queue[0]:
            self.run_out(run, phase)
            return None
        return misplaced(command, Refusal(Code.NOT_YOUR_TURN, "", {"seat": phase.queue[0]}))

    def run_out(self, run: Run, phase: Toasts) -> None:
        run.emit(GlassEmptied())
        self._next(run)

    def offers(self, game: Game, phase: Toasts) -> tuple[Control, ...]:
        return (Control(Press.THANKS, game.clock.step),)

    def waits_for(self, phase: Toasts) -> SeatNo | None:
        return phase.queue[0] if phase.queue else None

    def speaker(self, phase: Toasts) -> SeatNo | None:
        return phase.queue[0]

    def without(self, phase: Toasts, seat: SeatNo) -> Toasts:
        return replace(phase, queue=without(phase.queue, seat))

    def bereaved(self, run: Run, phase: Toasts, *, gone: bool) -> None:
        if gone:
            self._next(run)


def _phase(game: Game) -> Toasts:
    assert isinstance(game.phase, Toasts)
    return game.phase


@pytest.fixture
def toasts() -> Iterator[Table]:
    """A day on which 3, 4 and 5 say their toasts, 3 first."""
    rules = sign_up(ToastsRules())
    on(GlassesFilled)(lambda game, event: replace(game, phase=Toasts(event.queue)))
    on(GlassRaised)(lambda game, event: replace(game, clock=tick(game, event.at, event.deadline)))
    on(GlassEmptied)(lambda game, _event: replace(game, phase=Toasts(_phase(game).queue[1:])))
    t = table("masks", MASKS)
    run = Run(t.game, Facts(t.now), evolve)
    rules.begin(run, (SeatNo(3), SeatNo(4), SeatNo(5)))
    t.game, t.log = run.game, [*t.log, *run.events]
    yield t
    del PHASES[Toasts]
    for kind in (GlassesFilled, GlassRaised, GlassEmptied):
        del EVOLVERS[kind]


def test_it_is_played_to_its_end_by_hand_by_time_and_by_the_host(toasts: Table) -> None:
    t = toasts
    t.refuses(cmd.EndSpeech(SeatNo(4)), Code.NOT_YOUR_TURN)
    t.do(cmd.EndSpeech(SeatNo(3)))
    assert _phase(t.game).queue == (4, 5)
    t.run_out()
    assert _phase(t.game).queue == (5,)
    t.do(cmd.Skip(Rank.HOST))
    assert isinstance(t.phase, Night)
    assert t.replays()


def test_board_clock_ears_and_eyes_know_it(toasts: Table) -> None:
    game = toasts.game
    assert offered(game) == (Control(Press.THANKS, game.clock.step), Control(Press.CARD))
    assert due(game) == Deadline(toasts.now + SECONDS, cmd.TimeRanOut(game.clock.step), by_arrival=True)
    assert scene(game).speakers == {user(3)}
    waiting = view(game, None).waiting
    assert (waiting.phase, waiting.seat, waiting.owing) == ("toasts", 3, ())


def test_it_goes_on_when_its_speaker_or_anybody_else_leaves(toasts: Table) -> None:
    t = toasts
    step = t.game.clock.step
    t.remove(4)
    assert (_phase(t.game).queue, t.game.clock.step) == ((3, 5), step)
    t.remove(3)
    assert (_phase(t.game).queue, t.game.clock.step) == ((5,), step + 1)
    assert scene(t.game).speakers == {user(5)}
