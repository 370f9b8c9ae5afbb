"""From a lobby to a game: who may play is looked at once more, and everybody is silent before the first
night's line is told.
"""

import asyncio
from collections.abc import Sequence

from mafia_bot.club.courtesy import spared
from mafia_bot.delivery.channels import TABLE
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.ids import GameId, Rank, UserId
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.state import Lobby, Over
from mafia_bot.table.admission import Admission
from mafia_bot.table.presence import Presence
from mafia_bot.table.services import Services
from mafia_bot.table.table import Table

ESSENTIAL = {"view_channel", "send_messages", "embed_links", "manage_roles", "connect", "mute_members"}
"""Without these nobody would be silenced, nothing be secret, or nothing be seen: no game starts."""

FEW = 3
"""So many may be in voice without our knowing: Discord is asked about them. More have simply not come."""

SOON = 1.5
"""Seconds after which the table is told what it waits for."""

BOUND = 12.0
"""Seconds for which silence is waited for: Discord takes ten edits in ten seconds, and there may be more."""


class Starting:
    """Begins games. A crash on the way leaves a lobby, whose voices the next start sets free."""

    def __init__(self, services: Services, presence: Presence, admission: Admission) -> None:
        self._services, self._presence, self._admission = services, presence, admission
        self._under_way: set[GameId] = set()

    async def start(self, table: Table, rank: Rank) -> Refusal | None:
        """Start a game that would start, once its channel is silent or cannot be for now."""
        if table.game_id in self._under_way:
            return Refusal(Code.ALREADY_STARTED)
        self._under_way.add(table.game_id)
        try:
            await self._find(table)
            refusal = await self._obstacle(table) or table.refusal(cmd.StartGame(rank))
            if refusal is None:
                await self._silence(table)
                # Whoever came, left or was banned meanwhile is seen now.
                async with self._admission.door(table.hall.guild_id):
                    refusal = await self._obstacle(table) or await self._start(table, rank)
        finally:
            self._under_way.discard(table.game_id)
            if isinstance(table.game.phase, (Lobby, Over)):
                await self._services.delivery.voice.ask(table.committed())
        return refusal

    async def _find(self, table: Table) -> None:
        """GE-13: nobody is called absent whose arrival Discord's events did not tell us of."""
        away = self._away(table)
        if 0 < len(away) <= FEW:
            await self._services.delivery.voice.of(table.hall.guild_id).look_up(away)

    async def _silence(self, table: Table) -> None:
        """GE-03, GE-12: the players and whoever listens; who leads is heard."""
        game, voice = table.game, self._services.delivery.voice
        leaders = game.leaders()
        seats = frozenset(_members(table))
        if not await voice.silence(table.committed(), seats, leaders, SOON):
            text = table.texts("start-silencing", voice=table.hall.voice_id)
            said = asyncio.ensure_future(self._services.delivery.board.post(table.hall.rooms[TABLE], text))
            await voice.silence(table.committed(), seats, leaders, BOUND - SOON)
            await said

    async def _obstacle(self, table: Table) -> Refusal | None:
        """Why the people of a lobby cannot play, if so: bans and other tables are looked at once more."""
        members, guild_id = _members(table), table.hall.guild_id
        if self._presence.present(table) is None:
            return Refusal(Code.NO_VOICE_CHANNEL, "GE-13")
        lacking = self._services.delivery.builder.missing(guild_id, table.hall)
        if ESSENTIAL & set(lacking):
            return Refusal(Code.MISSING_PERMISSIONS, "", {"permissions": lacking})
        if len(members) < table.game.rules.seats.least:
            return None  # the rules themselves say how many are needed
        if refusal := self._admission.elsewhere(guild_id, members, but=table):
            return refusal
        if sentences := await self._admission.sentences(guild_id, members):
            return Refusal(Code.PLAYERS_SUSPENDED, "", {"bans": sentences})
        if away := self._away(table):
            return Refusal(Code.NOT_IN_VOICE, "GE-13", {"users": away, "voice": table.hall.voice_id})
        return None

    async def _start(self, table: Table, rank: Rank) -> Refusal | None:
        members, guild_id = _members(table), table.hall.guild_id
        courteous = table.game.rules.night.courtesy
        guests = await spared(self._services.store, guild_id, members) if courteous else ()
        present = self._presence.present(table)
        serving = None if present is None else await self._serving(table, present)
        names = self._presence.names(guild_id, members)
        outcome = await table.submit(cmd.StartGame(rank, guests, serving, names))
        return outcome if isinstance(outcome, Refusal) else None

    async def _serving(self, table: Table, present: frozenset[int]) -> tuple[UserId, ...]:
        """CC-16: whose ban this game serves: they are in the voice channel or lead, and do not play."""
        game = table.game
        there = present | game.leaders()
        bans = await self._services.store.suspensions.in_guild(table.hall.guild_id, self._services.now())
        users = {ban.user_id for ban in bans if ban.games is not None and ban.user_id in there}
        return tuple(UserId(user) for user in sorted(users - set(_members(table))))

    def _away(self, table: Table) -> list[UserId]:
        present = self._presence.present(table)
        return [user for user in _members(table) if present is not None and user not in present]


def _members(table: Table) -> Sequence[UserId]:
    return table.game.phase.members if isinstance(table.game.phase, Lobby) else ()
