"""Results: the seats of the games that count, by server, season and player."""

import pytest

from mafia_bot.store import Store
from mafia_bot.store.games import GameStatus
from mafia_bot.store.results import SeatResult
from tests.rows import game_ended, game_row, game_started

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
    game_id = await game_row(store, GUILD, ruleset_id="classic")
    await game_started(store, game_id, NOW)
    return game_id


async def test_a_finished_game_is_in_the_table_with_all_its_seats(store: Store, game: int) -> None:
    await game_ended(store, game, NOW + 60, seats=SEATS)
    table = await store.results.table(GUILD)
    assert [row.result for row in table] == SEATS
    assert {(row.game_id, row.ruleset_id, row.ended_at) for row in table} == {(game, "classic", NOW + 60)}
    frame = await store.games.get(game)
    assert frame is not None
    assert (frame.status, frame.winners, frame.ended_at) == (GameStatus.FINISHED, ["town"], NOW + 60)


async def test_annulled_and_abandoned_games_do_not_count(store: Store, game: int) -> None:
    second = await played(store)
    await game_ended(store, game, NOW + 61, GameStatus.ANNULLED, seats=SEATS)
    await game_ended(store, second, NOW + 61, GameStatus.ABANDONED, seats=SEATS)
    assert await store.results.table(GUILD) == []
    assert await store.results.of_game(game) == SEATS


async def test_a_season_is_a_half_open_stretch_of_time(store: Store) -> None:
    games = [await played(store) for _ in range(3)]
    for number, game_id in enumerate(games):
        await game_ended(store, game_id, NOW + number, seats=SEATS)
    season = await store.results.table(GUILD, since=NOW, until=NOW + 2)
    assert {row.game_id for row in season} == set(games[:2])
    assert await store.results.games(GUILD, NOW, NOW + 2) == 2
    assert [row.game_id for row in await store.results.player(GUILD, 102, since=NOW + 1)] == games[1:]


async def test_corrected_results_replace_the_old_ones(store: Store, game: int) -> None:
    await game_ended(store, game, NOW, seats=SEATS)
    corrected = [SeatResult(1, 105, "sheriff", "town", True)]
    await game_ended(store, game, NOW, seats=corrected)
    assert await store.results.of_game(game) == corrected
