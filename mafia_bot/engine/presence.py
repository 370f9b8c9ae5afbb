"""Who is in voice and who is not, and what the table does about it (GE-13), whoever has the word."""

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import discipline
from mafia_bot.engine import events as ev
from mafia_bot.engine.exits import end
from mafia_bot.engine.ids import Rank, RulingKind, SeatNo
from mafia_bot.engine.phases.base import rules_of
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.ruleset.discipline import ABSENCE
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game

IDLE_SECONDS = 6 * 3600.0
"""After so long a lobby that nobody touches is closed, and so is a paused game that nobody came back to."""

ABANDONED = "abandoned"
"""The reason of an end that nobody decided."""


def seconds_left(game: Game, now: float) -> float:
    """What is left of the open step."""
    if game.clock.deadline is None:
        return game.clock.left or 0.0
    return max(0.0, game.clock.deadline - now)


def missing(game: Game) -> tuple[SeatNo, ...]:
    """The living who are not in voice, waited for or not."""
    return tuple(p.seat for p in game.players if p.alive and p.seat in game.away)


def drop_out(run: Run, command: cmd.DropOut) -> Refusal | None:
    """A living seat fell out of voice: its grace begins. With half of the living away the game pauses."""
    game = run.game
    if not game.player(command.seat).alive or any(seat == command.seat for seat, _ in game.absent):
        return None
    run.emit(ev.PlayerDropped(command.seat, run.now + game.rules.discipline.grace_seconds))
    gone = missing(run.game)
    if not game.paused and 2 * len(gone) >= len(game.living()):
        run.emit(ev.GamePaused(run.now, seconds_left(game, run.now), gone))
    return None


def come_back(run: Run, command: cmd.ComeBack) -> Refusal | None:
    """A seat is in voice again. A pause that the bot made for the absent ends with the last of them."""
    if command.seat not in run.game.away:
        return None
    run.emit(ev.PlayerReturned(command.seat))
    if run.game.halted and not missing(run.game):
        run.emit(ev.GameResumed(run.now, run.now + (run.game.clock.left or 0.0)))
    return None


def grace_ran_out(run: Run, command: cmd.GraceRanOut) -> Refusal | None:
    """The grace is over: a human host is asked, at the bot's own table the seat is removed (GE-13)."""
    deadline = dict(run.game.absent).get(command.seat)
    if deadline is None or run.now < deadline or run.game.paused:
        return Refusal(Code.STALE, "GE-13")
    if run.game.host is not None:
        run.emit(ev.HostAsked(command.seat))
        return None
    return discipline.remove(run, cmd.Remove(Rank.BOT, command.seat, ABSENCE, hall=False))


def undecided(game: Game) -> tuple[SeatNo, ...]:
    """The seats whose grace is over at a human host's table: whether they stay is for him to say."""
    waited = {seat for seat, _ in game.absent}
    return () if game.host is None else tuple(seat for seat in missing(game) if seat not in waited)


def await_(run: Run, command: cmd.Await) -> Refusal | None:
    """Wait once more for a seat that the host was asked about, for a whole grace."""
    if command.seat not in undecided(run.game):
        return Refusal(Code.STALE, "GE-13")
    run.emit(ev.GraceRenewed(command.seat, run.now + run.game.rules.discipline.grace_seconds))
    return None


def watch(run: Run) -> None:
    """See whether anybody living is still in voice; if not, the game is closed after a while."""
    game = run.game
    if not game.away or game.deserted is not None or not rules_of(game.phase).in_play:
        return
    if len(missing(game)) == len(game.living()):
        patience = game.rules.discipline.abandoned_seconds
        by_hand = game.paused and not game.halted
        run.emit(ev.TableDeserted(run.now, run.now + (IDLE_SECONDS if by_hand else patience)))


def abandon(run: Run, command: cmd.Abandon) -> Refusal | None:
    """Close a game without players, or a lobby that nobody touches. It counts for nothing."""
    deadline = abandoned_at(run.game)
    if deadline is None or run.now < deadline:
        return Refusal(Code.STALE, "GE-13")
    run.emit(ev.RulingMade(RulingKind.END, Rank.BOT, run.now))
    end(run, (), ABANDONED, counts=False)
    return None


def abandoned_at(game: Game) -> float | None:
    """When a table is given up if nobody comes (epoch seconds), or None."""
    if not rules_of(game.phase).idles:
        return game.deserted
    touched = game.clock.opened  # the first journals do not say when
    return touched + IDLE_SECONDS if touched else None
