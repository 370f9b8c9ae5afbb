"""One process for one bot: the second is refused, an outage loses no right, a successor is respected."""

import asyncio

import asyncpg
import pytest

from mafia_bot.store import AlreadyRunning
from mafia_bot.store.guard import guarded


async def soon(_seconds: float) -> None:
    """Looks follow one another quickly here."""
    await asyncio.sleep(0.02)


async def cut(url: str) -> None:
    """The server closes every connection that holds a lock."""
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks "
            "WHERE locktype = 'advisory' AND pid <> pg_backend_pid()"
        )
    finally:
        await connection.close()


def nobody_else() -> None:
    raise AssertionError("nobody else took it")


async def test_the_second_process_is_refused_until_the_first_has_gone(database_url: str) -> None:
    async with guarded(database_url, "bot", nobody_else):
        with pytest.raises(AlreadyRunning, match="Stop the other one first"):
            async with guarded(database_url, "bot", nobody_else):
                pass
        async with guarded(database_url, "another bot", nobody_else):
            pass
    async with guarded(database_url, "bot", nobody_else):
        pass


async def test_a_lost_connection_takes_the_lock_again(database_url: str) -> None:
    async with guarded(database_url, "bot", nobody_else, sleep=soon):
        await cut(database_url)
        await asyncio.sleep(0.4)
        with pytest.raises(AlreadyRunning):
            async with guarded(database_url, "bot", nobody_else):
                pass


async def test_whoever_was_quicker_after_an_outage_keeps_it(database_url: str) -> None:
    told = asyncio.Event()
    gate = asyncio.Event()

    async def when_told(_seconds: float) -> None:
        await gate.wait()
        await asyncio.sleep(0.02)

    async with guarded(database_url, "bot", told.set, sleep=when_told):
        await cut(database_url)
        async with guarded(database_url, "bot", nobody_else):
            gate.set()
            await asyncio.wait_for(told.wait(), 5)
