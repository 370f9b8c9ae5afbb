"""The games: which there are, in which hall, under which ruleset, and how each stands.

Knows a game's frame only, and only to read it: its columns follow from the journal, but for the heartbeat
and the end of a game that cannot be read.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

import msgspec
from sqlalchemy import and_, select, update

from mafia_bot.store.database import Database, Row
from mafia_bot.store.tables import games


class GameStatus(StrEnum):
    LOBBY = "lobby"
    RUNNING = "running"
    FINISHED = "finished"
    ANNULLED = "annulled"
    ABANDONED = "abandoned"


OPEN = (GameStatus.LOBBY, GameStatus.RUNNING)

UNREADABLE = "unreadable"
"""Why a game was closed that nobody can go on with."""


class GameFrame(msgspec.Struct, frozen=True):
    """What is known of a game without its journal: times in epoch seconds, `ruleset` the one in force.

    `alive_at`: when the bot last said that it was running this game, so that an outage can be measured.
    `serving`: the banned who were there when it began (CC-16); None: nobody looked.
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
    serving: list[int] | None


class Games:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def alive(self, game_ids: Iterable[int], at: float) -> None:
        """The bot is up and runs these games; all in one statement."""
        await self._database.run(update(games).where(games.c.id.in_(list(game_ids))).values(alive_at=at))

    async def get(self, game_id: int) -> GameFrame | None:
        row = await self._database.row(select(games).where(games.c.id == game_id))
        return None if row is None else frame_of(row)

    async def in_hall(self, hall_id: int) -> GameFrame | None:
        """The game that is open in a hall, if any."""
        query = select(games).where(games.c.hall_id == hall_id, games.c.status.in_(OPEN))
        row = await self._database.row(query)
        return None if row is None else frame_of(row)

    async def open_games(self, guild_id: int | None = None) -> list[GameFrame]:
        """Games in the lobby or running, oldest first: of one guild, or of all (a restart takes them up)."""
        query = select(games).where(games.c.status.in_(OPEN)).order_by(games.c.id)
        if guild_id is not None:
            query = query.where(games.c.guild_id == guild_id)
        return [frame_of(row) for row in await self._database.rows(query)]

    async def ended(self, guild_id: int, limit: int = 25) -> list[GameFrame]:
        """The games of a server that are over, newest first."""
        query = select(games).where(games.c.guild_id == guild_id, games.c.status.not_in(OPEN))
        query = query.order_by(games.c.ended_at.desc(), games.c.id.desc()).limit(limit)
        return [frame_of(row) for row in await self._database.rows(query)]

    async def abandon(self, game_id: int, at: float) -> None:
        """Close a game whose journal this version cannot read, so that its hall is free again.

        It is the one end that no journal tells; its reason is UNREADABLE.
        """
        change = {"status": GameStatus.ABANDONED, "ended_at": at, "reason": UNREADABLE}
        standing = and_(games.c.id == game_id, games.c.status.in_(OPEN))
        await self._database.run(update(games).where(standing).values(change))


def frame_of(row: Row) -> GameFrame:
    """A row of the table as a frame."""
    return GameFrame(**{**row, "status": GameStatus(row["status"])})
