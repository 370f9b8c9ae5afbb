"""From configuration to an open store and back: start the built-in server, upgrade, connect; close, stop."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from mafia_bot.store import migrate
from mafia_bot.store.embedded import EmbeddedServer
from mafia_bot.store.store import Store


@asynccontextmanager
async def opened(url: str | None, data_dir: Path) -> AsyncIterator[Store]:
    """A store on one's own server at `url`, or (None) the built-in one in `data_dir`. Raises StoreError."""
    if url is not None:
        async with _connected(url) as store:
            yield store
        return
    server = await EmbeddedServer.start(data_dir)
    keeper = asyncio.create_task(server.keep_running())
    try:
        async with _connected(server.url()) as store:
            yield store
    finally:
        keeper.cancel()
        await server.stop()


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[Store]:
    await migrate.upgrade(url)
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()
