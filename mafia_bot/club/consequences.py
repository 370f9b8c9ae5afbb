"""Which rows a step of a game brings: its frame, results, bans and names, told by the positions alone.

A row follows from a position, never from an event: so undoing, reopening and rebuilding need no rule of their
own. Pure; the times in the rows are those of the events.
"""

from collections.abc import Iterator

from mafia_bot.club.points import PointsProfile, points_of
from mafia_bot.club.results import FinishedGame, FinishedSeat, finished_game
from mafia_bot.engine.kept import Ban
from mafia_bot.engine.presence import ABANDONED
from mafia_bot.engine.ruleset.stored import stored
from mafia_bot.engine.state import Game, Lobby, Outcome, Over
from mafia_bot.store import GameStatus, SeatResult
from mafia_bot.store.derived import BanRow, Change, FrameRow, GameRows, NameRow, SeatRows

DAY_SECONDS = 18 * 3600
"""How long «today» lasts for a ban of the day, so that an evening that runs past midnight is one day."""


def consequences(before: Game | None, after: Game, profile: PointsProfile) -> tuple[Change, ...]:
    """The rows that differ between two positions of a game, as the later one wants them.

    None before: the game is new. Most steps bring none.
    """
    return tuple(_changes(before, after, profile))


def rows_of(game: Game, profile: PointsProfile) -> GameRows:
    """All rows of a position."""
    return GameRows(
        _frame(game),
        _seats(game, profile),
        tuple(_ban(game, number) for number in range(1, len(game.kept.bans) + 1)),
        tuple(NameRow(named.user, named.name, named.at) for named in game.kept.names),
    )


def _changes(before: Game | None, after: Game, profile: PointsProfile) -> Iterator[Change]:
    if before is None or _standing(before) != _standing(after):
        yield _frame(after)
    over = isinstance(after.phase, Over) or (before is not None and isinstance(before.phase, Over))
    if over and (before is None or _seats(before, profile) != _seats(after, profile)):
        yield _seats(after, profile)
    kept, known = after.kept, None if before is None else before.kept
    if kept is known:
        return
    bans = () if known is None else known.bans
    for place, ban in enumerate(kept.bans):
        if place >= len(bans) or bans[place] != ban:
            yield _ban(after, place + 1)
    names = () if known is None else known.names
    for named in kept.names:
        if named not in names:
            yield NameRow(named.user, named.name, named.at)


def _standing(game: Game) -> tuple[object, ...]:
    """What a frame is made of, cheaply: it is asked at every step."""
    phase, kept = game.phase, game.kept
    outcome = (phase.outcome, game.clock.opened) if isinstance(phase, Over) else None
    return game.rules, isinstance(phase, Lobby), outcome, kept.started, kept.serving


def _frame(game: Game) -> FrameRow:
    phase, kept = game.phase, game.kept
    outcome = phase.outcome if isinstance(phase, Over) else None
    return FrameRow(
        ruleset_id=game.rules.id,
        ruleset=stored(game.rules),
        status=_status(game, outcome),
        started_at=kept.started,
        ended_at=None if outcome is None else game.clock.opened,
        winners=None if outcome is None else [str(team) for team in outcome.winners],
        reason=None if outcome is None else outcome.words or outcome.reason,
        serving=None if kept.serving is None else list(kept.serving),
    )


def _status(game: Game, outcome: Outcome | None) -> GameStatus:
    if outcome is None:
        return GameStatus.LOBBY if isinstance(game.phase, Lobby) else GameStatus.RUNNING
    if outcome.reason == ABANDONED:
        return GameStatus.ABANDONED
    return GameStatus.FINISHED if outcome.counts and game.players else GameStatus.ANNULLED


def _seats(game: Game, profile: PointsProfile) -> SeatRows:
    if not isinstance(game.phase, Over):
        return SeatRows()
    finished = finished_game(game)
    return SeatRows(tuple(seat_row(finished, seat, profile) for seat in finished.seats))


def seat_row(game: FinishedGame, seat: FinishedSeat, profile: PointsProfile) -> SeatResult:
    """One seat's row."""
    return SeatResult(
        seat=seat.seat,
        user_id=seat.user,
        role=str(seat.role),
        team=str(seat.team),
        won=game.won(seat),
        exit_cause=None if seat.exit is None else str(seat.exit.cause),
        exit_round=None if seat.exit is None else seat.exit.round,
        warnings=seat.warnings,
        points=points_of(profile, game, seat),
        extra={"best_move": list(seat.best_move)} if seat.best_move else {},
    )


def _ban(game: Game, number: int) -> BanRow:
    ban = game.kept.bans[number - 1]
    return BanRow(
        number=number,
        user_id=ban.user,
        offence=ban.offence,
        games=ban.games or None,
        until=ban.at + DAY_SECONDS if ban.day else None,
        presence=bool(ban.games) and _by_presence(game, ban),
        hall=ban.hall,
        created_at=ban.at,
        lifted=ban.lifted,
    )


def _by_presence(game: Game, ban: Ban) -> bool:
    offence = game.rules.offence(ban.offence)
    return offence is not None and offence.presence
