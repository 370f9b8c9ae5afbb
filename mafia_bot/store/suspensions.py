"""Suspensions: who may not play in a guild, for how many of its games or until when.

Counts games served from the games themselves, so that undoing a game's end undoes that too. Only reads: bans
are written with the ruling that gives them. Which offence earns what is the ruleset's business. CC-16, CC-18,
CC-19, MW-15, MW-19.
"""

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, and_, func, or_, select

from mafia_bot.store.database import Database
from mafia_bot.store.games import GameStatus
from mafia_bot.store.tables import games as games_table
from mafia_bot.store.tables import suspensions


class Suspension(msgspec.Struct, frozen=True):
    """In force while `games_left` > 0, or before `until` (epoch seconds), or, with neither, until lifted.

    `games` is what was ruled, `games_left` what remains; `hall`: the hall is closed to them too. `hall_id` is
    the hall in which it was earned; None: that hall is gone, or no game gave the ban. `number` is the ban's
    place among those of its game, counted from 1; None: written before they were numbered. `presence`: only
    games count at which they are there.
    """

    id: int
    guild_id: int
    user_id: int
    offence: str
    games: int | None
    games_left: int | None
    until: float | None
    game_id: int | None
    hall_id: int | None
    number: int | None
    presence: bool
    hall: bool
    created_at: float
    lifted: bool


class Suspensions:
    def __init__(self, database: Database) -> None:
        self._database = database

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

    async def _select(self, now: float, *where: ColumnElement[bool]) -> list[Suspension]:
        left = func.greatest(suspensions.c.games - _served(), 0).label("games_left")
        query = select(suspensions, left, _hall()).where(*where, _in_force(now)).order_by(suspensions.c.id)
        return [Suspension(**row) for row in await self._database.rows(query)]


def _hall() -> Any:
    game = select(games_table.c.hall_id).where(games_table.c.id == suspensions.c.game_id)
    return game.scalar_subquery().label("hall_id")


def _served() -> Any:
    """Finished games of the guild that began after the ruling; annulled games serve nothing.

    CC-16: where presence is asked for, only those at whose start the banned was there. Games from before
    that was recorded count as if they had been.
    """
    there = or_(
        suspensions.c.presence.is_(False),
        games_table.c.serving.is_(None),
        games_table.c.serving.contains(func.to_jsonb(suspensions.c.user_id)),
    )
    return (
        select(func.count())
        .where(
            games_table.c.guild_id == suspensions.c.guild_id,
            games_table.c.status == GameStatus.FINISHED,
            games_table.c.started_at >= suspensions.c.created_at,
            games_table.c.id.is_distinct_from(suspensions.c.game_id),
            there,
        )
        .scalar_subquery()
    )


def _in_force(now: float) -> ColumnElement[bool]:
    endless = and_(suspensions.c.games.is_(None), suspensions.c.until.is_(None))
    standing = or_(endless, suspensions.c.games > _served(), suspensions.c.until > now)
    return and_(suspensions.c.lifted.is_(False), standing)
