"""The mute ledger: for every member we ever muted, what we wish and what we last saw.

A wish is written before the call to Discord, so whatever dies in between, somebody knows whom to unmute.
Knows nothing of how a mute is made, nor why.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, and_, delete, exists, literal, or_, select, text, update

from mafia_bot.store.database import Database
from mafia_bot.store.games import GameStatus
from mafia_bot.store.tables import games, mute_ledger

# A new wish starts a new account: whether it can be paid is seen only when it is tried.
_WISH = text(
    "INSERT INTO mute_ledger (guild_id, user_id, game_id, wish, wished_at, debt) "
    "SELECT :guild_id, w.user_id, CAST(:game_id AS bigint), w.wish, "
    "to_timestamp(CAST(:at AS double precision)), false "
    "FROM unnest(CAST(:users AS bigint[]), CAST(:wishes AS boolean[])) AS w(user_id, wish) "
    "ON CONFLICT (guild_id, user_id) DO UPDATE SET game_id = excluded.game_id, wish = excluded.wish, "
    "wished_at = excluded.wished_at, debt = false"
)


class Account(msgspec.Struct, frozen=True):
    """One member's line. `wish`: muted or not; `seen`: what Discord last said, None before it said anything.

    `debt`: the last call could not be made because the member was not in voice. Times are epoch seconds.
    """

    guild_id: int
    user_id: int
    game_id: int | None
    wish: bool
    wished_at: float
    seen: bool | None
    seen_at: float | None
    debt: bool


class Ledger:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def wish(
        self, guild_id: int, wishes: Mapping[int, bool], at: float, game_id: int | None = None
    ) -> None:
        """Write what is about to be asked of Discord (user id → muted?), all members in one statement."""
        values = {
            "guild_id": guild_id,
            "game_id": game_id,
            "at": at,
            "users": list(wishes),
            "wishes": list(wishes.values()),
        }
        await self._database.run(_WISH, values)

    async def seen(self, guild_id: int, user_id: int, muted: bool, at: float) -> None:
        """Discord says how the member is; a debt is paid once they are free. Strangers are not kept."""
        change = {"seen": muted, "seen_at": at, "debt": and_(mute_ledger.c.debt, literal(muted))}
        await self._database.run(update(mute_ledger).where(_member(guild_id, user_id)).values(change))

    async def owe(self, guild_id: int, user_id: int) -> None:
        """The member was not in voice (40032): pay at their next voice join anywhere in the guild."""
        await self._database.run(update(mute_ledger).where(_member(guild_id, user_id)).values(debt=True))

    async def get(self, guild_id: int, user_id: int) -> Account | None:
        row = await self._database.row(select(mute_ledger).where(_member(guild_id, user_id)))
        return None if row is None else Account(**row)

    async def owed(self, guild_id: int, user_id: int) -> bool:
        """Whether this member has to be unmuted by us now: asked at every voice join."""
        query = select(mute_ledger.c.user_id).where(_member(guild_id, user_id), _to_unmute())
        return await self._database.row(query) is not None

    async def debts(self, guild_id: int) -> list[int]:
        """Everybody in the guild who has to be unmuted by us now: asked at start-up."""
        query = select(mute_ledger.c.user_id).where(mute_ledger.c.guild_id == guild_id, _to_unmute())
        return [row["user_id"] for row in await self._database.rows(query.order_by(mute_ledger.c.user_id))]

    async def settle(self, guild_id: int, user_id: int) -> None:
        """Nothing of ours is left on this member: their account is closed, whatever mutes them next."""
        await self._database.run(delete(mute_ledger).where(_member(guild_id, user_id)))

    async def held_in(self, guild_id: int) -> dict[int, tuple[int | None, bool]]:
        """Every open account of a guild: user id → (the game that muted them, is it a debt?)."""
        query = select(mute_ledger.c.user_id, mute_ledger.c.game_id, mute_ledger.c.debt)
        rows = await self._database.rows(query.where(mute_ledger.c.guild_id == guild_id))
        return {row["user_id"]: (row["game_id"], row["debt"]) for row in rows}

    async def held(self, game_id: int) -> list[Account]:
        """Everybody this game muted, or may have, and who is not known to be free: asked at game end."""
        free = and_(mute_ledger.c.wish.is_(False), mute_ledger.c.seen.is_(False))
        query = select(mute_ledger).where(mute_ledger.c.game_id == game_id, ~free)
        return [Account(**row) for row in await self._database.rows(query.order_by(mute_ledger.c.user_id))]


def _member(guild_id: int, user_id: int) -> ColumnElement[bool]:
    return and_(mute_ledger.c.guild_id == guild_id, mute_ledger.c.user_id == user_id)


def _to_unmute() -> ColumnElement[bool]:
    """A debt; or we wished them free and never saw it come true; or their game no longer runs."""
    running: Any = exists().where(games.c.id == mute_ledger.c.game_id, games.c.status == GameStatus.RUNNING)
    unheard = and_(mute_ledger.c.wish.is_(False), mute_ledger.c.seen.is_distinct_from(False))
    forgotten = and_(mute_ledger.c.wish.is_(True), ~running)
    return or_(mute_ledger.c.debt, unheard, forgotten)
