"""From a finished game to the club's table and back: what is stored of a seat, and what a season adds
up to.
"""

from mafia_bot.club.points import PointsProfile, points_of
from mafia_bot.club.rating import Played, RatingRow, rating
from mafia_bot.club.results import FinishedGame, FinishedSeat
from mafia_bot.engine.ids import UserId
from mafia_bot.store import SeatResult, Store


def stored_seat(game: FinishedGame, seat: FinishedSeat, profile: PointsProfile) -> SeatResult:
    """One seat's row for the database."""
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


async def season_table(
    store: Store, guild_id: int, since: float | None = None, until: float | None = None
) -> tuple[RatingRow, ...]:
    """The rating table of a server for the games finished in [since, until), epoch seconds; None: no
    bound.
    """
    seats = await store.results.table(guild_id, since, until)
    names = await store.members.names(guild_id, {played.result.user_id for played in seats})
    return rating(
        Played(
            UserId(played.result.user_id),
            names.get(played.result.user_id, str(played.result.user_id)),
            played.result.won,
            played.result.points,
        )
        for played in seats
    )
