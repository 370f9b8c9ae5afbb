"""The mute ledger: nobody is left muted by us, whatever died in between."""

import pytest

from mafia_bot.store import Store
from mafia_bot.store.games import GameStatus
from tests.rows import game_ended, game_row, game_started

GUILD, USER, OTHER = 10, 100, 101
NOW = 1_700_000_000.0


@pytest.fixture
async def game(store: Store) -> int:
    """A game that is running."""
    game_id = await game_row(store, GUILD)
    await game_started(store, game_id, NOW)
    return game_id


async def test_a_stranger_owes_and_is_owed_nothing(store: Store) -> None:
    await store.ledger.seen(GUILD, USER, True, NOW)
    assert await store.ledger.get(GUILD, USER) is None
    assert not await store.ledger.owed(GUILD, USER)
    assert await store.ledger.debts(GUILD) == []


async def test_a_mute_of_a_running_game_is_held_and_not_owed(store: Store, game: int) -> None:
    await store.ledger.wish(GUILD, {USER: True}, NOW, game)
    await store.ledger.seen(GUILD, USER, True, NOW + 1)
    assert [account.user_id for account in await store.ledger.held(game)] == [USER]
    assert await store.ledger.debts(GUILD) == []


async def test_a_wish_to_unmute_is_owed_until_it_is_seen(store: Store, game: int) -> None:
    await store.ledger.wish(GUILD, {USER: True, OTHER: True}, NOW, game)
    await store.ledger.seen(GUILD, USER, True, NOW)
    await store.ledger.wish(GUILD, {USER: False}, NOW + 1, game)
    assert await store.ledger.debts(GUILD) == [USER]
    await store.ledger.seen(GUILD, USER, False, NOW + 2)
    assert await store.ledger.debts(GUILD) == []
    assert [account.user_id for account in await store.ledger.held(game)] == [OTHER]


async def test_a_crash_between_wish_and_call_still_leaves_the_wish(store: Store, game: int) -> None:
    await store.ledger.wish(GUILD, {USER: True}, NOW, game)
    (account,) = await store.ledger.held(game)
    assert (account.wish, account.seen, account.wished_at) == (True, None, NOW)


async def test_who_left_voice_muted_is_owed_until_they_are_seen_free(store: Store, game: int) -> None:
    await store.ledger.wish(GUILD, {USER: True}, NOW, game)
    await store.ledger.seen(GUILD, USER, True, NOW)
    await store.ledger.wish(GUILD, {USER: False}, NOW + 1, game)
    await store.ledger.owe(GUILD, USER)
    await game_ended(store, game, NOW + 2)
    assert await store.ledger.owed(GUILD, USER)
    # Weeks later, in another channel, Discord still reports the mute, and then the unmute.
    await store.ledger.seen(GUILD, USER, True, NOW + 9)
    assert await store.ledger.owed(GUILD, USER)
    await store.ledger.seen(GUILD, USER, False, NOW + 10)
    assert not await store.ledger.owed(GUILD, USER)
    account = await store.ledger.get(GUILD, USER)
    assert account is not None
    assert not account.debt


@pytest.mark.parametrize("status", [GameStatus.FINISHED, GameStatus.ANNULLED, GameStatus.ABANDONED])
async def test_a_mute_whose_game_is_over_is_owed_at_start_up(
    store: Store, game: int, status: GameStatus
) -> None:
    await store.ledger.wish(GUILD, {USER: True}, NOW, game)
    await game_ended(store, game, NOW + 1, status)
    assert await store.ledger.debts(GUILD) == [USER]


async def test_a_mute_without_a_game_is_owed(store: Store) -> None:
    await store.ledger.wish(GUILD, {USER: True}, NOW)
    assert await store.ledger.debts(GUILD) == [USER]


async def test_the_newest_wish_wins_and_settles_an_older_debt(store: Store, game: int) -> None:
    await store.ledger.wish(GUILD, {USER: False}, NOW, game)
    await store.ledger.owe(GUILD, USER)
    await store.ledger.wish(GUILD, {USER: True}, NOW + 1, game)
    account = await store.ledger.get(GUILD, USER)
    assert account is not None
    assert (account.wish, account.debt) == (True, False)


async def test_a_debt_is_not_paid_by_being_seen_muted(store: Store, game: int) -> None:
    await store.ledger.wish(GUILD, {USER: True}, NOW, game)
    await store.ledger.owe(GUILD, USER)
    await store.ledger.seen(GUILD, USER, True, NOW + 1)
    assert await store.ledger.held_in(GUILD) == {USER: (game, True)}
    assert await store.ledger.debts(GUILD) == [USER]


async def test_a_settled_account_is_gone(store: Store, game: int) -> None:
    await store.ledger.wish(GUILD, {USER: True, OTHER: True}, NOW, game)
    await store.ledger.settle(GUILD, USER)
    await store.ledger.settle(GUILD, USER)
    assert await store.ledger.held_in(GUILD) == {OTHER: (game, False)}


async def test_guilds_do_not_share_accounts(store: Store) -> None:
    await store.ledger.wish(GUILD, {USER: False}, NOW)
    assert not await store.ledger.owed(GUILD + 1, USER)
    assert await store.ledger.debts(GUILD + 1) == []
