"""Rows worked out again from their journals: whatever was lost or bent is found, named and mended."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import asyncpg
import pytest
from typer.testing import CliRunner, Result

from mafia_bot.cli import app
from mafia_bot.club.consequences import consequences, rows_of
from mafia_bot.club.points import USUAL
from mafia_bot.club.rebuild import Difference, Examined, rebuild
from mafia_bot.engine.kept import Named
from mafia_bot.store import GameStatus, Record, Store, UnknownGame
from mafia_bot.store.derived import NameRow
from tests.engine.recording import JOURNALS, read, stored
from tests.rows import ban_row, frame_of, game_row

GUILD, GAME = 10, 1
NAMES = sorted(path.stem for path in JOURNALS.glob("*.json"))
Sql = Callable[..., Awaitable[object]]


@pytest.fixture
async def sql(database_url: str) -> AsyncIterator[Sql]:
    """A hand that bends the database."""
    connection = await asyncpg.connect(database_url)
    yield connection.execute
    await connection.close()


async def played(store: Store, name: str) -> int:
    """A kept journal, stored by this version with all that follows from it; its number."""
    rows = stored(name)["rows"]
    _, game = read(rows)
    records = [Record(**row) for row in rows]
    whole = rows_of(game, USUAL)
    number = await store.commits.open(GUILD, None, "ru", whole.frame, records[:1])
    await store.commits.write(number, 2, records[1:], consequences(None, game, USUAL))
    return number


async def compared(store: Store, *, mend: bool = False) -> list[Examined]:
    return [each async for each in rebuild(store, mend=mend)]


async def differences(store: Store, *, mend: bool = False) -> list[Difference]:
    return [difference for each in await compared(store, mend=mend) for difference in each.differences]


@pytest.mark.parametrize("name", NAMES)
async def test_what_this_version_keeps_of_a_game_is_what_its_journal_says(store: Store, name: str) -> None:
    await played(store, name)
    assert await differences(store) == []


@pytest.mark.parametrize("name", NAMES)
async def test_a_journal_alone_brings_every_row_back(store: Store, name: str) -> None:
    kept = await played(store, name)
    records = await store.journal.load(kept)
    bare = await game_row(store, GUILD + 1, at=records[0].at)
    await store.journal.append(bare, 1, records)
    assert {each.game_id for each in await differences(store)} == {bare}
    assert await differences(store, mend=True) != []
    assert await differences(store) == []
    assert await frame_of(store, bare) == await frame_of(store, kept)
    assert await store.results.of_game(bare) == await store.results.of_game(kept)
    now = records[-1].at
    bans = [await store.suspensions.in_guild(guild, now) for guild in (GUILD, GUILD + 1)]
    assert [b.user_id for b in bans[0]] == [b.user_id for b in bans[1]]


BENT = [
    ("UPDATE games SET status = 'running'", "games", "status"),
    ("UPDATE games SET winners = '[\"maniac\"]'", "games", "winners"),
    ("UPDATE games SET reason = NULL", "games", "reason"),
    ("UPDATE games SET ended_at = ended_at + interval '1 second'", "games", "ended_at"),
    ("UPDATE games SET started_at = NULL", "games", "started_at"),
    ("UPDATE games SET serving = NULL", "games", "serving"),
    ("UPDATE games SET ruleset_id = 'chess'", "games", "ruleset_id"),
    ("UPDATE games SET ruleset = ruleset - 'night'", "games", "ruleset"),
    ("UPDATE results SET won = true WHERE seat = 2", "results", "seat 2: won"),
    ("UPDATE results SET points = 9 WHERE seat = 2", "results", "seat 2: points"),
    ("UPDATE results SET user_id = 5 WHERE seat = 2", "results", "seat 2: user_id"),
    ("UPDATE results SET warnings = 2 WHERE seat = 2", "results", "seat 2: warnings"),
    ("DELETE FROM results WHERE seat = 10", "results", "seat 10: *"),
    ("UPDATE results SET seat = 11 WHERE seat = 10", "results", "seat 11: *"),
    ("DELETE FROM suspensions WHERE number = 3", "suspensions", "ban 3: *"),
    ("UPDATE suspensions SET number = 4 WHERE number = 3", "suspensions", "ban 4: *"),
    ("UPDATE suspensions SET games = 1 WHERE number = 2", "suspensions", "ban 2: games"),
    ("UPDATE suspensions SET lifted = false WHERE number = 1", "suspensions", "ban 1: lifted"),
    ("UPDATE suspensions SET presence = false WHERE number = 3", "suspensions", "ban 3: presence"),
    ("UPDATE members SET name = 'Кто-то' WHERE name = 'Боря'", "members", "user 300000000000000002: name"),
    ("DELETE FROM members WHERE name = 'Лена'", "members", "user 300000000000000011: name"),
]


@pytest.mark.parametrize(("bend", "table", "column"), BENT, ids=[f"{t} {c}" for _, t, c in BENT])
async def test_whatever_is_bent_is_named_and_mended(
    store: Store, sql: Sql, bend: str, table: str, column: str
) -> None:
    game = await played(store, "carcrash_bans")
    frame, seats = await frame_of(store, game), await store.results.of_game(game)
    await sql(bend)
    found = await differences(store)
    assert (table, column) in [(each.table, each.column) for each in found]
    assert {each.table for each in found} == {table}
    assert all(each.stored != each.derived for each in found)
    assert await differences(store) == found, "looking changes nothing"
    assert await differences(store, mend=True) == found
    assert await differences(store) == []
    assert (await frame_of(store, game), await store.results.of_game(game)) == (frame, seats)


async def test_only_the_game_that_is_named_is_looked_at(store: Store, sql: Sql) -> None:
    first, second = await played(store, "masks"), await played(store, "city")
    await sql("UPDATE games SET reason = 'bent'")
    found = [each async for each in rebuild(store, second, mend=True)]
    assert [(each.game_id, len(each.differences)) for each in found] == [(second, 1)]
    assert {each.game_id for each in await differences(store, mend=True)} == {first}
    with pytest.raises(UnknownGame):
        _ = [each async for each in rebuild(store, 404, mend=False)]


async def test_a_game_that_cannot_be_read_is_named_and_left_alone(store: Store, sql: Sql) -> None:
    strange, bent = await played(store, "masks"), await played(store, "city")
    await sql("UPDATE journal SET kind = 'MoonLanded' WHERE game_id = $1 AND seq = 5", strange)
    await sql("UPDATE games SET reason = 'bent'")
    empty = await game_row(store, GUILD)
    for _ in range(2):
        found = {each.game_id: each for each in await compared(store, mend=True)}
        assert "MoonLanded" in (found[strange].fault or "")
        assert "begins with LobbyOpened" in (found[empty].fault or "")
        assert found[bent].fault is None
    assert (await frame_of(store, strange)).reason == "bent"
    assert (await frame_of(store, bent)).reason == "maniac"


async def test_a_game_that_was_given_up_is_not_opened_again(store: Store) -> None:
    """A later version may read what an earlier one could not, but the evening is long over."""
    rows = [Record(**row) for row in stored("masks")["rows"][:30]]
    lost = await game_row(store, GUILD)
    await store.journal.append(lost, 1, rows)
    await store.games.abandon(lost, 5.0)
    assert await differences(store, mend=True) == []
    assert (await frame_of(store, lost)).status is GameStatus.ABANDONED


async def test_bans_that_no_journal_tells_of_stay(store: Store) -> None:
    game = await played(store, "carcrash_bans")
    await ban_row(store, GUILD, 77, "noise", 5.0, games=2, game_id=game)
    await ban_row(store, GUILD, 78, "noise", 5.0, games=2)
    assert await differences(store, mend=True) == []
    assert [b.user_id for b in await store.suspensions.in_guild(GUILD, 6.0) if b.number is None] == [77, 78]


async def test_the_name_of_a_later_evening_stands(store: Store) -> None:
    game = await played(store, "carcrash_bans")
    _, last = read(stored("carcrash_bans")["rows"])
    anna = next(named for named in last.kept.names if named.name == "Аня")
    assert isinstance(anna, Named)
    await store.commits.write(game, 1, [], [NameRow(anna.user, "Анна", anna.at + 86400)])
    assert await differences(store, mend=True) == []
    assert await store.members.names(GUILD, [anna.user]) == {anna.user: "Анна"}


async def test_the_points_are_counted_by_the_clubs_profile_of_now(store: Store) -> None:
    await played(store, "masks")
    await store.clubs.set(GUILD, {"points": {"win_town": 3.0}}, 0.0)
    found = await differences(store, mend=True)
    assert {(each.column.split()[-1], each.stored, each.derived) for each in found} == {("points", 1.0, 3.0)}
    assert await differences(store) == []


# ---- the command ----


def call(tmp_path: Path, database_url: str, *arguments: str) -> Result:
    (tmp_path / "my.toml").write_text(f'[database]\nurl = "{database_url}"')
    return CliRunner().invoke(app, ["rebuild", "--config", str(tmp_path / "my.toml"), *arguments])


async def bent_games(store: Store, sql: Sql) -> tuple[int, int]:
    games = await played(store, "masks"), await played(store, "city")
    await sql("UPDATE games SET reason = 'bent'")
    await sql("UPDATE results SET won = NOT won WHERE seat = 1")
    return games


async def test_the_command_prints_every_difference_and_mends_it(
    store: Store, sql: Sql, tmp_path: Path, database_url: str
) -> None:
    first, second = await bent_games(store, sql)
    checked = await asyncio.to_thread(lambda: call(tmp_path, database_url, "--check"))
    lines = [
        f"game {first}, games, reason: stored 'bent', the journal says 'technical-defeat'",
        f"game {first}, results, seat 1: won: stored False, the journal says True",
        f"game {second}, games, reason: stored 'bent', the journal says 'maniac'",
        f"game {second}, results, seat 1: won: stored True, the journal says False",
    ]
    assert checked.stdout.splitlines() == [
        *lines,
        "Games: 2, of them unreadable: 0. Differences: 4, left as they are.",
    ]
    assert checked.exit_code == 1
    one = await asyncio.to_thread(lambda: call(tmp_path, database_url, "--game", str(second)))
    assert one.stdout.splitlines() == [
        *lines[2:],
        "Games: 1, of them unreadable: 0. Differences: 2, mended.",
    ]
    assert one.exit_code == 0
    rest = await asyncio.to_thread(lambda: call(tmp_path, database_url))
    assert rest.stdout.splitlines()[-1].endswith("Differences: 2, mended.")
    again = await asyncio.to_thread(lambda: call(tmp_path, database_url, "--check"))
    assert (again.exit_code, again.stdout) == (
        0,
        "Games: 2, of them unreadable: 0. Differences: 0, nothing to mend.\n",
    )


async def test_the_command_names_what_it_cannot_read(
    store: Store, sql: Sql, tmp_path: Path, database_url: str
) -> None:
    game = await played(store, "masks")
    await sql("UPDATE journal SET kind = 'MoonLanded' WHERE seq = 5")
    result = await asyncio.to_thread(lambda: call(tmp_path, database_url, "--check"))
    said = "its journal cannot be read by this version, so it is left alone"
    assert f"game {game}: {said} (UnknownEvent: unknown event kind 'MoonLanded')" in result.stdout
    assert result.exit_code == 0
    missing = await asyncio.to_thread(lambda: call(tmp_path, database_url, "--game", "404"))
    assert (missing.exit_code, missing.stderr) == (2, "Database: there is no game 404\n")
