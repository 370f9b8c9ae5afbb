"""Suspensions: by games of the guild, by time, or until lifted."""

import pytest

from mafia_bot.store import Store
from mafia_bot.store.games import GameStatus

GUILD, USER = 10, 100
NOW = 1_700_000_000.0


async def finished(store: Store, guild_id: int = GUILD, status: GameStatus = GameStatus.FINISHED) -> int:
    game_id = await store.games.open(guild_id, None, "carcrash", {}, "ru", NOW)
    await store.results.close(game_id, status, NOW)
    return game_id


async def may_play(store: Store, at: float = NOW) -> bool:
    return not await store.suspensions.active(GUILD, USER, at)


@pytest.mark.rule("CC-16")
async def test_a_monster_misses_the_next_two_games_of_the_guild(store: Store) -> None:
    earned_in = await store.games.open(GUILD, None, "carcrash", {}, "ru", NOW)
    await store.suspensions.add(GUILD, USER, "monster", NOW, games=2, game_id=earned_in)
    # The game it was earned in is not one of the two.
    await store.results.close(earned_in, GameStatus.FINISHED, NOW)
    (standing,) = await store.suspensions.active(GUILD, USER, NOW)
    assert standing.games_left == 2
    await finished(store)
    assert not await may_play(store)
    await finished(store)
    assert await may_play(store)


async def test_games_of_another_guild_and_annulled_games_are_not_served(store: Store) -> None:
    await store.suspensions.add(GUILD, USER, "hints", NOW, games=1)
    await finished(store, guild_id=GUILD + 1)
    await finished(store, status=GameStatus.ANNULLED)
    await finished(store, status=GameStatus.ABANDONED)
    assert not await may_play(store)


async def test_a_ban_for_the_day_ends_with_the_day(store: Store) -> None:
    await store.suspensions.add(GUILD, USER, "left the table", NOW, until=NOW + 60)
    await finished(store)
    assert not await may_play(store, NOW + 59)
    assert await may_play(store, NOW + 60)


async def test_a_suspension_without_an_end_stands_until_it_is_lifted(store: Store) -> None:
    number = await store.suspensions.add(GUILD, USER, "conflict", NOW)
    assert not await may_play(store, NOW + 10**8)
    assert await store.suspensions.lift(number)
    assert not await store.suspensions.lift(number)
    assert await may_play(store)


@pytest.mark.rule("MW-15")
async def test_a_removal_from_the_hall_is_remembered_as_one(store: Store) -> None:
    await store.suspensions.add(GUILD, USER, "peeking", NOW, until=NOW + 60, hall=True)
    (standing,) = await store.suspensions.active(GUILD, USER, NOW)
    assert standing.hall


async def test_games_finished_before_serve_nothing(store: Store) -> None:
    await finished(store)
    await store.suspensions.add(GUILD, USER, "monster", NOW + 1, games=1)
    assert not await may_play(store)


async def test_the_guild_sees_all_that_is_in_force(store: Store) -> None:
    await store.suspensions.add(GUILD, USER, "monster", NOW, games=2)
    await store.suspensions.add(GUILD, USER + 1, "peeking", NOW, until=NOW - 1)
    await store.suspensions.add(GUILD + 1, USER, "hints", NOW, games=2)
    assert [each.offence for each in await store.suspensions.in_guild(GUILD, NOW)] == ["monster"]
