"""The board: one message a phase in the table chat, edited at each turn. The newest page wins; nothing
waits.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
import msgspec

from mafia_bot.delivery.board.carrier import Carrier
from mafia_bot.delivery.board.components import board_view, embed_of
from mafia_bot.delivery.tasks import BackgroundTasks
from mafia_bot.screens.page import Page
from mafia_bot.texts import Language

RETRY_SECONDS = 2.0
TRIES = 3

_log = logging.getLogger(__name__)


class _Chat(msgspec.Struct):
    """What a table chat shows (message and phase key) and what it should show."""

    wanted: Page | None = None
    shown: Page | None = None
    message_id: int | None = None
    busy: bool = False


class Board:
    """The boards of all tables; `on_gone` hears of a table chat that does not exist any more."""

    def __init__(
        self,
        client: discord.Client,
        *,
        sleep: Callable[[float], Awaitable[None]],
        on_gone: Callable[[int], None],
    ) -> None:
        self._client, self._sleep, self._on_gone = client, sleep, on_gone
        self._chats: dict[int, _Chat] = {}
        self._tasks = BackgroundTasks(_log, "a board could not be shown")

    def show(self, chat_id: int, page: Page, texts: Language, carrier: Carrier | None = None) -> None:
        """Bring the chat to this page soon; a page that is overtaken is never sent."""
        chat = self._chats.setdefault(chat_id, _Chat())
        chat.wanted = page
        if chat.busy:
            return
        chat.busy = True
        if carrier is not None:
            if chat.shown not in (None, page) and carrier.message_id == chat.message_id:
                carrier.claim()
            else:
                carrier = None
        self._tasks.run(self._bring(chat_id, chat, texts, carrier))

    def forget(self, chat_id: int) -> None:
        """The next page is a new message (a new game, or a chat that was made anew)."""
        chat = self._chats.setdefault(chat_id, _Chat())
        chat.shown, chat.message_id = None, None

    async def post(self, channel_id: int, content: str, *, rings: Sequence[int] = (), **extra: Any) -> bool:
        """Send one message of its own, which rings for these people alone; false if the channel is gone or
        Discord refused.
        """
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(user) for user in rings]
        )
        try:
            await self._messageable(channel_id).send(content, allowed_mentions=mentions, **extra)
        except discord.HTTPException as error:
            self._report(channel_id, error)
            return False
        return True

    def close(self) -> None:
        """Stop sending."""
        self._tasks.stop()

    async def _bring(self, chat_id: int, chat: _Chat, texts: Language, carrier: Carrier | None) -> None:
        tries = 0
        try:
            while chat.wanted is not None and chat.wanted != chat.shown and tries < TRIES:
                page = chat.wanted
                try:
                    await self._send(chat_id, chat, page, texts, carrier)
                    chat.shown, carrier, tries = page, None, 0
                except discord.NotFound as error:
                    chat.message_id, chat.shown, tries = None, None, tries + 1
                    if error.code == UNKNOWN_CHANNEL:
                        self._on_gone(chat_id)
                        return
                except discord.HTTPException as error:
                    tries += 1
                    self._report(chat_id, error)
                    await self._sleep(RETRY_SECONDS)
        finally:
            chat.busy = False

    async def _send(
        self, chat_id: int, chat: _Chat, page: Page, texts: Language, carrier: Carrier | None
    ) -> None:
        view = board_view(page, texts)
        embed = embed_of(page)
        # A mention in a new message rings for the one whose turn it is; in an edit it only names them.
        called = f"<@{page.called}>" if page.called is not None else None
        same = chat.shown is not None and chat.shown.key == page.key and chat.message_id is not None
        if same:
            if carrier is not None and await carrier.deliver(content=called, embed=embed, view=view):
                return
            assert chat.message_id is not None
            target = self._messageable(chat_id).get_partial_message(chat.message_id)
            await target.edit(content=called, embed=embed, view=view)
            return
        if carrier is not None and chat.shown is not None:
            # The press that ended a phase closes its page: no button is left there that leads nowhere.
            over = msgspec.structs.replace(chat.shown, now="", controls=())
            await carrier.deliver(content=None, embed=embed_of(over), view=None)
        extra: dict[str, Any] = {} if view is None else {"view": view}
        sent = await self._messageable(chat_id).send(
            called, embed=embed, allowed_mentions=discord.AllowedMentions(users=True), **extra
        )
        chat.message_id = sent.id

    def _messageable(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)

    def _report(self, channel_id: int, error: discord.HTTPException) -> None:
        if error.code == UNKNOWN_CHANNEL:
            self._on_gone(channel_id)
        else:
            _log.warning("channel %s does not take our message: %s", channel_id, error)


UNKNOWN_CHANNEL = 10003
