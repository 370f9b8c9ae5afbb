"""Suspensions: by games of the guild, by time, or until lifted."""

import pytest

from mafia_bot.store import Store
from mafia_bot.store.games import GameStatus
from tests.rows import ban_row, game_ended, game_row, game_started

GUILD, USER = 10, 100
NOW = 1_700_000_000.0


async def played(
    store: Store,
    guild_id: int = GUILD,
    status: GameStatus = GameStatus.FINISHED,
    *,
    began: float = NOW,
    there: tuple[int, ...] | None = (),
) -> int:
    """A whole game; `there` are the banned who were present, None: from before that was written down."""
    game_id = await game_row(store, guild_id)
    await game_started(store, game_id, began, there)
    await game_ended(store, game_id, began + 60, status)
    return game_id


async def may_play(store: Store, at: float = NOW) -> bool:
    return not await store.suspensions.active(GUILD, USER, at)


@pytest.mark.rule("CC-18", "CC-19")
async def test_whoever_is_banned_misses_the_next_two_games_of_the_guild(store: Store) -> None:
    earned_in = await game_row(store, GUILD)
    await game_started(store, earned_in, NOW)
    await ban_row(store, GUILD, USER, "noise", NOW, games=2, game_id=earned_in)
    # The game it was earned in is not one of the two.
    await game_ended(store, earned_in, NOW)
    (standing,) = await store.suspensions.active(GUILD, USER, NOW)
    assert standing.games_left == 2
    await played(store)
    assert not await may_play(store)
    await played(store)
    assert await may_play(store)


@pytest.mark.rule("CC-16")
async def test_a_monster_misses_two_games_at_which_he_is_there(store: Store) -> None:
    await ban_row(store, GUILD, USER, "monster", NOW, games=2, presence=True)
    for there, left in (((), 2), ((USER + 1,), 2), ((USER, USER + 1), 1), ((), 1)):
        await played(store, there=there)
        (standing,) = await store.suspensions.active(GUILD, USER, NOW)
        assert standing.games_left == left
    await played(store, there=(USER,))
    assert await may_play(store)


@pytest.mark.rule("CC-16")
async def test_a_game_from_before_presence_was_written_down_counts_for_him(store: Store) -> None:
    await ban_row(store, GUILD, USER, "monster", NOW, games=1, presence=True)
    await played(store, there=None)
    assert await may_play(store)


@pytest.mark.rule("CC-16")
@pytest.mark.parametrize("presence", [False, True])
async def test_a_game_that_began_before_the_ruling_serves_nothing(store: Store, presence: bool) -> None:
    """Another table of the club was in the middle of its game, and finished it later."""
    other = await game_row(store, GUILD)
    await game_started(store, other, NOW - 1, (USER,))
    await ban_row(store, GUILD, USER, "monster", NOW, games=1, presence=presence)
    await game_ended(store, other, NOW + 100)
    assert not await may_play(store, NOW + 100)


async def test_games_of_another_guild_and_annulled_games_are_not_served(store: Store) -> None:
    await ban_row(store, GUILD, USER, "hints", NOW, games=1)
    await played(store, GUILD + 1)
    await played(store, status=GameStatus.ANNULLED)
    await played(store, status=GameStatus.ABANDONED)
    assert not await may_play(store)


@pytest.mark.rule("GE-09")
async def test_a_game_that_goes_on_again_serves_nothing(store: Store) -> None:
    await ban_row(store, GUILD, USER, "noise", NOW, games=1)
    game = await played(store)
    assert await may_play(store)
    await game_started(store, game, NOW, ())
    assert not await may_play(store)


async def test_a_ban_for_the_day_ends_with_the_day(store: Store) -> None:
    await ban_row(store, GUILD, USER, "left the table", NOW, until=NOW + 60)
    await played(store)
    assert not await may_play(store, NOW + 59)
    assert await may_play(store, NOW + 60)


@pytest.mark.rule("MW-19", "CC-16")
async def test_a_ban_for_the_day_and_for_games_lasts_until_both_are_over(store: Store) -> None:
    await ban_row(store, GUILD, USER, "monster", NOW, games=1, until=NOW + 60)
    assert not await may_play(store, NOW + 61), "the day is over, the game is not served"
    await played(store)
    (standing,) = await store.suspensions.active(GUILD, USER, NOW + 59)
    assert standing.games_left == 0
    assert await may_play(store, NOW + 60)


async def test_a_suspension_without_an_end_stands_until_it_is_lifted(store: Store) -> None:
    await ban_row(store, GUILD, USER, "conflict", NOW)
    assert not await may_play(store, NOW + 10**8)


async def test_what_was_lifted_keeps_nobody_from_playing(store: Store) -> None:
    await ban_row(store, GUILD, USER, "conflict", NOW, lifted=True)
    await ban_row(store, GUILD, USER, "monster", NOW, games=2, lifted=True)
    assert await may_play(store)


@pytest.mark.rule("MW-15")
async def test_a_removal_from_the_hall_is_remembered_as_one(store: Store) -> None:
    await ban_row(store, GUILD, USER, "peeking", NOW, until=NOW + 60, hall=True)
    (standing,) = await store.suspensions.active(GUILD, USER, NOW)
    assert standing.hall


async def test_the_guild_sees_all_that_is_in_force(store: Store) -> None:
    await ban_row(store, GUILD, USER, "monster", NOW, games=2)
    await ban_row(store, GUILD, USER + 1, "peeking", NOW, until=NOW - 1)
    await ban_row(store, GUILD + 1, USER, "hints", NOW, games=2)
    assert [each.offence for each in await store.suspensions.in_guild(GUILD, NOW)] == ["monster"]
