"""Asks Discord about people whom the cache believes elsewhere: an event may have been lost. No game."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord

from mafia_bot.delivery.budget import Budget, Priority
from mafia_bot.delivery.tasks import BackgroundTasks
from mafia_bot.delivery.voice.api import heard_in, look_up
from mafia_bot.delivery.voice.plan import Table
from mafia_bot.engine.ids import UserId

AGAIN, LONGEST = 15.0, 300.0
"""Seconds between two looks at the same member: after the first, doubling, and at most."""

CALLED = 5.0
"""The same for somebody whose turn it is."""


@dataclass(slots=True)
class _Look:
    at: float
    pause: float = AGAIN


class Absentees:
    """Those of one guild; what is found comes as the lost event would have come, and then ``found``."""

    def __init__(
        self,
        client: discord.Client,
        guild_id: int,
        *,
        now: Callable[[], float],
        budget: Budget,
        tasks: BackgroundTasks,
        found: Callable[[], Awaitable[None]],
    ) -> None:
        self._client, self._guild_id, self._now = client, guild_id, now
        self._budget, self._tasks, self._found = budget, tasks, found
        self._looks: dict[UserId, _Look] = {}

    def look_for(self, table: Table) -> None:
        """Look for those of a table who are not in its channel, ever more seldom; first whose turn it is."""
        heard = heard_in(self._client, self._guild_id)
        if heard is None:
            return
        there = {user for user, voice in heard.items() if voice.channel_id == table.channel_id}
        for user in there & table.seats:
            self._looks.pop(user, None)
        absent = [user for user in table.seats - there if self._due(user, user in table.speakers)]
        for user in absent:
            known = self._looks.get(user)
            self._looks[user] = _Look(self._now(), AGAIN if known is None else min(LONGEST, known.pause * 2))
        if absent:
            self.ask(sorted(absent, key=lambda user: user not in table.speakers))

    def ask(self, users: list[UserId]) -> asyncio.Task[None]:
        """Ask about these now, whatever the cache says."""
        return self._tasks.run(self._ask(users))

    async def _ask(self, users: list[UserId]) -> None:
        for user in users:
            await self._budget.take(Priority.ROOM)
            await look_up(self._client, self._guild_id, user)
        await self._found()

    def _due(self, user: UserId, called: bool) -> bool:
        look = self._looks.get(user)
        return look is None or self._now() - look.at >= (CALLED if called else look.pause)
