"""A table whose chat is dpytest's: plain messages reach the real doors, registry and database."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import discord.ext.test as dpytest

from mafia_bot.bot import COGS, MafiaBot
from mafia_bot.config import Config
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.ids import Rank, SeatNo, UserId
from mafia_bot.engine.state import Game, Player, Speeches
from mafia_bot.store import Store
from mafia_bot.table.table import Table


class Spoken:
    """A game in its first circle; seat 1 has the floor. Time is real here, so nothing waits for it."""

    def __init__(self, bot: MafiaBot, table: Table, members: list[discord.Member]) -> None:
        self.bot, self.table, self.members = bot, table, members
        self.chat: Any = bot.get_channel(table.hall.rooms["table"])

    @property
    def game(self) -> Game:
        return self.table.game

    def player(self, seat: int) -> Player:
        return self.game.player(SeatNo(seat))

    async def type(self, seat: int, text: str) -> str | None:
        """A line of a seat in the table chat; what the bot replies to it, or None for silence."""
        await dpytest.message(text, channel=self.chat, member=self.members[seat - 1])
        return None if dpytest.sent_queue.empty() else dpytest.get_message().content

    async def rule(self, command: cmd.Command) -> None:
        await self.table.submit(command)

    async def kinds(self) -> list[str]:
        """The kinds of events in the journal since the circle began."""
        records = [record.kind for record in await self.bot.store.journal.load(self.table.game_id)]
        last = max(place for place, kind in enumerate(records) if kind == "DayBroke")
        return records[last:]


@asynccontextmanager
async def spoken(store: Store, ruleset: str, seats: int, language: str = "ru") -> AsyncIterator[Spoken]:
    """A running game of these rules."""
    bot = MafiaBot(Config(), store)
    # dpytest keeps its people in the client's cache, which ours does not ask for.
    bot._connection._intents = discord.Intents.all()
    bot._connection.member_cache_flags = discord.MemberCacheFlags.all()
    await bot._async_setup_hook()
    for name in COGS:
        await bot.load_extension(f"cogs.{name}")
    names = [f"player{number}" for number in range(1, seats + 1)]
    dpytest.configure(bot, guilds=1, text_channels=["table", "graveyard", "mafia"], members=names)
    guild = bot.guilds[0]
    chat, graveyard, mafia = guild.text_channels
    hall = await store.halls.add(
        guild.id,
        category_id=1,
        chat_id=chat.id,
        voice_id=2,
        graveyard_id=graveyard.id,
        rooms={"mafia": mafia.id},
        language=language,
        at=bot.registry.services.now(),
    )
    rules = bot.registry.rules.shipped[ruleset]
    table = await bot.registry.opening.open(hall, rules, None, UserId(guild.owner_id or 1), language)
    assert isinstance(table, Table)
    members = dpytest.get_config().members
    for member in members:
        await table.submit(cmd.Join(UserId(member.id)))
    await table.submit(cmd.StartGame(Rank.HOST))
    while not isinstance(table.game.phase, Speeches):
        await table.submit(cmd.Skip(Rank.HOST))
    try:
        yield Spoken(bot, table, members)
    finally:
        await bot.registry.lifecycle.close()
        await dpytest.empty_queue()
