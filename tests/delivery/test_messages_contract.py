"""One contract for the ledger of messages, held by the one in memory and by the one in PostgreSQL."""

import pytest
from msgspec.structs import replace

from mafia_bot.delivery.board.ledger import MessageLedger, Posted
from mafia_bot.store import Store
from tests.delivery.messages import MemoryMessages

GAME, OTHER, GUILD, CHAT = 7, 8, 10, 11
AT = 1_700_000_000.0
PAGE = Posted(2**62 + 1, GAME, GUILD, CHAT, "day:1", "ab" * 16, AT)
NIGHT = Posted(5, GAME, GUILD, CHAT, "night:1", "cd" * 16, AT + 60)


@pytest.fixture(params=["memory", "postgres"])
async def ledger(request: pytest.FixtureRequest) -> MessageLedger:
    if request.param == "memory":
        return MemoryMessages()
    store = request.getfixturevalue("store")
    assert isinstance(store, Store)
    return store.messages


@pytest.fixture(autouse=True)
def needs_store(request: pytest.FixtureRequest) -> None:
    if request.node.callspec.params["ledger"] == "postgres":
        request.getfixturevalue("store")


async def test_a_message_is_known_before_discord_has_given_it_an_id(ledger: MessageLedger) -> None:
    await ledger.write(PAGE)
    assert await ledger.of_game(GAME) == [PAGE]
    assert PAGE.message_id is None
    assert await ledger.of_game(OTHER) == []


async def test_what_became_of_a_message_replaces_what_was_owed(ledger: MessageLedger) -> None:
    await ledger.write(PAGE)
    sent = replace(PAGE, message_id=2**61, shown=PAGE.wanted, shown_at=AT + 0.25)
    await ledger.write(sent)
    assert await ledger.of_game(GAME) == [sent]


async def test_a_games_messages_come_in_the_order_in_which_they_were_written(ledger: MessageLedger) -> None:
    await ledger.write(NIGHT)
    await ledger.write(PAGE)
    await ledger.write(replace(PAGE, nonce=9, game_id=OTHER))
    assert await ledger.of_game(GAME) == [PAGE, NIGHT]


async def test_a_game_is_unsettled_until_its_last_message_is_closed(ledger: MessageLedger) -> None:
    await ledger.write(PAGE)
    await ledger.write(NIGHT)
    await ledger.write(replace(PAGE, nonce=9, game_id=OTHER, open=False))
    assert await ledger.unsettled() == [GAME]
    await ledger.write(replace(PAGE, open=False))
    assert await ledger.unsettled() == [GAME]
    await ledger.write(replace(NIGHT, open=False))
    assert await ledger.unsettled() == []
