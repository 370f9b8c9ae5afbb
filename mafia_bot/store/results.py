"""How games ended, seat by seat: the rows that ratings are counted from.

Only reads: a seat's row is written with the end of its game. Only finished games count. Knows no points
formula.
"""

from typing import Any

import msgspec
from sqlalchemy import Select, func, select

from mafia_bot.store.database import Database, Row
from mafia_bot.store.games import GameStatus
from mafia_bot.store.tables import games, results


class SeatResult(msgspec.Struct, frozen=True):
    """One seat of one game. `exit_cause` None: stayed to the end; `extra`: what a points profile looks at."""

    seat: int
    user_id: int
    role: str
    team: str
    won: bool
    exit_cause: str | None = None
    exit_round: int | None = None
    warnings: int = 0
    points: float = 0.0
    extra: dict[str, Any] = {}


class PlayedSeat(msgspec.Struct, frozen=True):
    """A seat's result with the game it belongs to; `ended_at` is epoch seconds."""

    game_id: int
    ruleset_id: str
    ended_at: float
    winners: list[str]
    result: SeatResult


class Results:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_game(self, game_id: int) -> list[SeatResult]:
        query = select(results).where(results.c.game_id == game_id).order_by(results.c.seat)
        return [seat_of(row) for row in await self._database.rows(query)]

    async def table(
        self, guild_id: int, since: float | None = None, until: float | None = None
    ) -> list[PlayedSeat]:
        """Every seat of the games finished in [since, until), in order of their end. None: no bound."""
        return await self._played(guild_id, None, since, until)

    async def games(self, guild_id: int, since: float | None = None, until: float | None = None) -> int:
        """How many games were finished in [since, until). None: no bound."""
        query = _within(select(func.count().label("games")).select_from(games), guild_id, since, until)
        row = await self._database.row(query)
        return 0 if row is None else int(row["games"])

    async def player(
        self, guild_id: int, user_id: int, since: float | None = None, until: float | None = None
    ) -> list[PlayedSeat]:
        """One player's seats in the games finished in [since, until), oldest first."""
        return await self._played(guild_id, user_id, since, until)

    async def _played(
        self, guild_id: int, user_id: int | None, since: float | None, until: float | None
    ) -> list[PlayedSeat]:
        frame = (games.c.ruleset_id, games.c.ended_at, games.c.winners)
        query = select(results, *frame).join(games, games.c.id == results.c.game_id)
        query = _within(query, guild_id, since, until)
        if user_id is not None:
            query = query.where(results.c.user_id == user_id)
        query = query.order_by(games.c.ended_at, results.c.game_id, results.c.seat)
        return [
            PlayedSeat(row["game_id"], row["ruleset_id"], row["ended_at"], row["winners"], seat_of(row))
            for row in await self._database.rows(query)
        ]


def _within(query: Select[Any], guild_id: int, since: float | None, until: float | None) -> Select[Any]:
    """Only what belongs to a server's games that count and ended in [since, until)."""
    query = query.where(games.c.guild_id == guild_id, games.c.status == GameStatus.FINISHED)
    if since is not None:
        query = query.where(games.c.ended_at >= since)
    if until is not None:
        query = query.where(games.c.ended_at < until)
    return query


def seat_of(row: Row) -> SeatResult:
    """A row of the table as a seat's result."""
    return SeatResult(**{name: row[name] for name in SeatResult.__struct_fields__})
