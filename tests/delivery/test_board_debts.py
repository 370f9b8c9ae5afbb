"""The board on a bare client: what is owed is written down first, sent once, and paid whatever happens."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import discord
import pytest
import simcord
from msgspec.structs import replace

from mafia_bot.delivery.board.desk import Desk
from mafia_bot.delivery.board.reconciler import Board
from mafia_bot.delivery.board.wanted import Wanted
from mafia_bot.delivery.budget import Budget
from mafia_bot.delivery.trouble import Troubles
from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.ids import GameId
from mafia_bot.screens.page import Page
from mafia_bot.texts import Language, Texts
from tests.delivery.messages import MemoryMessages
from tests.delivery.server import QuietBot, now

GAME = GameId(7)
TEXTS = Texts.load().for_language("en")


def page(screen: str, says: str, *, over: bool = False) -> Wanted:
    """A page with one button, or the same one closed."""
    controls = () if over else (Control(Press.NIGHT),)
    shown = Page(GAME, screen, 0, screen, says, (), (), False, controls, (), None)
    return Wanted(screen, shown, final=over, needed=not over)


class Owed:
    """Says what a test wants to stand."""

    pressed = True

    def __init__(self, *wanted: Wanted) -> None:
        self.now = wanted

    @property
    def texts(self) -> Language:
        return TEXTS

    async def ready(self) -> None:
        return None

    def wanted(self) -> tuple[Wanted, ...]:
        return self.now

    def settled(self) -> bool:
        return False


class Chat:
    """A chat and the board that writes in it; `die` and `wake` end a process and start the next one."""

    def __init__(self, env: simcord.Env, bot: QuietBot) -> None:
        self.env, self.bot = env, bot
        self.guild = env.create_guild(name="Club")
        self.room = self.guild.create_text_channel("table")
        self.other = self.guild.create_text_channel("other")
        self.clerk = self.guild.add_member(env.create_user("clerk"))
        self.ledger, self.owed = MemoryMessages(), Owed()
        self.troubles, self.gone = Troubles(), list[int]()
        self.board = self.wake()

    async def sleep(self, seconds: float) -> None:
        await self.env.external_wait(asyncio.sleep(seconds), reason="patience")

    def wake(self) -> Board:
        self.board = Board(
            self.bot,
            self.ledger,
            now=now,
            sleep=self.sleep,
            troubles=self.troubles,
            budget=Budget(now=now, rate=None),
            on_gone=self.gone.append,
        )
        return self.board

    def die(self) -> None:
        self.board.close()

    async def do(self, order: Callable[[], Awaitable[Any]]) -> None:
        """Let the bot do something in its own name."""
        self.bot.orders.append(order)
        await self.clerk.send(self.other, "go")

    async def show(self, *wanted: Wanted, channel: int | None = None, again: bool = False) -> None:
        self.owed.now = wanted

        async def order() -> None:
            self.board.show(GAME, self.guild.id, channel or self.room.id, self.owed, again=again)

        await self.do(order)

    async def tell_deleted(self, message_id: int) -> None:
        self.env.backend.delete_message(self.room.id, message_id)

        async def order() -> None:
            self.board.deleted(self.room.id, [message_id])

        await self.do(order)

    @property
    def path(self) -> str:
        return f"/channels/{self.room.id}/messages"

    def said(self, room: simcord.ChannelHandle | None = None) -> list[str]:
        """The pages in the chat, oldest first; a closed one in brackets."""
        messages = (room or self.room).history()
        texts = [(m.embeds[0].description or "" if m.embeds else m.content, m.components) for m in messages]
        return [text if rows else f"[{text}]" for text, rows in texts]

    def asked(self, method: str) -> int:
        requests = self.env.http_requests
        return sum(r.method == method and r.path.startswith(f"/channels/{self.room.id}") for r in requests)


@pytest.fixture
async def chat(simcord_env: simcord.Env, simcord_bot: QuietBot) -> AsyncIterator[Chat]:
    chat = Chat(simcord_env, simcord_bot)
    yield chat
    chat.board.close()


async def test_a_page_is_sent_once_and_edited_after(chat: Chat) -> None:
    await chat.show(page("day", "one"))
    await chat.show(page("day", "one"))
    await chat.show(page("day", "two"))
    assert chat.said() == ["two"]
    assert (chat.asked("POST"), chat.asked("PATCH")) == (1, 1)


async def test_nothing_is_sent_that_is_not_written_down(chat: Chat, caplog: pytest.LogCaptureFixture) -> None:
    chat.ledger.broken = True
    await chat.show(page("day", "one"))
    assert chat.asked("POST") == 0
    chat.ledger.broken = False
    await chat.env.advance_time(1.5)
    assert chat.said() == ["one"]


async def test_a_page_that_stands_and_could_not_be_written_down_is_closed_all_the_same(chat: Chat) -> None:
    chat.ledger.refuses = {2}
    await chat.show(page("day", "one"))
    assert chat.said() == ["one"]
    await chat.show(page("day", "told", over=True), page("night", "two"))
    await chat.env.advance_time(31)
    assert chat.said() == ["[told]", "two"]
    assert {row.message_id is None for row in chat.ledger.rows.values()} == {False}


async def test_the_former_page_is_closed_when_the_next_one_stands(chat: Chat) -> None:
    await chat.show(page("day", "one"))
    await chat.show(page("day", "told", over=True), page("night", "two"))
    assert chat.said() == ["[told]", "two"]
    assert {row.screen: row.open for row in await chat.ledger.of_game(GAME)} == {"day": False, "night": True}
    assert await chat.ledger.unsettled() == [GAME]


async def test_a_page_that_was_overtaken_is_never_sent(chat: Chat) -> None:
    chat.env.inject_error("POST", chat.path, status=503, times=1)
    await chat.show(page("day", "one"))
    await chat.show(page("day", "told", over=True), page("night", "two"))
    assert chat.said() == ["two"]
    await chat.env.advance_time(40)
    assert chat.said() == ["two"]
    assert [row.screen for row in await chat.ledger.of_game(GAME) if row.open] == ["night"]


async def test_a_new_process_edits_the_same_message(chat: Chat) -> None:
    await chat.show(page("day", "one"))
    chat.die()
    chat.wake()
    await chat.show(page("day", "one"))
    assert chat.said() == ["one"]
    await chat.show(page("day", "told", over=True), page("night", "two"))
    assert chat.said() == ["[told]", "two"]


@pytest.mark.parametrize("meanwhile", ["one", "two"])
async def test_killed_before_the_id_was_known_it_is_found_again(chat: Chat, meanwhile: str) -> None:
    await chat.show(page("day", "one"))
    (row,) = await chat.ledger.of_game(GAME)
    await chat.ledger.write(replace(row, message_id=None, shown=None, shown_at=None))
    chat.die()
    await chat.clerk.send(chat.room, "people go on talking")
    chat.wake()
    await chat.show(page("day", meanwhile))
    assert chat.said() == [meanwhile, "[people go on talking]"]
    (row,) = await chat.ledger.of_game(GAME)
    assert row.message_id == chat.room.history()[0].id


async def test_killed_before_it_was_sent_it_is_sent_with_the_same_nonce(chat: Chat) -> None:
    chat.env.inject_error("POST", chat.path, status=503, times=1)
    await chat.show(page("day", "one"))
    (before,) = await chat.ledger.of_game(GAME)
    chat.die()
    chat.wake()
    await chat.show(page("day", "two"))
    (row,) = await chat.ledger.of_game(GAME)
    assert chat.said() == ["two"]
    assert row.nonce == before.nonce
    nonces = {r.json["nonce"] for r in chat.env.http_requests if r.method == "POST" and r.path == chat.path}
    assert nonces == {str(row.nonce)}
    enforced = [r.json["enforce_nonce"] for r in chat.env.http_requests if r.path == chat.path and r.json]
    assert all(enforced)


async def test_two_pages_on_their_way_are_not_taken_for_each_other(chat: Chat) -> None:
    await chat.show(page("day", "same"))
    await chat.show(page("day", "same", over=True), page("night", "same"))
    rows = await chat.ledger.of_game(GAME)
    await chat.ledger.write(replace(rows[1], message_id=None, shown=None))
    chat.die()
    chat.wake()
    await chat.show(page("day", "same", over=True), page("night", "same"))
    assert chat.said() == ["[same]", "same"]


Hang = Callable[..., Awaitable[Any]]


async def test_a_call_that_hangs_is_given_up_and_not_doubled(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: Hang = chat.bot.http.send_message
    arrives = True

    async def hang(*args: Any, **options: Any) -> Any:
        if arrives:
            await real(*args, **options)
        await chat.env.external_wait(asyncio.sleep(3600), reason="a socket that says nothing")

    monkeypatch.setattr(chat.bot.http, "send_message", hang)
    await chat.show(page("day", "one"))
    await chat.env.advance_time(9)
    assert chat.said() == ["one"]
    monkeypatch.setattr(chat.bot.http, "send_message", real)
    await chat.env.advance_time(3)
    assert chat.said() == ["one"], "it had arrived"
    arrives = False
    monkeypatch.setattr(chat.bot.http, "send_message", hang)
    await chat.show(page("day", "told", over=True), page("night", "two"))
    monkeypatch.setattr(chat.bot.http, "send_message", real)
    await chat.env.advance_time(13)
    assert chat.said() == ["[told]", "two"]


@pytest.mark.parametrize("error", [ConnectionResetError("reset"), TimeoutError(), OSError(110, "timed out")])
async def test_a_network_error_is_no_answer(
    chat: Chat, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: Hang = chat.bot.http.edit_message

    async def fail(*_: Any, **__: Any) -> Any:
        raise error

    await chat.show(page("day", "one"))
    monkeypatch.setattr(chat.bot.http, "edit_message", fail)
    await chat.show(page("day", "two"))
    assert chat.said() == ["one"]
    monkeypatch.setattr(chat.bot.http, "edit_message", real)
    await chat.env.advance_time(1.5)
    assert chat.said() == ["two"]


async def test_it_is_tried_ever_more_slowly_and_at_once_when_something_happens(chat: Chat) -> None:
    chat.env.inject_error("POST", chat.path, status=503, times=None)
    await chat.show(page("day", "one"))
    await chat.env.advance_time(120)
    assert 5 <= chat.asked("POST") <= 9
    chat.env.backend.faults.clear()
    await chat.show(page("day", "two"))
    assert chat.said() == ["two"]


async def test_the_first_success_wakes_the_others(chat: Chat) -> None:
    chat.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
    await chat.show(page("day", "one"))
    other = Owed(page("lobby", "elsewhere"))

    async def order() -> None:
        chat.board.show(GameId(8), chat.guild.id, chat.other.id, other)

    await chat.env.advance_time(64)
    chat.env.backend.faults.clear()
    await chat.do(order)
    assert "elsewhere" in chat.said(chat.other)
    assert chat.said() == ["one"], "it would have slept for half a minute"


async def test_deleted_by_hand_it_comes_back_but_not_when_it_is_over(chat: Chat) -> None:
    await chat.show(page("day", "one"))
    await chat.env.advance_time(60)
    await chat.tell_deleted(chat.room.history()[0].id)
    assert chat.said() == ["one"]
    await chat.show(page("day", "told", over=True), page("night", "two"))
    await chat.tell_deleted(chat.room.history()[0].id)
    assert chat.said() == ["two"]
    await chat.show(page("day", "told", over=True), page("night", "two"), again=True)
    assert chat.said() == ["two"]


async def test_a_deletion_that_nobody_told_is_seen_at_the_next_edit(chat: Chat) -> None:
    await chat.show(page("day", "one"))
    chat.env.backend.messages[chat.room.id].clear()
    await chat.show(page("day", "two"))
    assert chat.said() == ["two"]


async def test_in_another_chat_the_page_is_new_and_the_old_one_gone(chat: Chat) -> None:
    await chat.show(page("day", "one"))
    await chat.show(page("day", "one"), channel=chat.other.id)
    assert chat.said() == []
    assert "one" in chat.said(chat.other)


async def test_a_chat_that_does_not_take_us_is_a_trouble_until_it_does(chat: Chat) -> None:
    chat.env.inject_error("POST", chat.path, status=403, code=50013, times=2)
    await chat.show(page("day", "one"))
    (trouble,) = chat.troubles.open.values()
    assert (trouble.kind, trouble.channel_id, trouble.game_id) == ("cannot-post", chat.room.id, GAME)
    await chat.env.advance_time(5)
    assert chat.said() == ["one"]
    assert chat.troubles.open == {}


async def test_a_long_outage_is_told_once_and_its_end_too(chat: Chat) -> None:
    chat.env.inject_error("POST", chat.path, status=503, times=None)
    await chat.show(page("day", "one"))
    await chat.env.advance_time(60)
    assert [trouble.kind for trouble in chat.troubles.open.values()] == ["board-behind"]
    chat.env.backend.faults.clear()
    await chat.env.advance_time(31)
    assert chat.troubles.open == {}


async def test_a_chat_that_is_gone_is_reported(chat: Chat) -> None:
    await chat.show(page("day", "one"))
    chat.env.inject_error("POST", chat.path, status=404, code=10003, times=1)
    await chat.show(page("day", "told", over=True), page("night", "two"))
    assert chat.gone == [chat.room.id]


async def test_a_server_out_of_reach_is_not_asked(chat: Chat) -> None:
    guild = chat.bot.get_guild(chat.guild.id)
    assert isinstance(guild, discord.Guild)
    guild.unavailable = True
    await chat.show(page("day", "one"))
    await chat.env.advance_time(10)
    assert chat.asked("POST") == 0
    guild.unavailable = False

    async def order() -> None:
        chat.board.wake()

    await chat.do(order)
    assert chat.said() == ["one"]


async def test_the_chat_is_asked_nothing_when_all_stands(chat: Chat) -> None:
    await chat.show(page("day", "told", over=True), page("night", "two"))
    mark = len(chat.env.http_requests)
    written = dict(chat.ledger.rows)
    await chat.show(page("day", "told", over=True), page("night", "two"))
    assert [r for r in chat.env.http_requests[mark:] if r.path == chat.path and r.method != "GET"] == []
    assert chat.ledger.rows == written
    desk: Desk = chat.board._desks[GAME, True]
    assert desk.stands


async def test_what_happened_on_a_page_is_told_even_if_it_was_over_before_it_stood(chat: Chat) -> None:
    chat.env.inject_error("POST", chat.path, status=503, times=2)
    await chat.show(page("vote", "vote now"))
    over = page("vote", "", over=True)
    assert over.page is not None
    told = replace(over, page=replace(over.page, lines=("number 3 leaves",)))
    await chat.show(told, page("night", "sleep"))
    await chat.env.advance_time(40)
    assert chat.said() == ["[number 3 leaves]", "sleep"]
