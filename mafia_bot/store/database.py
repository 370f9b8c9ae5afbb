"""One pool of connections and the three ways to use it: read rows, run one statement, run a transaction.

Knows SQLAlchemy's async engine; knows no table.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import URL, Executable, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from mafia_bot.store.errors import DatabaseUnreachable

Parameters = Mapping[str, Any]
Row = dict[str, Any]

DUPLICATE_KEY = "23505"

UNREACHABLE = (OSError, DBAPIError, TypeError)


class Database:
    """A statement outside `transaction()` commits by itself, in one round trip, without BEGIN and COMMIT."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._single = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._snapshots = engine.execution_options(isolation_level="REPEATABLE READ")

    @classmethod
    async def open(cls, url: str, connections: int) -> "Database":
        """Opens all `connections` now: no move of a game waits for one. Raises DatabaseUnreachable."""
        engine = create_async_engine(
            address(url),
            pool_size=connections,
            max_overflow=connections,
            json_serializer=lambda value: msgspec.json.encode(value).decode(),
            json_deserializer=msgspec.json.decode,
            # A prepared plan is worth nothing if the planner compiles machine code for each small query.
            connect_args={"server_settings": {"jit": "off", "application_name": "mafia-bot"}},
        )
        database = cls(engine)
        try:
            async with AsyncExitStack() as held:
                for _ in range(connections):
                    await held.enter_async_context(engine.connect())
        except UNREACHABLE as reason:
            await engine.dispose()
            raise DatabaseUnreachable(plain(reason)) from reason
        return database

    async def close(self) -> None:
        await self.engine.dispose()

    async def rows(self, statement: Executable, values: Parameters | None = None) -> list[Row]:
        async with self._single.connect() as connection:
            return [row._asdict() for row in await connection.execute(statement, values)]

    async def row(self, statement: Executable, values: Parameters | None = None) -> Row | None:
        async with self._single.connect() as connection:
            row = (await connection.execute(statement, values)).first()
        return None if row is None else row._asdict()

    async def run(self, statement: Executable, values: Parameters | None = None) -> int:
        """Returns how many rows were touched."""
        async with self._single.connect() as connection:
            return (await connection.execute(statement, values)).rowcount

    @asynccontextmanager
    async def transaction(self, *, snapshot: bool = False) -> AsyncIterator[AsyncConnection]:
        """All statements in it or none; as a `snapshot` they all see the database of one instant."""
        engine = self._snapshots if snapshot else self.engine
        async with engine.begin() as connection:
            yield connection


def address(url: str) -> URL:
    """`url` for our driver, which says `ssl` where others say `sslmode`. Raises DatabaseUnreachable."""
    try:
        parsed = make_url(url).set(drivername="postgresql+asyncpg")
    except (ArgumentError, ValueError) as reason:
        raise DatabaseUnreachable("the address cannot be read") from reason
    mode = parsed.query.get("sslmode")
    if mode is None:
        return parsed
    return parsed.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})


def plain(reason: BaseException) -> str:
    """What the server or the system said, without the wrapping of the layers between."""
    said = getattr(reason, "orig", None) or reason
    return str(said).splitlines()[0] if str(said) else type(said).__name__


def sqlstate(error: DBAPIError) -> str | None:
    return getattr(error.orig, "sqlstate", None)


def constraint(error: DBAPIError) -> str | None:
    """The constraint or unique index that refused a row, by name."""
    return getattr(getattr(error.orig, "__cause__", None), "constraint_name", None)
