"""What an undo takes back, and how much of it: the latest ruling that still can be (GE-09, GE-17).

It decides; `evolution/undone.py` carries it out. Whatever the host, an assistant or the bot ruled is one
ruling with all that it brought about. A pause is none: its way back is to resume.
"""

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.evolution.undone import rulings, with_turn_back
from mafia_bot.engine.ids import Extent, Rank, RulingKind, UserId
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.ruleset.discipline import ABSENCE
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game, Lobby, Over, Ruling


def extent(game: Game, ruling: Ruling) -> Extent | None:
    """How much of a ruling could be taken back now; None: the game has gone past it."""
    if ruling.acts == 0:
        return Extent.WHOLE
    if isinstance(game.phase, Over):
        # The ruling did not end the game: the result stands, and what still bites is the ban.
        return Extent.BAN if ruling.bans else None
    match ruling.kind:
        case RulingKind.SKIP:
            return Extent.ITSELF if with_turn_back(game, ruling) is not None else None
        case RulingKind.EXTENSION:
            return Extent.ITSELF if ruling.before.clock.step == game.clock.step else None
        case _:
            return Extent.ITSELF


def undoable(game: Game) -> tuple[Ruling, Extent] | None:
    """The latest ruling that can be taken back, and how much of it; None if there is none."""
    for ruling in rulings(game):
        found = extent(game, ruling)
        if found is not None:
            return ruling, found
    return None


def brought_back(game: Game) -> tuple[UserId, ...]:
    """Who would sit or lead here again by an undo: all of a game that ended, or whoever was replaced."""
    found = undoable(game)
    if found is None or found[1] is Extent.BAN:
        return ()
    ruling, _ = found
    if isinstance(game.phase, Over):
        before = ruling.before
        members = before.phase.members if isinstance(before.phase, Lobby) else ()
        leaders = tuple(user for user in (before.host, *before.assistants) if user is not None)
        return (*(player.user for player in before.players), *members, *leaders)
    former = _former(ruling) if ruling.kind is RulingKind.REPLACEMENT else None
    return () if former is None else (former,)


def undo(run: Run, command: cmd.Undo) -> Refusal | None:
    """Take back the latest ruling; an assistant cannot take back the host's (GE-02, GE-09, GE-17)."""
    game = run.game
    found = undoable(game)
    if found is None:
        return _too_late(game)
    ruling, how_much = found
    if command.number is not None and command.number != ruling.number:
        return Refusal(Code.RULINGS_CHANGED, "GE-09")
    if command.rank is Rank.ASSISTANT and ruling.rank is Rank.HOST:
        return Refusal(Code.HOST_DECIDED, "GE-02")
    if ruling.kind is RulingKind.REPLACEMENT and (user := _former(ruling)) in (game.host, *game.assistants):
        return Refusal(Code.HOST_CANNOT_PLAY, "GE-02", {"users": (user,)})
    _take_back(run, command.rank, ruling, how_much)
    if ruling.kind is RulingKind.END:
        _forgive_the_absent(run, command.rank)
    return None


def _too_late(game: Game) -> Refusal:
    if game.ruling is None:
        return Refusal(Code.NOTHING_TO_UNDO, "GE-09")
    return Refusal(Code.GAME_OVER if isinstance(game.phase, Over) else Code.TOO_LATE_TO_UNDO, "GE-09")


def _former(ruling: Ruling) -> UserId | None:
    return None if ruling.seat is None else ruling.before.player(ruling.seat).user


def _take_back(run: Run, rank: Rank, ruling: Ruling, how_much: Extent) -> None:
    run.emit(
        ev.RulingUndone(
            rank,
            run.now,
            ruling.number,
            how_much,
            ruling.kind,
            ruling.seat,
            ruling.user,
            ruling.offence,
            ruling.amount,
            ruling.at,
        )
    )


def _forgive_the_absent(run: Run, rank: Rank) -> None:
    """A game that is taken up again is taken up with those whom the bot itself sent away while nobody led
    it: their seats and their grace are given back, and so are the bans (GE-13, MW-15).
    """
    while (found := undoable(run.game)) is not None:
        ruling, how_much = found
        if not (ruling.rank is Rank.BOT and ruling.offence == ABSENCE and ruling.bans):
            return
        _take_back(run, rank, ruling, how_much)
