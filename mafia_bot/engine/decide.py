"""From a command to events or a refusal: who may, when, and which phase answers. It changes nothing
itself.
"""

from collections.abc import Callable

from msgspec import Struct

from mafia_bot.engine import asking, discipline, hosting, presence, undoing
from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.evolution import evolve
from mafia_bot.engine.evolution.lobby import opened
from mafia_bot.engine.ids import RulingKind
from mafia_bot.engine.phases.base import PHASES, waits_for
from mafia_bot.engine.phases.maniac_question import MANIAC_QUESTION
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Facts, Run
from mafia_bot.engine.state import Game, Lobby, Over

LOBBY_ONLY = (
    cmd.Join,
    cmd.Unjoin,
    cmd.SwapSeats,
    cmd.ChooseRuleset,
    cmd.OfferRuleset,
    cmd.ChooseDeal,
    cmd.StartGame,
)
DISCIPLINE: dict[type, Callable[..., Refusal | None]] = {
    cmd.Warn: discipline.warn,
    cmd.Remove: discipline.remove,
    cmd.Suspend: discipline.suspend,
    cmd.Undo: undoing.undo,
    cmd.DeclareDefeat: discipline.defeat,
    cmd.NameHost: hosting.name_host,
    cmd.NameAssistant: hosting.name_assistant,
    cmd.Annul: hosting.annul,
}
"""Rulings that any phase accepts in the same way."""


class Step(Struct, frozen=True):
    """An accepted command: its events and the position after them."""

    events: tuple[ev.Event, ...]
    game: Game


def open_lobby(command: cmd.OpenLobby) -> Step:
    """The beginning of a journal. Raises as `opened` does for rules that cannot be read or played."""
    event = ev.LobbyOpened(command.rules, command.host, command.at, command.opener)
    return Step((event,), opened(event))


def step(game: Game, command: cmd.Command, facts: Facts) -> Step | Refusal:
    """Decide a command and carry its events out on the position.

    The same decision as `decide`; callers who need the next position anyway save the second evolution.
    """
    run = Run(game, facts, evolve)
    refusal = _dispatch(run, command)
    if refusal is not None:
        return refusal
    MANIAC_QUESTION.begin(run)
    presence.watch(run)
    if run.game.ruling is not None and not run.game.ruling.sealed:
        run.emit(ev.RulingSealed())  # all that the ruling brought about can be undone with it (GE-09)
    return Step(tuple(run.events), run.game)


def decide(game: Game, command: cmd.Command, facts: Facts) -> tuple[ev.Event, ...] | Refusal:
    """The events that a command brings about, or why it brings none. Never raises for a wrong command."""
    result = step(game, command, facts)
    return result if isinstance(result, Refusal) else result.events


def _dispatch(run: Run, command: cmd.Command) -> Refusal | None:
    if isinstance(command, cmd.PlayerCommand):
        return _player(run, command)
    if isinstance(command, cmd.SeeName):
        return hosting.see_name(run, command)
    kind, phase = type(command), type(run.game.phase)
    if kind in DISCIPLINE:
        if phase is Over and kind is not cmd.Undo:
            return Refusal(Code.GAME_OVER)
        return DISCIPLINE[kind](run, command)
    if phase is Over:
        return Refusal(Code.GAME_OVER)
    if kind in ANYWHERE:
        return ANYWHERE[kind](run, command)
    if (phase is Lobby) != (kind in LOBBY_ONLY):
        return Refusal(Code.NOT_STARTED if phase is Lobby else Code.ALREADY_STARTED)
    if kind in CLOCK:
        return CLOCK[kind](run, command)
    return PHASES[phase].handle(run, run.game.phase, command)


def _player(run: Run, command: cmd.PlayerCommand) -> Refusal | None:
    game, phase = run.game, run.game.phase
    rules = PHASES[type(phase)]
    if not rules.in_play:
        return rules.handle(run, phase, command)
    if not game.has(command.seat):
        return Refusal(Code.NOT_SEATED)
    if type(command) in PRESENCE:
        return PRESENCE[type(command)](run, command)
    if isinstance(command, cmd.AskHost):
        return asking.ask(run, command)  # while the clock stands too
    if isinstance(command, cmd.EndSpeech) and command.step not in (None, game.clock.step):
        return Refusal(Code.STALE)
    if game.paused:
        return Refusal(Code.GAME_PAUSED, "GE-09")
    if not game.players[command.seat - 1].alive and command.seat not in rules.leaving(phase):
        return Refusal(Code.DEAD, "GE-06")
    return rules.handle(run, phase, command)


def _time_ran_out(run: Run, command: cmd.TimeRanOut) -> Refusal | None:
    clock = run.game.clock
    early = clock.deadline is None or run.now < clock.deadline
    if command.step != clock.step or early:
        return Refusal(Code.STALE)
    PHASES[type(run.game.phase)].run_out(run, run.game.phase)
    return None


def _skip(run: Run, command: cmd.Skip) -> Refusal | None:
    if refusal := hosting.outrun(run.game, command.step):
        return refusal
    if run.game.paused:
        return Refusal(Code.GAME_PAUSED, "GE-09")
    run.emit(ev.RulingMade(RulingKind.SKIP, command.rank, run.now, waits_for(run.game.phase)))
    PHASES[type(run.game.phase)].run_out(run, run.game.phase)
    return None


ANYWHERE: dict[type, Callable[..., Refusal | None]] = {
    cmd.Abandon: presence.abandon,
    cmd.EndOutage: hosting.end_outage,
}
"""What happens to a lobby as well as to a game."""

CLOCK: dict[type, Callable[..., Refusal | None]] = {
    cmd.TimeRanOut: _time_ran_out,
    cmd.Skip: _skip,
    cmd.Pause: lambda run, _command: hosting.pause(run),
    cmd.Resume: lambda run, _command: hosting.resume(run),
    cmd.Extend: hosting.extend,
    cmd.Await: presence.await_,
    cmd.EnterAlibi: hosting.enter_alibi,
    cmd.AnswerHost: asking.answer,
    cmd.Replace: hosting.replace,
}
"""What the clock and the host do to any phase of a running game."""

PRESENCE: dict[type, Callable[..., Refusal | None]] = {
    cmd.DropOut: presence.drop_out,
    cmd.ComeBack: presence.come_back,
    cmd.GraceRanOut: presence.grace_ran_out,
}
"""Whether a seat is in voice, whatever the phase, paused or not (GE-13)."""

__all__ = ["Facts", "Step", "decide", "open_lobby", "step"]
