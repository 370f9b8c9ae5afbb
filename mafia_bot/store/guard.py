"""One process for one bot: a lock in the database that its holder keeps for as long as it runs.

Knows a connection of its own; what is guarded is for the caller to name.
"""

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from mafia_bot.store.database import UNREACHABLE, address
from mafia_bot.store.errors import AlreadyRunning

LOOK_SECONDS = 5.0
"""How often the holder looks whether its connection, and with it the lock, still stands."""

_log = logging.getLogger(__name__)


@asynccontextmanager
async def guarded(
    url: str,
    name: str,
    lost: Callable[[], None],
    *,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> AsyncIterator[None]:
    """Hold the lock of `name` in the database at `url`. Raises AlreadyRunning if another process has it.

    The database lets a lock go with its connection: after an outage it is taken again; `lost` is called if
    somebody else was quicker.
    """
    engine = create_async_engine(address(url), poolclass=NullPool, isolation_level="AUTOCOMMIT")
    connection = await _take(engine, name)
    if connection is None:
        await engine.dispose()
        raise AlreadyRunning
    holder = _Holder(engine, name, connection, lost, sleep)
    watch = asyncio.create_task(holder.watch())
    try:
        yield
    finally:
        watch.cancel()
        with suppress(asyncio.CancelledError):
            await watch
        await holder.release()
        await engine.dispose()


async def _take(engine: AsyncEngine, name: str) -> AsyncConnection | None:
    connection = await engine.connect()
    taken = await connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": _key(name)})
    if taken:
        return connection
    await connection.close()
    return None


def _key(name: str) -> int:
    """A lock's number, the same in every process: 63 bits, so that it fits PostgreSQL's bigint."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8]) >> 1


class _Holder:
    def __init__(
        self,
        engine: AsyncEngine,
        name: str,
        connection: AsyncConnection,
        lost: Callable[[], None],
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self._engine, self._name, self._lost, self._sleep = engine, name, lost, sleep
        self._connection: AsyncConnection | None = connection

    async def watch(self) -> None:
        """Look from time to time; ends only when the lock is somebody else's."""
        while True:
            await self._sleep(LOOK_SECONDS)
            try:
                if not await self._stands():
                    _log.critical("another process runs this bot on this database by now; this one stops")
                    self._lost()
                    return
            except UNREACHABLE as error:
                _log.warning("the database does not answer; the lock is taken again when it does: %s", error)
                await self.release()

    async def _stands(self) -> bool:
        if self._connection is None:
            self._connection = await _take(self._engine, self._name)
            return self._connection is not None
        await self._connection.execute(text("SELECT 1"))
        return True

    async def release(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(DBAPIError, OSError):
                await connection.close()
