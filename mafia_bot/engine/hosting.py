"""The host's powers over clock and seats, and what the outside world does to a table (GE-02, GE-09,
GE-13).
"""

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import discipline
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Rank, Role, RulingKind, UserId
from mafia_bot.engine.naming import see
from mafia_bot.engine.phases.base import rules_of, waits_for
from mafia_bot.engine.presence import seconds_left
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game, Lobby, Over, without

MOST_EXTRA_SECONDS = 600

BLINK = 3.0
"""Seconds of being away that nobody notices: a step is not lengthened for them."""

NOTICED = 1.0
"""Seconds without a word from Discord in which somebody may have pressed in vain."""

LEAST = 5.0
"""Seconds that a person needs to see a step that is back and to press."""


def pause(run: Run) -> Refusal | None:
    """Stop the clock; the seconds left are kept. A pause that the bot made becomes one made by hand."""
    game = run.game
    if game.paused and not game.halted:
        return Refusal(Code.GAME_PAUSED, "GE-09")
    run.emit(ev.GamePaused(run.now, seconds_left(game, run.now)))
    return None


def resume(run: Run) -> Refusal | None:
    """Let the clock go on; the deadline moves with the pause."""
    if not run.game.paused:
        return Refusal(Code.NOT_PAUSED, "GE-09")
    run.emit(ev.GameResumed(run.now, run.now + (run.game.clock.left or 0.0)))
    return None


def outrun(game: Game, step: int | None) -> Refusal | None:
    """Why a hand on the clock comes too late: another one, or time, has ended the step that it meant."""
    return None if step in (None, game.clock.step) else Refusal(Code.STALE, "GE-09")


def extend(run: Run, command: cmd.Extend) -> Refusal | None:
    """Give extra seconds to the open step."""
    if refusal := outrun(run.game, command.step):
        return refusal
    if not 0 < command.seconds <= MOST_EXTRA_SECONDS:
        return Refusal(Code.BAD_SECONDS, "GE-09", {"most": MOST_EXTRA_SECONDS})
    deadline = (run.game.clock.deadline or run.now) + command.seconds
    seat, kind = waits_for(run.game.phase), RulingKind.EXTENSION
    run.emit(ev.RulingMade(kind, command.rank, run.now, seat, amount=command.seconds))
    run.emit(ev.StepExtended(deadline, command.seconds))
    return None


def replace(run: Run, command: cmd.Replace) -> Refusal | None:
    """Another person takes a living seat with its card."""
    game = run.game
    if not game.has(command.seat) or not game.player(command.seat).alive:
        return Refusal(Code.NOT_AT_TABLE, "GE-09", {"seat": command.seat})
    if game.seat_of(command.user) is not None:
        return Refusal(Code.SEAT_TAKEN, "GE-09", {"seat": game.seat_of(command.user)})
    if game.leads(command.user):
        return Refusal(Code.HOST_CANNOT_PLAY, "GE-02", {"users": (command.user,)})
    if command.user in game.witnesses:
        return Refusal(Code.HAS_SEEN_CARDS, "GE-16", {"users": (command.user,)})
    see(run, command.user, command.name)
    run.emit(ev.RulingMade(RulingKind.REPLACEMENT, command.rank, run.now, command.seat, command.user))
    run.emit(ev.PlayerReplaced(command.seat, command.user))
    return None


def alibi_enters(game: Game) -> bool:
    """Whether an alibi can be entered now: by day, where the rules and the deal have any (MA-14, GE-16)."""
    rules = rules_of(game.phase)
    return rules.in_play and not rules.asleep and game.rules.visit.alibi and game.dealt(Role("lover"))


def enter_alibi(run: Run, command: cmd.EnterAlibi) -> Refusal | None:
    """Give a living seat an alibi for the day that goes on, or take it away; only the host knows of it."""
    game, seat = run.game, command.seat
    if not alibi_enters(game):
        return Refusal(Code.NO_ALIBI, "MA-14")
    if not game.has(seat) or not game.player(seat).alive:
        return Refusal(Code.NOT_AT_TABLE, "", {"seat": seat})
    others = without(game.alibi, seat)
    run.emit(ev.AlibiGiven((*others, seat) if command.given else others))
    return None


def see_name(run: Run, command: cmd.SeeName) -> Refusal | None:
    """Remember what a player is called; the names of an evening that is over stay as they were."""
    game, user = run.game, command.user
    if not isinstance(game.phase, Over) and plays(game, user):
        see(run, user, command.name)
    return None


def plays(game: Game, user: UserId) -> bool:
    """Whether a person has a seat, or has joined for one."""
    members = game.phase.members if isinstance(game.phase, Lobby) else ()
    return user in members or game.seat_of(user) is not None


def name_host(run: Run, command: cmd.NameHost) -> Refusal | None:
    """Put a person or the bot in the host's chair; nobody who plays hosts (GE-02).

    Above a host who is there stands nobody; where he is gone, assistants and moderators name another (GE-17).
    """
    if command.rank is Rank.ASSISTANT and not command.gone:
        return Refusal(Code.NOT_HOST, "GE-02")
    if command.user is not None and plays(run.game, command.user):
        return Refusal(Code.HOST_CANNOT_PLAY, "GE-02", {"users": (command.user,)})
    run.emit(ev.HostNamed(command.user, run.now))
    return None


def name_assistant(run: Run, command: cmd.NameAssistant) -> Refusal | None:
    """Add or dismiss an assistant; only the host may, and no assistant plays (GE-02)."""
    if command.rank is Rank.ASSISTANT:
        return Refusal(Code.NOT_HOST, "GE-02")
    if command.add and plays(run.game, command.user):
        return Refusal(Code.HOST_CANNOT_PLAY, "GE-02", {"users": (command.user,)})
    run.emit(ev.AssistantNamed(command.user, command.add, run.now))
    return None


def end_outage(run: Run, command: cmd.EndOutage) -> Refusal | None:
    """The bot is back: the open step has the time again that it had when the bot was last alive (GE-13).

    A vote's window opens for its whole length, for nobody saw what was left of it; no step comes back with
    less than it takes to see it and press. Where presses were lost even a blink is an outage.
    """
    game = run.game
    unheard = None if command.unheard is None or run.now - command.unheard < NOTICED else command.unheard
    deadline, felt = game.clock.deadline, unheard is not None or run.now - command.since >= BLINK
    fresh = None
    if deadline is not None and (felt or deadline <= run.now):
        window = rules_of(game.phase).window(game)
        fresh = run.now + max(LEAST, deadline - command.since if window is None else window)
    waiting = bool(game.absent) or game.deserted is not None
    if fresh is not None or unheard is not None or (felt and waiting):
        run.emit(ev.OutageEnded(run.now, fresh, game.rules.discipline.grace_seconds, unheard))
    return None


def annul(run: Run, command: cmd.Annul) -> Refusal | None:
    """End the game without a result; a lobby closes in the same way."""
    run.emit(ev.RulingMade(RulingKind.END, command.rank, run.now))
    discipline.annul(run, command.reason, command.words)
    return None
