"""Brings the schema up to this version of the bot: forward only, one process at a time, all or nothing.

Knows where migrations lie; refuses a schema newer than it knows.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from mafia_bot.store.database import UNREACHABLE, address, plain
from mafia_bot.store.errors import DatabaseUnreachable, SchemaTooNew

# Beside the package both in a checkout and where it is installed.
DIRECTORY = Path(__file__).resolve().parents[2] / "migrations"

# Any number will do, as long as every version of the bot takes the same one.
_LOCK = 0x6D61666961


def head() -> str:
    """The newest schema this version of the bot knows."""
    revision = _scripts().get_current_head()
    assert revision is not None
    return revision


async def upgrade(url: str) -> str:
    """Upgrade the database at `url` and return its revision. Raises SchemaTooNew, DatabaseUnreachable.

    Safe to call from several processes at once, and inside a running event loop.
    """
    engine = create_async_engine(address(url), poolclass=NullPool)
    try:
        connection = await engine.connect()
    except UNREACHABLE as reason:
        raise DatabaseUnreachable(plain(reason)) from reason
    try:
        async with connection.begin():
            # Held until the transaction ends, however it ends.
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
            return await connection.run_sync(_upgrade)
    finally:
        await connection.close()


def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(DIRECTORY))


def _upgrade(connection: Connection) -> str:
    scripts = _scripts()
    newest = scripts.get_current_head()
    assert newest is not None
    found = MigrationContext.configure(connection).get_current_revision()
    if found == newest:
        return newest
    if found is not None and found not in {script.revision for script in scripts.walk_revisions()}:
        raise SchemaTooNew(found, newest)
    config = AlembicConfig(attributes={"connection": connection})
    config.set_main_option("script_location", str(DIRECTORY))
    command.upgrade(config, "head")
    return newest
