"""How every door opens: whose press it was, which table it means, and an answer within Discord's three
seconds.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, NamedTuple, Protocol, TypedDict, cast

import discord
from discord import app_commands
from discord.ext import commands

from cogs.caller import Caller
from mafia_bot.engine.ids import Rank, SeatNo
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.table.registry import GameRegistry
from mafia_bot.table.table import Table
from mafia_bot.texts import english

DEFER_AFTER = 1.8
"""Seconds after which an answer that is not ready yet is promised; Discord gives up after three."""

_log = logging.getLogger(__name__)


class Registered(Protocol):
    """The bot as its doors know it."""

    registry: GameRegistry


def registry_of(bot: commands.Bot) -> GameRegistry:
    """The registry of the bot that loads a door."""
    return cast(Registered, bot).registry


class About(TypedDict):
    """How a command is called and described in English."""

    name: str
    description: str


def about(path: str) -> About:
    """The English name and description of a command, `lobby open` or `warn`; others come from the
    translator.
    """
    key = path.replace(" ", "-")
    return About(name=path.rsplit(" ", 1)[-1], description=english(f"command-{key}-about"))


def options(*names: str) -> Callable[[Any], Any]:
    """The English descriptions of a command's options."""
    return app_commands.describe(**{name: english(f"option-{name}-about") for name in names})


Answer = str | Refusal | None
"""A sentence for the caller alone, a refusal, or None when the press itself is the answer."""


async def answer(
    caller: Caller, work: Coroutine[Any, Any, Answer], answered: Callable[[], bool] = lambda: False
) -> None:
    """Do the work and tell the caller privately; what takes long is promised first.

    Errors are logged, never shown.

    `answered` says whether somebody else (the board) answers the interaction.
    """
    task = asyncio.ensure_future(work)
    interaction = caller.interaction
    if not await _in_time(caller, task) and not interaction.response.is_done():
        await _promise(interaction)
    try:
        result = await task
    except Exception:
        game = caller.game_id
        _log.exception("a command failed (game %s, user %s)", game, caller.user)
        result = caller.texts("unknown-error")
    if result is None and answered():
        return
    await tell(interaction, caller.refused(result) if isinstance(result, Refusal) else result)


COMMAND = discord.InteractionType.application_command


async def _in_time(caller: Caller, task: asyncio.Future[Answer]) -> bool:
    timer = asyncio.ensure_future(caller.registry.services.sleep(DEFER_AFTER))
    racers: set[asyncio.Future[Any]] = {task, timer}
    await asyncio.wait(racers, return_when=asyncio.FIRST_COMPLETED)
    timer.cancel()
    return task.done()


async def _promise(interaction: discord.Interaction) -> None:
    try:
        await interaction.response.defer(ephemeral=True, thinking=interaction.type is COMMAND)
    except discord.HTTPException as error:
        # The answer itself was under way at the same moment.
        _log.info("a promise did not arrive: %s", error)


async def stumbled(
    registry: GameRegistry, interaction: discord.Interaction, error: app_commands.AppCommandError
) -> None:
    """Answer a command that never reached its door: an option that cannot be read, a command of an old
    version.
    """
    caller = Caller(registry, interaction)
    _log.error("a command could not be read (game %s, user %s)", caller.game_id, caller.user, exc_info=error)
    if interaction.type is COMMAND:
        await tell(interaction, caller.texts("unknown-error"))


class Sent(NamedTuple):
    """An answer's message id, None if there is none; `apart`: it is another message than the interaction's
    own answer.
    """

    message_id: int | None = None
    apart: bool = False


async def tell(interaction: discord.Interaction, text: str | None, **extra: Any) -> Sent:
    """Answer the caller alone; with no text a press is only acknowledged. A dead interaction is no error."""
    try:
        if text is None and not extra:
            if not interaction.response.is_done():
                await interaction.response.defer()
        elif interaction.response.is_done():
            more = await interaction.followup.send(text or "", ephemeral=True, wait=True, **extra)
            return Sent(more.id, apart=True)
        else:
            sent = await interaction.response.send_message(text, ephemeral=True, **extra)
            return Sent(sent.message_id)
    except discord.HTTPException as error:
        # The press was carried out; only its answer came too late.
        _log.info("an answer did not arrive: %s", error)
    return Sent()


async def at_table(caller: Caller, deed: Callable[[Table], Awaitable[Answer]]) -> Answer:
    """Do something at the table that the caller means, or say that there is none."""
    table = await caller.table()
    return table if isinstance(table, Refusal) else await deed(table)


async def ruling(caller: Caller, deed: Callable[[Table, Rank], Awaitable[Answer]]) -> Answer:
    """The same for those who may rule there (GE-02)."""
    table = await caller.table()
    if isinstance(table, Refusal):
        return table
    rank = caller.rank(table)
    return Refusal(Code.NOT_HOST, "GE-02") if rank is None else await deed(table, rank)


async def seated(caller: Caller, deed: Callable[[Table, SeatNo], Awaitable[Answer]]) -> Answer:
    """The same for those who sit there."""
    table = await caller.table()
    if isinstance(table, Refusal):
        return table
    seat = caller.seat(table)
    return Refusal(Code.NOT_SEATED) if seat is None else await deed(table, seat)
