"""Suspensions: who may not play in a guild, for how many of its games or until when.

Keeps what was ruled and counts games served from the games themselves, so that undoing a game's end undoes
that too. Which offence earns what is the ruleset's business. CC-16, CC-18, CC-19, MW-15, MW-19.
"""

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, and_, func, insert, or_, select, update

from mafia_bot.store.database import Database
from mafia_bot.store.games import GameStatus
from mafia_bot.store.tables import games as games_table
from mafia_bot.store.tables import suspensions


class Suspension(msgspec.Struct, frozen=True):
    """In force while `games_left` > 0, or before `until` (epoch seconds), or, with neither, until lifted.

    `games` is what was ruled, `games_left` what remains; `hall`: the hall is closed to them too.
    """

    id: int
    guild_id: int
    user_id: int
    offence: str
    games: int | None
    games_left: int | None
    until: float | None
    game_id: int | None
    hall: bool
    created_at: float
    lifted: bool


class Suspensions:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self,
        guild_id: int,
        user_id: int,
        offence: str,
        at: float,
        *,
        games: int | None = None,
        until: float | None = None,
        game_id: int | None = None,
        hall: bool = False,
    ) -> int:
        """Suspend for the next `games` games, or until a moment, or (neither) until lifted; returns its id.

        `game_id` is the game it was earned in, which serves nothing; `hall`: removed from the hall as well.
        """
        values = {
            "guild_id": guild_id,
            "user_id": user_id,
            "offence": offence,
            "games": games,
            "until": until,
            "game_id": game_id,
            "hall": hall,
            "created_at": at,
            "lifted": False,
        }
        row = await self._database.row(insert(suspensions).values(values).returning(suspensions.c.id))
        assert row is not None
        return int(row["id"])

    async def active(self, guild_id: int, user_id: int, now: float) -> list[Suspension]:
        """What keeps this member from playing now, oldest first; empty: they may play."""
        return await self._select(now, suspensions.c.guild_id == guild_id, suspensions.c.user_id == user_id)

    async def in_guild(self, guild_id: int, now: float) -> list[Suspension]:
        """Everything in force in a guild, oldest first."""
        return await self._select(now, suspensions.c.guild_id == guild_id)

    async def next_end(self, now: float) -> float | None:
        """When the next removal from a hall ends by itself, epoch seconds; None if none does."""
        standing = and_(suspensions.c.hall, suspensions.c.lifted.is_(False), suspensions.c.until > now)
        row = await self._database.row(select(func.min(suspensions.c.until).label("ends")).where(standing))
        return None if row is None else row["ends"]

    async def lift(self, suspension_id: int) -> bool:
        """A host takes it back; whether it was still standing."""
        standing = and_(suspensions.c.id == suspension_id, suspensions.c.lifted.is_(False))
        return bool(await self._database.run(update(suspensions).where(standing).values(lifted=True)))

    async def take_back(self, game_id: int, user_id: int, since: float) -> int:
        """A ruling is undone (GE-09): lift what this member earned in a game since then; how many."""
        earned = and_(
            suspensions.c.game_id == game_id,
            suspensions.c.user_id == user_id,
            # timestamptz keeps microseconds, the ruling's own moment more.
            suspensions.c.created_at >= since - 0.001,
            suspensions.c.lifted.is_(False),
        )
        return await self._database.run(update(suspensions).where(earned).values(lifted=True))

    async def _select(self, now: float, *where: ColumnElement[bool]) -> list[Suspension]:
        left = (suspensions.c.games - _served()).label("games_left")
        query = select(suspensions, left).where(*where, _in_force(now)).order_by(suspensions.c.id)
        return [Suspension(**row) for row in await self._database.rows(query)]


def _served() -> Any:
    """Games of the guild finished since, but for the one it was earned in; annulled games serve nothing."""
    return (
        select(func.count())
        .where(
            games_table.c.guild_id == suspensions.c.guild_id,
            games_table.c.status == GameStatus.FINISHED,
            games_table.c.ended_at >= suspensions.c.created_at,
            games_table.c.id.is_distinct_from(suspensions.c.game_id),
        )
        .scalar_subquery()
    )


def _in_force(now: float) -> ColumnElement[bool]:
    return and_(
        suspensions.c.lifted.is_(False),
        or_(suspensions.c.games.is_(None), suspensions.c.games > _served()),
        or_(suspensions.c.until.is_(None), suspensions.c.until > now),
    )
