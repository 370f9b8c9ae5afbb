"""Rows that no journal tells of, as an earlier version may have left them: for tests that need a game or a
ban and no evening around it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import insert

from mafia_bot.store import GameStatus, SeatResult, Store
from mafia_bot.store.derived import FrameRow, NameRow, SeatRows
from mafia_bot.store.tables import games, suspensions


async def game_row(
    store: Store,
    guild_id: int,
    hall_id: int | None = None,
    ruleset_id: str = "city",
    ruleset: Mapping[str, Any] | None = None,
    *,
    at: float = 0.0,
) -> int:
    """A game in its lobby, with an empty journal; its number."""
    values = {
        "guild_id": guild_id,
        "hall_id": hall_id,
        "ruleset_id": ruleset_id,
        "ruleset": dict(ruleset or {}),
        "language": "ru",
        "status": GameStatus.LOBBY,
        "created_at": at,
    }
    row = await store._database.row(insert(games).values(values).returning(games.c.id))
    assert row is not None
    return int(row["id"])


async def frame_of(store: Store, game_id: int) -> FrameRow:
    """How a game stands."""
    kept = await store.games.get(game_id)
    assert kept is not None
    return FrameRow(**{name: getattr(kept, name) for name in FrameRow.__struct_fields__})


async def game_started(store: Store, game_id: int, at: float, serving: Sequence[int] | None = None) -> None:
    """The cards are dealt."""
    kept = await frame_of(store, game_id)
    present = None if serving is None else list(serving)
    change = FrameRow(kept.ruleset_id, kept.ruleset, GameStatus.RUNNING, started_at=at, serving=present)
    await store.commits.write(game_id, 1, [], [change])


async def game_ended(
    store: Store,
    game_id: int,
    at: float,
    status: GameStatus = GameStatus.FINISHED,
    *,
    winners: Sequence[str] = ("town",),
    seats: Sequence[SeatResult] = (),
) -> None:
    """The game is over."""
    kept = await frame_of(store, game_id)
    change = FrameRow(
        kept.ruleset_id,
        kept.ruleset,
        status,
        started_at=kept.started_at,
        ended_at=at,
        winners=list(winners),
        serving=kept.serving,
    )
    await store.commits.write(game_id, 1, [], [change, SeatRows(tuple(seats))])


async def ban_row(
    store: Store,
    guild_id: int,
    user_id: int,
    offence: str,
    at: float,
    *,
    games: int | None = None,
    until: float | None = None,
    game_id: int | None = None,
    presence: bool = False,
    hall: bool = False,
    lifted: bool = False,
) -> None:
    """A ban without a number."""
    values = {
        "guild_id": guild_id,
        "user_id": user_id,
        "offence": offence,
        "games": games,
        "until": until,
        "game_id": game_id,
        "presence": presence,
        "hall": hall,
        "created_at": at,
        "lifted": lifted,
    }
    await store._database.run(insert(suspensions).values(values))


async def names_seen(store: Store, guild_id: int, names: Mapping[int, str], at: float = 0.0) -> None:
    """People of a server are called so."""
    game_id = await game_row(store, guild_id)
    await store.commits.write(game_id, 1, [], [NameRow(user, name, at) for user, name in names.items()])
