"""A real PostgreSQL for one demo, in a directory that is gone afterwards."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from mafia_bot.store import Store, migrate
from mafia_bot.store.embedded import EmbeddedServer

# Nobody will miss it after a power cut.
IN_A_HURRY = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n"


@asynccontextmanager
async def throwaway_store() -> AsyncIterator[Store]:
    """An empty store with the current schema. Raises StoreError."""
    directory = Path(tempfile.mkdtemp(prefix="mafia-bot-demo-"))
    try:
        server = await asyncio.to_thread(EmbeddedServer.start_now, directory / "pg", IN_A_HURRY)
        try:
            await migrate.upgrade(server.url())
            store = await Store.open(server.url())
            try:
                yield store
            finally:
                await store.close()
        finally:
            await server.stop()
    finally:
        shutil.rmtree(directory, ignore_errors=True)
