"""A rating table from played seats. Pure: whose games and which season is the caller's business."""

import math
from collections.abc import Iterable
from itertools import groupby

from msgspec import Struct

from mafia_bot.club.points import PointsProfile, points_of
from mafia_bot.club.results import FinishedGame
from mafia_bot.engine.ids import UserId


class Played(Struct, frozen=True):
    """One person's part in one game that counts: won or not, and the points it brought."""

    user: UserId
    name: str
    won: bool
    points: float


class RatingRow(Struct, frozen=True):
    """One line of the table. `share` of wins runs from 0 to 1."""

    place: int
    user: UserId
    name: str
    games: int
    wins: int
    share: float
    points: float


def played(game: FinishedGame, profile: PointsProfile) -> tuple[Played, ...]:
    """What a game brings to the table, by seat; nothing if it does not count (MW-15)."""
    if not game.counts:
        return ()
    return tuple(
        Played(seat.user, seat.name, game.won(seat), points_of(profile, game, seat)) for seat in game.seats
    )


def rating(parts: Iterable[Played]) -> tuple[RatingRow, ...]:
    """The table of all parts, oldest first (a person's last name is shown).

    Sorted by points, then wins, then fewer games. Equal in all three share a place, and the places after
    them are left out (1, 2, 2, 4).
    """
    by_user: dict[UserId, list[Played]] = {}
    for part in parts:
        by_user.setdefault(part.user, []).append(part)
    rows = [_row(user, games) for user, games in by_user.items()]
    rows.sort(key=lambda row: (*_rank(row), row.name.casefold(), row.user))
    placed: list[RatingRow] = []
    for _, equals in groupby(rows, key=_rank):
        place = len(placed) + 1
        placed += [RatingRow(place, r.user, r.name, r.games, r.wins, r.share, r.points) for r in equals]
    return tuple(placed)


def _row(user: UserId, games: list[Played]) -> RatingRow:
    wins = sum(game.won for game in games)
    points = round(math.fsum(game.points for game in games), 2)
    return RatingRow(0, user, games[-1].name, len(games), wins, wins / len(games), points)


def _rank(row: RatingRow) -> tuple[float, int, int]:
    return -row.points, -row.wins, row.games
