"""The board's only touch with Discord: one message sent, edited, deleted or looked for. It knows no game."""

import asyncio
import datetime
from collections.abc import Awaitable, Callable, Container, Coroutine
from enum import StrEnum
from typing import Any, TypeVar

import aiohttp
import discord
import msgspec

from mafia_bot.delivery.board.rendering import Rendered, mark_of

LIMIT = 10.0
"""Seconds after which a call that hangs is given up: whether it was carried out is then unknown."""

SLACK = 300.0
"""Seconds by which Discord's clock and ours may differ when a message is looked for by its time."""

LOOKED_AT = 100
"""Messages among which a lost one is looked for: it was the newest of its channel when it was sent."""

UNKNOWN_CHANNEL = 10003
NEEDED = ("view_channel", "send_messages", "embed_links", "read_message_history")

T = TypeVar("T")


class Outcome(StrEnum):
    """How a call ended."""

    DONE = "done"
    GONE = "gone"
    """The message is not there any more."""
    NO_CHANNEL = "no-channel"
    FORBIDDEN = "forbidden"
    REFUSED = "refused"
    """Discord does not take such a message, whoever sends it."""
    LATER = "later"
    """An outage, a limit, our own patience: it may have been carried out, or not."""


class Answer(msgspec.Struct, frozen=True):
    """How a call ended, and the message that stands since: its id, and its fingerprint as Discord told it."""

    outcome: Outcome
    message_id: int | None = None
    mark: str | None = None


class Courier:
    """`sleep` waits for seconds and measures the limit."""

    def __init__(self, client: discord.Client, sleep: Callable[[float], Awaitable[None]]) -> None:
        self._client, self.sleep = client, sleep

    def reaches(self, guild_id: int) -> bool:
        """Whether the server is within reach at all."""
        guild = self._client.get_guild(guild_id)
        return guild is not None and not guild.unavailable

    async def send(self, channel_id: int, rendered: Rendered, nonce: int) -> Answer:
        """Send a message; Discord takes one of a nonce only once and answers with the one that stands."""
        return await self._ask(self._send(channel_id, rendered, nonce))

    async def edit(self, channel_id: int, message_id: int, rendered: Rendered) -> Answer:
        """Let a message say this."""
        message = self._channel(channel_id).get_partial_message(message_id)
        return await self._ask(_edit(message, rendered))

    async def delete(self, channel_id: int, message_id: int) -> Answer:
        """Take a message away."""
        message = self._channel(channel_id).get_partial_message(message_id)
        return await self._ask(_delete(message))

    async def find(
        self, channel_id: int, nonce: int, mark: str, since: float, known: Container[int]
    ) -> Answer:
        """Look for a message of ours that was on its way `since` (epoch seconds) and is none of the `known`
        ids. DONE without an id: it never arrived.
        """
        return await self._ask(self._find(channel_id, nonce, mark, since, known))

    def lacking(self, guild_id: int, channel_id: int) -> tuple[str, ...]:
        """Which permissions a chat does not give us, by discord.py's names."""
        guild = self._client.get_guild(guild_id)
        channel = None if guild is None else guild.get_channel(channel_id)
        if guild is None or channel is None:
            return NEEDED[:2]
        held = channel.permissions_for(guild.me)
        return tuple(name for name in NEEDED if not getattr(held, name)) or NEEDED[1:2]

    async def _send(self, channel_id: int, rendered: Rendered, nonce: int) -> Answer:
        sent = await self._channel(channel_id).send(nonce=nonce, **rendered.sending())
        return Answer(Outcome.DONE, sent.id, mark_of(sent))

    async def _find(
        self, channel_id: int, nonce: int, mark: str, since: float, known: Container[int]
    ) -> Answer:
        me = self._client.user
        after = datetime.datetime.fromtimestamp(since - SLACK, datetime.UTC)
        history = self._channel(channel_id).history(limit=LOOKED_AT, after=after, oldest_first=False)
        async for message in history:
            if me is None or message.author.id != me.id or message.id in known:
                continue
            if str(message.nonce) == str(nonce) or mark_of(message) == mark:
                return Answer(Outcome.DONE, message.id, mark_of(message))
        return Answer(Outcome.DONE)

    async def _ask(self, call: Coroutine[Any, Any, Answer]) -> Answer:
        return await asked(call, self.sleep)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)


async def asked(call: Coroutine[Any, Any, Answer], sleep: Callable[[float], Awaitable[None]]) -> Answer:
    """How a call about a message ended; one that hangs is given up, and nothing is raised."""
    try:
        return await within(LIMIT, call, sleep)
    except discord.NotFound as error:
        return Answer(Outcome.NO_CHANNEL if error.code == UNKNOWN_CHANNEL else Outcome.GONE)
    except discord.Forbidden:
        return Answer(Outcome.FORBIDDEN)
    except discord.HTTPException as error:
        later = error.status >= 500 or error.status == 429
        return Answer(Outcome.LATER if later else Outcome.REFUSED)
    except (discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError):
        return Answer(Outcome.LATER)


async def _edit(message: discord.PartialMessage, rendered: Rendered) -> Answer:
    await message.edit(**rendered.edit())
    return Answer(Outcome.DONE, message.id)


async def _delete(message: discord.PartialMessage) -> Answer:
    await message.delete()
    return Answer(Outcome.DONE)


async def within(
    seconds: float, call: Coroutine[Any, Any, T], sleep: Callable[[float], Awaitable[None]]
) -> T:
    """What a call gives, or TimeoutError when it hangs for longer than this."""
    task = asyncio.ensure_future(call)
    task.add_done_callback(_never_mind)
    timer = asyncio.ensure_future(sleep(seconds))
    racers: set[asyncio.Future[Any]] = {task, timer}
    try:
        await asyncio.wait(racers, return_when=asyncio.FIRST_COMPLETED)
    finally:
        timer.cancel()
        task.cancel()
    if not task.done():
        raise TimeoutError
    return task.result()


def _never_mind(task: asyncio.Future[Any]) -> None:
    # Whoever waited may be gone when it ends, and then nobody else looks at its error.
    if not task.cancelled():
        task.exception()
