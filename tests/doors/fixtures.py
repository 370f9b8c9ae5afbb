"""Fixtures for tests that knock at doors: clubs on demand, and a log that must stay free of errors."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import asyncpg
import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.store import Store
from tests.doors.visit import Log
from tests.evening.law import abide

Clubs = Callable[..., Awaitable[SimulatedClub]]
Sql = Callable[[str], Awaitable[object]]


@pytest.fixture
async def sql(database_url: str) -> AsyncIterator[Sql]:
    """A second hand on the same database."""
    connection = await asyncpg.connect(database_url)
    yield connection.execute
    await connection.close()


@asynccontextmanager
async def without(sql: Sql, table: str) -> AsyncIterator[None]:
    """As long as this lasts the database really has no such table."""
    await sql(f"ALTER TABLE {table} RENAME TO gone")
    try:
        yield
    finally:
        await sql(f"ALTER TABLE gone RENAME TO {table}")


@pytest.fixture(autouse=True)
def log(caplog: pytest.LogCaptureFixture) -> Iterator[Log]:
    """discord.py only logs what a button's callback raises, so nobody hears of it; here it fails the test."""
    watched = Log(caplog)
    yield watched
    assert watched.unexpected() == []


@pytest.fixture
async def clubs(store: Store, log: Log) -> AsyncIterator[Clubs]:
    """Opens a simulated server with the real bot on the real database; it is closed after the test."""
    async with AsyncExitStack() as stack:
        opened: list[SimulatedClub] = []

        async def open_club(**options: Any) -> SimulatedClub:
            opened.append(await stack.enter_async_context(SimulatedClub(store, **options)))
            return opened[-1]

        yield open_club
        for club in opened:
            await abide(club)


@pytest.fixture
async def club(clubs: Clubs) -> SimulatedClub:
    """A server with four players: the smallest table with all that matters."""
    return await clubs(seats=4)


@pytest.fixture
async def full(clubs: Clubs) -> SimulatedClub:
    """A server with ten players."""
    return await clubs(seats=10)
