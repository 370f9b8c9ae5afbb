"""How games ended, seat by seat: the rows that ratings are counted from.

Everything here can be written again from the journal; only finished games count. Knows no points formula.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from mafia_bot.store.database import DUPLICATE_KEY, Database, Row, sqlstate
from mafia_bot.store.errors import HallBusy, UnknownGame
from mafia_bot.store.games import OPEN, GameStatus
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

    async def close(
        self,
        game_id: int,
        status: GameStatus,
        at: float,
        *,
        winners: Sequence[str] = (),
        reason: str | None = None,
        seats: Sequence[SeatResult] = (),
    ) -> bool:
        """End a game and write all its seats, together or not at all. Returns whether it was open until now.

        Calling it again replaces the same rows and keeps the first end time. Raises UnknownGame, and
        ValueError for an open status.
        """
        if status in OPEN:
            raise ValueError(f"a game cannot be closed as {status}")
        async with self._database.transaction() as connection:
            first = (await _locked(connection, game_id)).status in OPEN
            change: dict[str, Any] = {"status": status, "winners": list(winners), "reason": reason}
            if first:
                change["ended_at"] = at
            await connection.execute(update(games).where(games.c.id == game_id).values(change))
            await _replace(connection, game_id, seats)
        return first

    async def reopen(self, game_id: int) -> bool:
        """GE-09: the ruling that ended a game is undone: no results, no end. Returns whether it was over.

        Raises UnknownGame, and HallBusy if the hall has another open game by now.
        """
        try:
            async with self._database.transaction() as connection:
                game = await _locked(connection, game_id)
                if game.status in OPEN:
                    return False
                status = GameStatus.LOBBY if game.started_at is None else GameStatus.RUNNING
                change = {"status": status, "ended_at": None, "winners": None, "reason": None}
                await connection.execute(update(games).where(games.c.id == game_id).values(change))
                await _replace(connection, game_id, ())
        except IntegrityError as error:
            if sqlstate(error) == DUPLICATE_KEY:
                raise HallBusy(game.hall_id) from error
            raise
        return True

    async def of_game(self, game_id: int) -> list[SeatResult]:
        query = select(results).where(results.c.game_id == game_id).order_by(results.c.seat)
        return [_seat(row) for row in await self._database.rows(query)]

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
            PlayedSeat(row["game_id"], row["ruleset_id"], row["ended_at"], row["winners"], _seat(row))
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


async def _locked(connection: AsyncConnection, game_id: int) -> Any:
    """The game's row, held until the transaction ends."""
    query = select(games.c.status, games.c.started_at, games.c.hall_id).where(games.c.id == game_id)
    row = (await connection.execute(query.with_for_update())).first()
    if row is None:
        raise UnknownGame(game_id)
    return row


async def _replace(connection: AsyncConnection, game_id: int, seats: Sequence[SeatResult]) -> None:
    await connection.execute(delete(results).where(results.c.game_id == game_id))
    if seats:
        rows = [{"game_id": game_id, **msgspec.structs.asdict(seat)} for seat in seats]
        await connection.execute(insert(results), rows)


def _seat(row: Row) -> SeatResult:
    return SeatResult(**{name: row[name] for name in SeatResult.__struct_fields__})
