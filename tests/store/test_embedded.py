"""The built-in server: from nothing to an open store and back, as an operator's first start does it."""

import asyncio
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import make_url

from mafia_bot.store import EmbeddedServerError, Record, Store, migrate, opened
from mafia_bot.store.errors import DatabaseUnreachable
from tests.rows import game_row

NOW = 1_700_000_000.0
CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture
def home() -> Iterator[Path]:
    directory = Path(tempfile.mkdtemp(prefix="mafia-bot-tests-"))
    yield directory
    shutil.rmtree(directory)


async def test_what_was_written_is_there_after_a_restart(home: Path) -> None:
    data_dir = home / "not" / "there-yet"
    async with opened(None, data_dir) as store:
        game = await game_row(store, 1)
        await store.journal.append(game, 1, [Record(1, NOW, "GameOpened", 1, {})])
        assert await store.revision() == migrate.head()
    assert not (data_dir / "postmaster.pid").exists()
    async with opened(None, data_dir) as store:
        assert len(await store.journal.load(game)) == 1


_HOLDER = """
import asyncio, sys
from pathlib import Path
from mafia_bot.store import GameStatus, Record, opened
from mafia_bot.store.derived import FrameRow

async def hold():
    async with opened(None, Path(sys.argv[1])) as store:
        frame = FrameRow("city", {}, GameStatus.LOBBY)
        print(await store.commits.open(1, None, "ru", frame, [Record(1, 0.0, "Began", 1, {})]), flush=True)
        await asyncio.sleep(600)

asyncio.run(hold())
"""


async def test_after_a_kill_the_data_is_there_and_the_server_can_be_stopped(home: Path) -> None:
    holder = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _HOLDER, str(home / "pg"), stdout=asyncio.subprocess.PIPE, cwd=CHECKOUT
    )
    assert holder.stdout is not None
    game = int(await holder.stdout.readline())
    holder.kill()
    await holder.wait()
    assert (home / "pg" / "postmaster.pid").exists()
    async with opened(None, home / "pg") as store:
        assert [each.id for each in await store.games.open_games()] == [game]
    assert not (home / "pg" / "postmaster.pid").exists()


async def test_a_place_that_cannot_hold_data_is_named(home: Path) -> None:
    (home / "file").write_text("in the way")
    with pytest.raises(EmbeddedServerError, match=r"file.*database\.data_dir"):
        async with opened(None, home / "file" / "pg"):
            pass


async def test_a_path_with_a_space_is_refused_before_anything_is_made(home: Path) -> None:
    with pytest.raises(EmbeddedServerError, match="no spaces"):
        async with opened(None, home / "Application Support" / "pg"):
            pass
    assert not (home / "Application Support").exists()


async def test_ones_own_server_is_used_as_it_is(database_url: str, home: Path) -> None:
    for url in (database_url, database_url.replace("postgresql://", "postgresql+asyncpg://")):
        async with opened(url, home / "unused") as store:
            assert await store.revision() == migrate.head()
    assert not (home / "unused").exists()


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://nobody:hunter2@127.0.0.1:1/nothing",
        "postgresql://nobody:hunter2@127.0.0.1:1/nothing?sslmode=require",
        "postgresql://nobody:hunter2@127.0.0.1:1/nothing?no_such_option=1",
        "postgresql://nobody:hunter2@127.0.0.1:port/nothing",
    ],
)
async def test_a_server_out_of_reach_is_one_clear_line_without_the_password(url: str, home: Path) -> None:
    for attempt in (opened(url, home).__aenter__(), Store.open(url)):
        with pytest.raises(DatabaseUnreachable, match=r"^the database cannot be opened: ") as problem:
            await attempt
        assert "\n" not in str(problem.value)
        assert "hunter2" not in str(problem.value)


async def test_a_database_that_does_not_exist_is_named(database_url: str, home: Path) -> None:
    with pytest.raises(DatabaseUnreachable, match='database "missing" does not exist'):
        await Store.open(str(make_url(database_url).set(database="missing")))


async def test_an_address_may_use_the_common_name_of_the_tls_option(database_url: str) -> None:
    store = await Store.open(f"{database_url}&sslmode=prefer", connections=1)
    await store.close()


async def test_a_server_that_dies_is_started_again(home: Path) -> None:
    async with opened(None, home / "pg") as store:
        game = await game_row(store, 1)
        postmaster = int((home / "pg" / "postmaster.pid").read_text().split()[0])
        os.kill(postmaster, signal.SIGKILL)
        for _ in range(100):
            await asyncio.sleep(0.2)
            with suppress(Exception):
                if [each.id for each in await store.games.open_games()] == [game]:
                    break
        else:
            raise AssertionError("twenty seconds later there is still no database")
        assert int((home / "pg" / "postmaster.pid").read_text().split()[0]) != postmaster
