"""The games: which there are, in which hall, under which ruleset, and how each stands.

Knows a game's frame only; what happens inside it is the journal's. A game ends through `Results.close`.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

import msgspec
from sqlalchemy import func, insert, literal, select, update
from sqlalchemy.exc import IntegrityError

from mafia_bot.store.database import DUPLICATE_KEY, Database, Row, sqlstate
from mafia_bot.store.errors import HallBusy, UnknownGame
from mafia_bot.store.tables import Moment, games


class GameStatus(StrEnum):
    LOBBY = "lobby"
    RUNNING = "running"
    FINISHED = "finished"
    ANNULLED = "annulled"
    ABANDONED = "abandoned"


OPEN = (GameStatus.LOBBY, GameStatus.RUNNING)


class GameFrame(msgspec.Struct, frozen=True):
    """What is known of a game without its journal: times in epoch seconds, `ruleset` the one in force.

    `alive_at`: when the bot last said that it was running this game, so that an outage can be measured.
    """

    id: int
    guild_id: int
    hall_id: int | None
    ruleset_id: str
    ruleset: dict[str, Any]
    language: str
    status: GameStatus
    created_at: float
    started_at: float | None
    ended_at: float | None
    alive_at: float | None
    winners: list[str] | None
    reason: str | None


class Games:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(
        self,
        guild_id: int,
        hall_id: int | None,
        ruleset_id: str,
        ruleset: Mapping[str, Any],
        language: str,
        at: float,
    ) -> int:
        """A new game in its lobby; returns its id. Raises HallBusy if the hall already has an open game."""
        values = {
            "guild_id": guild_id,
            "hall_id": hall_id,
            "ruleset_id": ruleset_id,
            "ruleset": dict(ruleset),
            "language": language,
            "status": GameStatus.LOBBY,
            "created_at": at,
        }
        try:
            row = await self._database.row(insert(games).values(values).returning(games.c.id))
        except IntegrityError as error:
            if hall_id is not None and sqlstate(error) == DUPLICATE_KEY:
                raise HallBusy(hall_id) from error
            raise
        assert row is not None
        return int(row["id"])

    async def retune(self, game_id: int, ruleset_id: str, ruleset: Mapping[str, Any], language: str) -> None:
        """Change ruleset or language of a game that is still in its lobby. Raises UnknownGame otherwise."""
        change = {"ruleset_id": ruleset_id, "ruleset": dict(ruleset), "language": language}
        await self._change(game_id, (GameStatus.LOBBY,), change)

    async def start(self, game_id: int, at: float) -> None:
        """The cards are dealt. Raises UnknownGame unless the game is open; a second start changes nothing."""
        change = {
            "status": GameStatus.RUNNING,
            "started_at": func.coalesce(games.c.started_at, literal(at, Moment)),
        }
        await self._change(game_id, OPEN, change)

    async def alive(self, game_ids: Iterable[int], at: float) -> None:
        """The bot is up and runs these games; all in one statement."""
        await self._database.run(update(games).where(games.c.id.in_(list(game_ids))).values(alive_at=at))

    async def get(self, game_id: int) -> GameFrame | None:
        row = await self._database.row(select(games).where(games.c.id == game_id))
        return None if row is None else _frame(row)

    async def in_hall(self, hall_id: int) -> GameFrame | None:
        """The game that is open in a hall, if any."""
        query = select(games).where(games.c.hall_id == hall_id, games.c.status.in_(OPEN))
        row = await self._database.row(query)
        return None if row is None else _frame(row)

    async def open_games(self, guild_id: int | None = None) -> list[GameFrame]:
        """Games in the lobby or running, oldest first: of one guild, or of all (a restart takes them up)."""
        query = select(games).where(games.c.status.in_(OPEN)).order_by(games.c.id)
        if guild_id is not None:
            query = query.where(games.c.guild_id == guild_id)
        return [_frame(row) for row in await self._database.rows(query)]

    async def ended(self, guild_id: int, limit: int = 25) -> list[GameFrame]:
        """The games of a server that are over, newest first."""
        query = select(games).where(games.c.guild_id == guild_id, games.c.status.not_in(OPEN))
        query = query.order_by(games.c.ended_at.desc(), games.c.id.desc()).limit(limit)
        return [_frame(row) for row in await self._database.rows(query)]

    async def _change(self, game_id: int, allowed: tuple[GameStatus, ...], change: Mapping[str, Any]) -> None:
        statement = (
            update(games).where(games.c.id == game_id, games.c.status.in_(allowed)).values(dict(change))
        )
        if not await self._database.run(statement):
            raise UnknownGame(game_id)


def _frame(row: Row) -> GameFrame:
    return GameFrame(**{**row, "status": GameStatus(row["status"])})
