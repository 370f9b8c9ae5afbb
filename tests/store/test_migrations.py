"""Migrations: fresh to newest, newer refused, and the tables in the code are the tables in the database."""

import asyncio

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from mafia_bot.store import SchemaTooNew, migrate
from mafia_bot.store.database import Database
from mafia_bot.store.errors import DatabaseUnreachable
from mafia_bot.store.tables import Rows


async def test_an_empty_database_rises_to_the_newest_schema(empty_database_url: str) -> None:
    assert await migrate.upgrade(empty_database_url) == migrate.head()
    assert await migrate.upgrade(empty_database_url) == migrate.head()


async def test_several_processes_may_upgrade_at_once(empty_database_url: str) -> None:
    heads = await asyncio.gather(*(migrate.upgrade(empty_database_url) for _ in range(4)))
    assert set(heads) == {migrate.head()}


async def test_a_newer_schema_is_refused_and_left_alone(database_url: str) -> None:
    connection = await asyncpg.connect(database_url)
    await connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(SchemaTooNew, match=r"9999.*newer version of the bot") as refused:
        await migrate.upgrade(database_url)
    assert refused.value.known == migrate.head()
    assert await connection.fetchval("SELECT version_num FROM alembic_version") == "9999"
    await connection.close()


async def test_a_server_that_does_not_answer_is_named_as_such() -> None:
    with pytest.raises(DatabaseUnreachable, match=r"database\.url"):
        await migrate.upgrade("postgresql://nobody@127.0.0.1:1/nothing")


async def test_the_tables_in_code_are_the_tables_in_the_database(database_url: str) -> None:
    def difference(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, Rows.metadata))

    database = await Database.open(database_url, connections=1)
    async with database.transaction() as connection:
        assert await connection.run_sync(difference) == []
    await database.close()
