"""Runs migrations on the connection mafia_bot.store.migrate gives, inside its transaction and under its lock.

By hand, for `alembic revision --autogenerate`, the database is named with `-x url=postgresql://...`.
"""

import asyncio

from alembic import context
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from mafia_bot.store.database import address
from mafia_bot.store.tables import Rows


def _migrate(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=Rows.metadata, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


async def _connect() -> None:
    engine = create_async_engine(address(context.get_x_argument(as_dictionary=True)["url"]))
    async with engine.begin() as connection:
        await connection.run_sync(_migrate)
    await engine.dispose()


given: Connection | None = context.config.attributes.get("connection")
if given is None:
    asyncio.run(_connect())
else:
    _migrate(given)
