"""Real PostgreSQL for every test that stores: a server a process, one migrated template, a copy a test."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import asyncpg
import pytest

from mafia_bot.club.rebuild import rebuild
from mafia_bot.store import Store, migrate
from mafia_bot.store.embedded import EmbeddedServer

SHARED = Path(__file__).resolve().parents[2] / "shared"

# A test's database need not survive a power cut, only the test.
_IN_A_HURRY = """
fsync = off
synchronous_commit = off
full_page_writes = off
autovacuum = off
max_wal_size = '1GB'
"""

_numbers = count(1)


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """The clubs' rulebooks and real games; tests of them skip where a checkout has them not beside it."""
    if not SHARED.is_dir():
        pytest.skip("../shared is absent")
    return SHARED


@pytest.fixture(scope="session")
def database_server() -> Iterator[EmbeddedServer]:
    """A PostgreSQL of this process alone, with the migrated database `template`."""
    # Not pytest's own temporary directory: another run would close it to the user the server runs as.
    directory = Path(tempfile.mkdtemp(prefix="mafia-bot-tests-", dir=_fastest_place()))
    server = EmbeddedServer.start_now(directory / "pg", _IN_A_HURRY)
    try:
        asyncio.run(_make_template(server))
        yield server
    finally:
        server.stop_now()
        shutil.rmtree(directory, ignore_errors=True)


def _fastest_place() -> str | None:
    """Memory, if there is room: a copy of a database is ten times quicker there. Else the usual place."""
    memory = Path("/dev/shm")
    if os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 2 * 2**30:
        return str(memory)
    return None


async def _make_template(server: EmbeddedServer) -> None:
    await _execute(server, "CREATE DATABASE template")
    await migrate.upgrade(server.url("template"))


async def _execute(server: EmbeddedServer, statement: str) -> None:
    connection = await asyncpg.connect(server.url())
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


async def _copy_of(server: EmbeddedServer, template: str) -> AsyncIterator[str]:
    name = f"test_{next(_numbers)}"
    await _execute(server, f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    yield server.url(name)
    await _execute(server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
async def database_url(database_server: EmbeddedServer) -> AsyncIterator[str]:
    """A database of this test alone, with the current schema and no rows."""
    async for url in _copy_of(database_server, "template"):
        yield url


@pytest.fixture
async def empty_database_url(database_server: EmbeddedServer) -> AsyncIterator[str]:
    """A database of this test alone, without any table."""
    async for url in _copy_of(database_server, "template0"):
        yield url


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """At the end of every test the rows of every game are what its journal says (those that a test made up
    without a journal, or with one that nobody can read, are left out).
    """
    opened = await Store.open(database_url, connections=2)
    yield opened
    wrong = [each async for game in rebuild(opened, mend=False) for each in game.differences]
    await opened.close()
    assert wrong == []
