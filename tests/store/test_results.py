"""Results: a game ends once, with all its seats or none."""

import asyncio

import pytest
from sqlalchemy.exc import IntegrityError

from mafia_bot.store import HallBusy, Store, UnknownGame
from mafia_bot.store.games import GameStatus
from mafia_bot.store.results import SeatResult

GUILD = 10
NOW = 1_700_000_000.0
SEATS = [
    SeatResult(1, 101, "sheriff", "town", True, points=1.5, extra={"checks": [3]}),
    SeatResult(2, 102, "don", "mafia", False, exit_cause="vote", exit_round=2, warnings=3),
]


@pytest.fixture
async def game(store: Store) -> int:
    return await played(store)


async def played(store: Store) -> int:
    game_id = await store.games.open(GUILD, None, "classic", {}, "ru", NOW)
    await store.games.start(game_id, NOW)
    return game_id


async def finish(store: Store, game_id: int, at: float = NOW + 60) -> bool:
    return await store.results.close(
        game_id, GameStatus.FINISHED, at, winners=["town"], reason="no black left", seats=SEATS
    )


async def test_a_finished_game_is_in_the_table_with_all_its_seats(store: Store, game: int) -> None:
    assert await finish(store, game)
    table = await store.results.table(GUILD)
    assert [row.result for row in table] == SEATS
    assert {(row.game_id, row.ruleset_id, row.ended_at) for row in table} == {(game, "classic", NOW + 60)}
    frame = await store.games.get(game)
    assert frame is not None
    assert (frame.status, frame.winners, frame.ended_at) == (GameStatus.FINISHED, ["town"], NOW + 60)


async def test_closing_twice_changes_nothing(store: Store, game: int) -> None:
    assert await finish(store, game)
    before = await store.results.table(GUILD)
    assert not await finish(store, game, at=NOW + 999)
    assert await store.results.table(GUILD) == before


async def test_closing_at_the_same_instant_counts_once(store: Store, game: int) -> None:
    await store.suspensions.add(GUILD, 7, "monster", NOW, games=2)
    assert sorted(await asyncio.gather(finish(store, game), finish(store, game))) == [False, True]
    (suspension,) = await store.suspensions.active(GUILD, 7, NOW)
    assert suspension.games_left == 1


async def test_a_seat_that_cannot_be_written_leaves_the_game_open(store: Store, game: int) -> None:
    with pytest.raises(IntegrityError):
        await store.results.close(game, GameStatus.FINISHED, NOW, seats=[SEATS[0], SEATS[0]])
    assert [each.id for each in await store.games.open_games(GUILD)] == [game]
    assert await store.results.of_game(game) == []


async def test_annulled_and_abandoned_games_do_not_count(store: Store, game: int) -> None:
    second = await played(store)
    await finish(store, game)
    await store.results.close(game, GameStatus.ANNULLED, NOW + 61, seats=SEATS)
    await store.results.close(second, GameStatus.ABANDONED, NOW + 61, seats=SEATS)
    assert await store.results.table(GUILD) == []
    assert await store.results.of_game(game) == SEATS


async def test_a_season_is_a_half_open_stretch_of_time(store: Store) -> None:
    games = [await played(store) for _ in range(3)]
    for number, game_id in enumerate(games):
        await finish(store, game_id, at=NOW + number)
    season = await store.results.table(GUILD, since=NOW, until=NOW + 2)
    assert {row.game_id for row in season} == set(games[:2])
    assert [row.game_id for row in await store.results.player(GUILD, 102, since=NOW + 1)] == games[1:]


async def test_corrected_results_replace_the_old_ones(store: Store, game: int) -> None:
    await finish(store, game)
    corrected = [SeatResult(1, 105, "sheriff", "town", True)]
    await store.results.close(game, GameStatus.FINISHED, NOW, winners=["town"], seats=corrected)
    assert await store.results.of_game(game) == corrected


@pytest.mark.rule("GE-09")
async def test_an_end_that_is_undone_leaves_the_game_running_and_unserved(store: Store, game: int) -> None:
    await store.suspensions.add(GUILD, 7, "monster", NOW, games=1)
    assert not await store.results.reopen(game)
    await finish(store, game)
    assert not await store.suspensions.active(GUILD, 7, NOW)
    assert await store.results.reopen(game)
    frame = await store.games.get(game)
    assert frame is not None
    assert (frame.status, frame.ended_at, frame.winners) == (GameStatus.RUNNING, None, None)
    assert await store.results.of_game(game) == []
    assert await store.suspensions.active(GUILD, 7, NOW)
    assert await finish(store, game, at=NOW + 90)
    assert not await store.suspensions.active(GUILD, 7, NOW)


async def test_an_end_cannot_be_undone_once_the_hall_plays_the_next_game(store: Store) -> None:
    hall = await store.halls.add(GUILD, category_id=1, chat_id=2, voice_id=3, at=NOW)
    over = await store.games.open(GUILD, hall.id, "city", {}, "ru", NOW)
    await store.results.close(over, GameStatus.FINISHED, NOW, seats=SEATS)
    await store.games.open(GUILD, hall.id, "city", {}, "ru", NOW)
    with pytest.raises(HallBusy):
        await store.results.reopen(over)
    assert await store.results.of_game(over) == SEATS


async def test_only_a_known_game_can_be_closed_and_only_for_good(store: Store, game: int) -> None:
    with pytest.raises(UnknownGame):
        await finish(store, 404)
    with pytest.raises(ValueError, match="running"):
        await store.results.close(game, GameStatus.RUNNING, NOW)
