"""The rows that a game's journal decides: what they say, how they are written and read in one transaction.

Knows tables, not why a row is as it is. Nothing else writes them.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, insert, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection

from mafia_bot.store.games import GameStatus
from mafia_bot.store.results import SeatResult, seat_of
from mafia_bot.store.tables import games, members, results, suspensions


class FrameRow(msgspec.Struct, frozen=True):
    """How a game stands: the columns of its row in `games` that its journal decides. Times: epoch seconds.

    `serving`: the banned who were there at the start (CC-16); None: it has not begun, or nobody looked.
    """

    ruleset_id: str
    ruleset: dict[str, Any]
    status: GameStatus
    started_at: float | None = None
    ended_at: float | None = None
    winners: list[str] | None = None
    reason: str | None = None
    serving: list[int] | None = None


class SeatRows(msgspec.Struct, frozen=True):
    """All seats of a game that is over; none while it goes on."""

    seats: tuple[SeatResult, ...] = ()


class BanRow(msgspec.Struct, frozen=True):
    """The `number`th ban that a game gave, counted from 1: for `games`, or until a moment, or both.

    `presence`: only games at which the banned is there count (CC-16); `lifted`: it was taken back.
    """

    number: int
    user_id: int
    offence: str
    games: int | None
    until: float | None
    presence: bool
    hall: bool
    created_at: float
    lifted: bool


class NameRow(msgspec.Struct, frozen=True):
    """What a person was called at a moment; in the table the newest sighting of all games stands."""

    user_id: int
    name: str
    at: float


Change = FrameRow | SeatRows | BanRow | NameRow
"""A row, or rows, as a commit wants them."""


class GameRows(msgspec.Struct, frozen=True):
    """Everything that a game's journal decides."""

    frame: FrameRow
    seats: SeatRows = SeatRows()
    bans: tuple[BanRow, ...] = ()
    names: tuple[NameRow, ...] = ()


_SAW = text(
    "INSERT INTO members (guild_id, user_id, name, updated_at) "
    "SELECT g.guild_id, m.user_id, m.name, to_timestamp(m.at) FROM games g, "
    "unnest(CAST(:users AS bigint[]), CAST(:names AS text[]), CAST(:ats AS double precision[])) "
    "AS m(user_id, name, at) WHERE g.id = :game_id "
    "ON CONFLICT (guild_id, user_id) DO UPDATE SET name = excluded.name, updated_at = excluded.updated_at "
    "WHERE members.updated_at <= excluded.updated_at"
)


async def write(connection: AsyncConnection, game_id: int, changes: Iterable[Change]) -> None:
    """Make the rows of a game so. An older sighting never replaces a newer one.

    Raises IntegrityError where the game would be a second open one in its hall.
    """
    sightings: list[NameRow] = []
    for change in changes:
        match change:
            case FrameRow():
                values = msgspec.structs.asdict(change)
                await connection.execute(update(games).where(games.c.id == game_id).values(values))
            case SeatRows():
                await _replace(connection, game_id, change.seats)
            case BanRow():
                await _ban(connection, game_id, change)
            case NameRow():
                sightings.append(change)
    if sightings:
        # In one order everywhere: two tables of a server that see the same people never wait for each other.
        sightings.sort(key=lambda sighting: sighting.user_id)
        values = {
            "game_id": game_id,
            "users": [sighting.user_id for sighting in sightings],
            "names": [sighting.name for sighting in sightings],
            "ats": [sighting.at for sighting in sightings],
        }
        await connection.execute(_SAW, values)


async def _replace(connection: AsyncConnection, game_id: int, seats: Iterable[SeatResult]) -> None:
    await connection.execute(delete(results).where(results.c.game_id == game_id))
    rows = [{"game_id": game_id, **msgspec.structs.asdict(seat)} for seat in seats]
    if rows:
        await connection.execute(insert(results), rows)


async def _ban(connection: AsyncConnection, game_id: int, ban: BanRow) -> None:
    values = msgspec.structs.asdict(ban)
    guild = select(games.c.guild_id).where(games.c.id == game_id).scalar_subquery()
    statement = upsert(suspensions).values(game_id=game_id, guild_id=guild, **values)
    change = {name: statement.excluded[name] for name in values if name != "number"}
    await connection.execute(
        statement.on_conflict_do_update(index_elements=["game_id", "number"], set_=change)
    )


async def forget_bans(connection: AsyncConnection, game_id: int, numbers: Iterable[int]) -> None:
    """Drop bans that no journal gave."""
    wrong = suspensions.c.number.in_(bindparam("numbers", expanding=True))
    statement = delete(suspensions).where(suspensions.c.game_id == game_id, wrong)
    await connection.execute(statement, {"numbers": list(numbers)})


async def read(connection: AsyncConnection, game_id: int, users: Iterable[int]) -> GameRows:
    """The rows of a game as they stand, with the names of these users. The game must exist."""
    columns = [games.c[name] for name in FrameRow.__struct_fields__]
    query = select(games.c.guild_id, *columns).where(games.c.id == game_id)
    values = (await connection.execute(query)).one()._asdict()
    guild_id = values.pop("guild_id")
    seats = await connection.execute(
        select(results).where(results.c.game_id == game_id).order_by(results.c.seat)
    )
    bans = await connection.execute(
        select(*(suspensions.c[name] for name in BanRow.__struct_fields__))
        .where(suspensions.c.game_id == game_id, suspensions.c.number.is_not(None))
        .order_by(suspensions.c.number)
    )
    named = await connection.execute(
        select(members.c.user_id, members.c.name, members.c.updated_at.label("at"))
        .where(members.c.guild_id == guild_id, members.c.user_id.in_(list(users)))
        .order_by(members.c.user_id)
    )
    return GameRows(
        FrameRow(**{**values, "status": GameStatus(values["status"])}),
        SeatRows(tuple(seat_of(row._asdict()) for row in seats)),
        tuple(BanRow(**row._asdict()) for row in bans),
        tuple(NameRow(**row._asdict()) for row in named),
    )
