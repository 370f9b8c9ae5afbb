"""Every row that follows from a journal, worked out again from it, compared with what is stored, mended."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from pydantic import ValidationError

from mafia_bot.club.consequences import rows_of
from mafia_bot.club.points import profile_of
from mafia_bot.engine.events.codec import UnknownEvent, decode
from mafia_bot.engine.evolution import replay
from mafia_bot.engine.ruleset.stored import UnknownSchema, ruleset_of, stored
from mafia_bot.engine.state import Game
from mafia_bot.store import GameFrame, GameStatus, Record, Store
from mafia_bot.store.derived import FrameRow, GameRows, NameRow
from mafia_bot.store.games import UNREADABLE

INSTANT = 2e-6
"""Seconds: the database keeps microseconds, a journal's events more."""

Columns = Mapping[str, Any]


class Difference(msgspec.Struct, frozen=True):
    """One value that is stored otherwise than its journal says. A whole row that is missing, or one too many,
    is a difference of the column "*".
    """

    game_id: int
    table: str
    column: str
    stored: Any
    derived: Any


class Examined(msgspec.Struct, frozen=True):
    """One game compared. `fault`: why its journal could not be read; nothing was compared then."""

    game_id: int
    differences: tuple[Difference, ...] = ()
    fault: str | None = None


async def rebuild(store: Store, game_id: int | None = None, *, mend: bool) -> AsyncIterator[Examined]:
    """Compare one game, or (None) all of them; with `mend` each is mended in a transaction of its own.

    Raises UnknownGame for a game that does not exist.
    """
    for number in await store.examination.games() if game_id is None else [game_id]:
        yield await examine(store, number, mend=mend)


async def examine(store: Store, game_id: int, *, mend: bool) -> Examined:
    """Compare one game and, with `mend`, make its rows what its journal says. Raises UnknownGame."""
    async with store.examination.opened(game_id, mend=mend) as opened:
        if given_up(opened.frame):
            return Examined(game_id)
        try:
            game = position(await opened.records())
        except (UnknownEvent, UnknownSchema, ValidationError, ValueError, KeyError, TypeError) as error:
            return Examined(game_id, fault=f"{type(error).__name__}: {error}")
        derived = rows_of(game, profile_of(await opened.settings()))
        kept = await opened.rows([name.user_id for name in derived.names])
        found = tuple(differences(game_id, kept, derived))
        if mend and found:
            strange = {ban.number for ban in kept.bans} - {ban.number for ban in derived.bans}
            await opened.mend([derived.frame, derived.seats, *derived.bans, *derived.names], strange)
    return Examined(game_id, found)


def position(records: list[Record]) -> Game:
    """The position that stored records lead to. Raises what a journal raises that cannot be read."""
    return replay([decode(r.kind, r.version, r.data, r.at) for r in records])


def given_up(frame: GameFrame) -> bool:
    """Whether a game was closed because an earlier version could not read it: its journal may still go on."""
    return frame.status is GameStatus.ABANDONED and frame.reason == UNREADABLE


def differences(game_id: int, kept: GameRows, derived: GameRows) -> Iterator[Difference]:
    """Where the rows of a game are not what they should be."""

    def differ(table: str, row: str, is_: Columns | None, should: Columns | None) -> Iterator[Difference]:
        if is_ is None or should is None:
            yield Difference(game_id, table, f"{row}*", is_, should)
            return
        for column, value in should.items():
            if not same(is_[column], value):
                yield Difference(game_id, table, f"{row}{column}", is_[column], value)

    yield from differ("games", "", _plain(kept.frame), _plain(derived.frame))
    for table, what, rows, wanted in (
        ("results", "seat", _by(kept.seats.seats, "seat"), _by(derived.seats.seats, "seat")),
        ("suspensions", "ban", _by(kept.bans, "number"), _by(derived.bans, "number")),
    ):
        for key in sorted(rows.keys() | wanted.keys()):
            yield from differ(table, f"{what} {key}: ", rows.get(key), wanted.get(key))
    names = {name.user_id: name for name in kept.names}
    for name in derived.names:
        yield from _name(game_id, names.get(name.user_id), name)


def _name(game_id: int, kept: NameRow | None, seen: NameRow) -> Iterator[Difference]:
    """A sighting stands unless a later one, of another game, has taken its place."""
    if kept is not None and (
        kept.at - seen.at > INSTANT or (same(kept.at, seen.at) and kept.name == seen.name)
    ):
        return
    yield Difference(game_id, "members", f"user {seen.user_id}: name", kept and kept.name, seen.name)


def same(left: Any, right: Any) -> bool:
    """Whether two values are one; instants may differ by what the database rounds off."""
    if isinstance(left, float) and isinstance(right, float):
        return abs(left - right) <= INSTANT
    return bool(left == right)


def _plain(frame: FrameRow) -> Columns:
    """A frame's columns; its ruleset as today's version would store it, whatever version did."""
    columns = msgspec.structs.asdict(frame)
    with suppress(UnknownSchema, ValidationError):
        columns["ruleset"] = stored(ruleset_of(frame.ruleset))
    return columns


def _by(rows: tuple[Any, ...], key: str) -> dict[int, Columns]:
    return {getattr(row, key): msgspec.structs.asdict(row) for row in rows}
