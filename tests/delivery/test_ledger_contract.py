"""One contract for the mute ledger, held by the one in memory and by the one in PostgreSQL."""

import pytest

from mafia_bot.delivery.voice.ledger import Ledger
from mafia_bot.store import Store
from tests.delivery.ledger import MemoryLedger

GUILD, ANNA, BORIS, GAME = 10, 100, 101, 7
AT = 1_700_000_000.0


@pytest.fixture(params=["memory", "postgres"])
async def ledger(request: pytest.FixtureRequest) -> Ledger:
    if request.param == "memory":
        return MemoryLedger()
    store = request.getfixturevalue("store")
    assert isinstance(store, Store)
    return store.ledger


@pytest.fixture(autouse=True)
def needs_store(request: pytest.FixtureRequest) -> None:
    if request.node.callspec.params["ledger"] == "postgres":
        request.getfixturevalue("store")


async def test_a_wish_is_remembered_with_its_game(ledger: Ledger) -> None:
    await ledger.wish(GUILD, {ANNA: True, BORIS: True}, AT, GAME)
    assert await ledger.held_in(GUILD) == {ANNA: (GAME, False), BORIS: (GAME, False)}


async def test_guilds_do_not_share_rows(ledger: Ledger) -> None:
    await ledger.wish(GUILD, {ANNA: True}, AT, GAME)
    assert await ledger.held_in(GUILD + 1) == {}
    await ledger.settle(GUILD + 1, ANNA)
    await ledger.owe(GUILD + 1, ANNA)
    assert await ledger.held_in(GUILD) == {ANNA: (GAME, False)}


async def test_a_wish_to_unmute_is_held_until_it_is_settled(ledger: Ledger) -> None:
    await ledger.wish(GUILD, {ANNA: True}, AT, GAME)
    await ledger.seen(GUILD, ANNA, True, AT + 1)
    await ledger.wish(GUILD, {ANNA: False}, AT + 2, GAME)
    assert await ledger.held_in(GUILD) == {ANNA: (GAME, False)}
    await ledger.settle(GUILD, ANNA)
    assert await ledger.held_in(GUILD) == {}


async def test_a_debt_stays_until_a_new_wish_or_a_settlement(ledger: Ledger) -> None:
    await ledger.wish(GUILD, {ANNA: True, BORIS: True}, AT, GAME)
    await ledger.owe(GUILD, ANNA)
    await ledger.owe(GUILD, BORIS)
    assert await ledger.held_in(GUILD) == {ANNA: (GAME, True), BORIS: (GAME, True)}
    await ledger.wish(GUILD, {ANNA: True}, AT + 1, GAME + 1)
    await ledger.settle(GUILD, BORIS)
    assert await ledger.held_in(GUILD) == {ANNA: (GAME + 1, False)}


async def test_the_newest_game_holds(ledger: Ledger) -> None:
    await ledger.wish(GUILD, {ANNA: True}, AT, GAME)
    await ledger.wish(GUILD, {ANNA: True}, AT + 1, None)
    assert await ledger.held_in(GUILD) == {ANNA: (None, False)}


async def test_strangers_have_no_row(ledger: Ledger) -> None:
    await ledger.seen(GUILD, ANNA, True, AT)
    await ledger.owe(GUILD, ANNA)
    await ledger.settle(GUILD, ANNA)
    assert await ledger.held_in(GUILD) == {}
