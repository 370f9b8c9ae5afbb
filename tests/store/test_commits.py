"""A step of a game is one transaction: its records and every row that follows from them, or nothing."""

import asyncio

import asyncpg
import pytest
from sqlalchemy.exc import DBAPIError

from mafia_bot.store import GameStatus, HallBusy, JournalConflict, Record, SeatResult, Store, UnknownGame
from mafia_bot.store.derived import BanRow, Change, FrameRow, NameRow, SeatRows
from mafia_bot.store.halls import Hall
from tests.rows import frame_of

GUILD, USER = 10, 101
NOW = 1_700_000_000.0
LOBBY = FrameRow("city", {"id": "city"}, GameStatus.LOBBY)
RUNNING = FrameRow("city", {"id": "city"}, GameStatus.RUNNING, started_at=NOW, serving=[7])
OVER = FrameRow(
    "city",
    {"id": "city"},
    GameStatus.FINISHED,
    started_at=NOW,
    ended_at=NOW + 9,
    winners=["town"],
    reason="town",
)
SEATS = SeatRows((SeatResult(1, USER, "sheriff", "town", True, points=1.0),))
BAN = BanRow(1, USER, "noise", 2, None, False, False, NOW, False)


@pytest.fixture
async def hall(store: Store) -> Hall:
    return await store.halls.add(GUILD, category_id=1, chat_id=2, voice_id=3, at=NOW)


@pytest.fixture
async def game(store: Store, hall: Hall) -> int:
    return await begin(store, hall)


def record(seq: int) -> Record:
    return Record(seq, NOW + seq, "Happened", 1, {"seq": seq})


async def begin(store: Store, hall: Hall) -> int:
    return await store.commits.open(GUILD, hall.id, "ru", LOBBY, [record(1)])


async def everything(store: Store, game_id: int) -> tuple[object, ...]:
    return (
        await store.games.get(game_id),
        await store.journal.load(game_id),
        await store.results.of_game(game_id),
        await store.suspensions.in_guild(GUILD, NOW),
        await store.members.names(GUILD, [USER, USER + 1]),
    )


async def test_a_game_opens_with_its_beginning_and_who_was_seen(store: Store, hall: Hall) -> None:
    game_id = await store.commits.open(
        GUILD, hall.id, "ru", LOBBY, [record(1), record(2)], [NameRow(USER, "Аня", NOW)]
    )
    frame = await store.games.get(game_id)
    assert frame is not None
    assert (frame.guild_id, frame.hall_id, frame.language, frame.created_at) == (
        GUILD,
        hall.id,
        "ru",
        NOW + 1,
    )
    assert await frame_of(store, game_id) == LOBBY
    assert await store.journal.load(game_id) == [record(1), record(2)]
    assert await store.members.names(GUILD, [USER]) == {USER: "Аня"}


async def test_a_game_does_not_open_without_a_beginning(store: Store, hall: Hall) -> None:
    with pytest.raises(ValueError, match="begins with a record"):
        await store.commits.open(GUILD, hall.id, "ru", LOBBY, [])
    with pytest.raises(ValueError, match="without holes"):
        await store.commits.open(GUILD, hall.id, "ru", LOBBY, [record(2)])
    assert await store.games.open_games() == []


async def test_of_two_hosts_who_open_a_game_at_once_one_is_refused(store: Store, hall: Hall) -> None:
    tries = await asyncio.gather(*(begin(store, hall) for _ in range(2)), return_exceptions=True)
    assert sorted(type(each).__name__ for each in tries) == ["HallBusy", "int"]
    (frame,) = await store.games.open_games()
    assert await store.journal.load(frame.id) == [record(1)]


async def test_all_rows_stand_with_the_records(store: Store, game: int) -> None:
    await store.commits.write(game, 2, [record(2), record(3)], [RUNNING, BAN, NameRow(USER, "Аня", NOW)])
    assert await frame_of(store, game) == RUNNING
    (ban,) = await store.suspensions.active(GUILD, USER, NOW)
    assert (ban.number, ban.game_id, ban.games_left, ban.created_at) == (1, game, 2, NOW)
    await store.commits.write(game, 4, [record(4)], [OVER, SEATS])
    assert await frame_of(store, game) == OVER
    assert await store.results.of_game(game) == list(SEATS.seats)
    assert [each.seq for each in await store.journal.load(game)] == [1, 2, 3, 4]
    lifted = BanRow(1, USER, "noise", 2, None, False, False, NOW, True)
    await store.commits.write(game, 5, [record(5)], [RUNNING, SeatRows(), lifted])
    assert await frame_of(store, game) == RUNNING
    assert await store.results.of_game(game) == []
    assert await store.suspensions.active(GUILD, USER, NOW) == []


@pytest.mark.parametrize(
    "changes",
    [
        (OVER, SEATS, SeatRows((SEATS.seats[0], SEATS.seats[0]))),
        (BAN, BanRow(2, USER, None, 2, None, False, False, NOW, False)),  # type: ignore[arg-type]
        (OVER, NameRow(USER, "a\x00b", NOW)),
    ],
    ids=["a seat twice", "a ban for nothing", "a name that cannot be stored"],
)
async def test_a_row_that_cannot_be_written_takes_the_whole_step_back(
    store: Store, game: int, changes: tuple[Change, ...]
) -> None:
    before = await everything(store, game)
    with pytest.raises(DBAPIError):
        await store.commits.write(game, 2, [record(2)], changes)
    assert await everything(store, game) == before
    await store.commits.write(game, 2, [record(2)], [RUNNING])


async def test_a_taken_place_takes_the_rows_back_too(store: Store, game: int) -> None:
    await store.commits.write(game, 2, [record(2)])
    before = await everything(store, game)
    with pytest.raises(JournalConflict):
        await store.commits.write(game, 2, [record(2), record(3)], [OVER, SEATS, BAN])
    assert await everything(store, game) == before


async def test_two_who_end_a_game_at_once_end_it_once(store: Store, game: int) -> None:
    tries = await asyncio.gather(
        *(store.commits.write(game, 2, [record(2)], [OVER, SEATS]) for _ in range(2)), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in tries) == ["JournalConflict", "NoneType"]
    assert await store.results.of_game(game) == list(SEATS.seats)


@pytest.mark.rule("GE-09")
async def test_an_end_is_not_taken_back_once_the_hall_plays_the_next_game(
    store: Store, hall: Hall, game: int
) -> None:
    await store.commits.write(game, 2, [record(2)], [OVER, SEATS])
    await begin(store, hall)
    before = await everything(store, game)
    with pytest.raises(HallBusy):
        await store.commits.write(game, 3, [record(3)], [RUNNING, SeatRows()])
    assert await everything(store, game) == before


async def test_a_connection_that_breaks_in_the_middle_leaves_nothing(
    store: Store, game: int, database_url: str
) -> None:
    connection = await asyncpg.connect(database_url)
    await connection.execute(
        "CREATE FUNCTION hang_up() RETURNS trigger LANGUAGE plpgsql AS "
        "'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END'"
    )
    await connection.execute("CREATE TRIGGER hang_up BEFORE INSERT ON results EXECUTE FUNCTION hang_up()")
    before = await everything(store, game)
    with pytest.raises(DBAPIError):
        await store.commits.write(game, 2, [record(2)], [OVER, SEATS])
    assert await everything(store, game) == before
    await connection.execute("DROP TRIGGER hang_up ON results")
    await connection.close()
    await store.commits.write(game, 2, [record(2)], [OVER, SEATS])
    assert await frame_of(store, game) == OVER


async def test_a_game_that_does_not_exist_cannot_be_written(store: Store) -> None:
    with pytest.raises(UnknownGame):
        await store.commits.write(404, 1, [record(1)], [OVER])


async def test_the_last_name_seen_is_kept(store: Store, game: int) -> None:
    seen = [(USER, "Аня", 0), (USER + 1, "Боря", 0), (USER, "Анна", 1), (USER, "поздно", -1)]
    for user, name, later in seen:
        await store.commits.write(game, 1, [], [NameRow(user, name, NOW + later)])
    assert await store.members.names(GUILD, [USER, USER + 1, 3]) == {USER: "Анна", USER + 1: "Боря"}


async def test_two_tables_that_see_the_same_people_do_not_wait_for_each_other(
    store: Store, game: int, hall: Hall
) -> None:
    garden = await store.halls.add(GUILD, category_id=5, chat_id=6, voice_id=7, at=NOW)
    other = await begin(store, garden)
    people = [NameRow(n, f"name {n}", NOW) for n in range(1, 200)]
    await asyncio.wait_for(
        asyncio.gather(
            store.commits.write(game, 2, [record(2)], people),
            store.commits.write(other, 2, [record(2)], people[::-1]),
        ),
        timeout=20,
    )
    assert len(await store.members.names(GUILD, range(1, 200))) == 199
