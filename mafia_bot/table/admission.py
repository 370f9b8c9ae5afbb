"""Who may sit down, start or lead: nobody who is banned plays, and nobody is at two tables at once.

Asked at every door that seats somebody, and again when the cards are dealt. It knows no rule of the game.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager

from mafia_bot.delivery.board.carrier import Carrier
from mafia_bot.engine.commands import Command
from mafia_bot.engine.hosting import plays
from mafia_bot.engine.ids import UserId
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.screens.refusals import Sentence
from mafia_bot.table.outcome import Outcome
from mafia_bot.table.services import Services
from mafia_bot.table.table import Table


def holds(table: Table, user: UserId) -> bool:
    """Whether somebody has a seat, a place in the lobby or a chair at a table that is not over."""
    game = table.game
    return not table.over and (game.leads(user) or plays(game, user))


class Admission:
    """`tables` are all that this process keeps; a server's are never spread over two."""

    def __init__(self, services: Services, tables: Callable[[], tuple[Table, ...]]) -> None:
        self._services, self._tables = services, tables
        self._doors: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    def door(self, guild_id: int) -> AbstractAsyncContextManager[None]:
        """Held from the look until it is written: two presses in one instant seat nobody twice."""
        return self._doors[guild_id]

    async def submit(
        self,
        table: Table,
        command: Command,
        *,
        players: Iterable[UserId] = (),
        leaders: Iterable[UserId] = (),
        carrier: Carrier | None = None,
    ) -> Outcome:
        """Give a command that seats these people or puts them in a chair, unless they are not free to."""
        players, guild_id = tuple(players), table.hall.guild_id
        async with self.door(guild_id):
            if refusal := self.elsewhere(guild_id, (*players, *leaders), but=table):
                return refusal
            if sentences := await self.sentences(guild_id, players):
                return Refusal(Code.SUBSTITUTE_SUSPENDED, "", {"bans": sentences})
            return await table.submit(command, carrier)

    async def join(self, table: Table, user: UserId, command: Command, carrier: Carrier | None) -> Outcome:
        """The same for somebody who sits down himself, and is told why not in the second person."""
        async with self.door(table.hall.guild_id):
            if refusal := self.elsewhere(table.hall.guild_id, (user,), but=table):
                return refusal
            for sentence in await self.sentences(table.hall.guild_id, (user,)):
                return sentence.refusal
            return await table.submit(command, carrier)

    def elsewhere(
        self, guild_id: int, users: Iterable[UserId], *, but: Table | None = None
    ) -> Refusal | None:
        """Who of these is at another table of the server, and at which; None: nobody is."""
        found = {
            user: table.hall.voice_id
            for table in self._tables()
            if table is not but and table.hall.guild_id == guild_id
            for user in users
            if holds(table, user)
        }
        if not found:
            return None
        where = tuple(dict.fromkeys(found.values()))
        return Refusal(Code.AT_ANOTHER_TABLE, "", {"users": tuple(found), "voices": where})

    async def sentences(self, guild_id: int, users: Iterable[UserId]) -> tuple[Sentence, ...]:
        """The bans of these people that are in force, one for each who has any (CC-16, CC-18, MW-19)."""
        wanted = tuple(users)
        if not wanted:
            return ()
        standing = await self._services.store.suspensions.in_guild(guild_id, self._services.now())
        found = []
        for user in wanted:
            bans = [ban for ban in standing if ban.user_id == user]
            if bans:
                games = sum(ban.games_left or 0 for ban in bans)
                until = max((ban.until for ban in bans if ban.until is not None), default=None)
                found.append(Sentence(user, games, until))
        return tuple(found)
