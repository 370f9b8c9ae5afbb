"""Looks at channels and at the room ledger together: what stands, what of it is ours, what is the owner's."""

from collections.abc import Callable, Iterable

import discord
import msgspec

from mafia_bot.delivery.rooms.ledger import Memory, RoomLedger, from_plain, to_plain
from mafia_bot.delivery.rooms.overwrites import Array, array_of, clean

ECHO = 5.0
"""Seconds for which an array that Discord accepted is believed although the cache shows the old one."""


class _Accepted(msgspec.Struct, frozen=True):
    before: Array
    array: Array
    at: float


class Memories:
    """The ledger is read once a server; from then on this is the only hand that writes in it."""

    def __init__(self, ledger: RoomLedger, *, now: Callable[[], float]) -> None:
        self._ledger, self._now = ledger, now
        self._accepted: dict[int, _Accepted] = {}
        self._guilds: dict[int, dict[int, Memory]] = {}

    async def look(self, channel: discord.abc.GuildChannel) -> Memory:
        """What is remembered of a channel, with what its owner has set since."""
        memories, current = await self._of_guild(channel.guild.id), clean(array_of(channel))
        known = memories.get(channel.id)
        if known is None:
            return Memory(current, ())
        accepted = self._accepted.get(channel.id)
        if accepted is not None and self._arrived(accepted, array_of(channel)):
            known = memories[channel.id] = known.since(accepted.array)
        return known.seen(current)

    def current(self, channel: discord.abc.GuildChannel) -> Array:
        """The overwrites that a channel has; its event may still be on the way."""
        cached, accepted = array_of(channel), self._accepted.get(channel.id)
        if accepted is None or self._arrived(accepted, cached):
            return clean(cached)
        return accepted.array

    async def asks(self, channel: discord.abc.GuildChannel, memory: Memory, array: Array) -> None:
        """Write it before Discord is asked: whatever becomes of that, what the owner set is not lost."""
        await self.write(channel.guild.id, channel.id, memory.asking(array))

    def accepted(self, channel_id: int, before: Array, array: Array) -> None:
        """Discord took an array where the cache showed another one."""
        self._accepted[channel_id] = _Accepted(before, array, self._now())

    async def write(self, guild_id: int, channel_id: int, memory: Memory) -> None:
        """Remember this of a channel."""
        memories = await self._of_guild(guild_id)
        await self._ledger.remember(channel_id, guild_id, to_plain(memory))
        memories[channel_id] = memory

    async def forget(self, guild_id: int, channel_ids: Iterable[int]) -> None:
        """These channels are gone, or no longer ours."""
        memories, gone = await self._of_guild(guild_id), tuple(channel_ids)
        await self._ledger.forget(gone)
        for channel_id in gone:
            memories.pop(channel_id, None)
            self._accepted.pop(channel_id, None)

    def _arrived(self, accepted: _Accepted, cached: Array) -> bool:
        return cached != accepted.before or self._now() - accepted.at > ECHO

    async def _of_guild(self, guild_id: int) -> dict[int, Memory]:
        if guild_id not in self._guilds:
            rows = await self._ledger.remembered(guild_id)
            self._guilds.setdefault(guild_id, {i: from_plain(data) for i, data in rows.items()})
        return self._guilds[guild_id]
