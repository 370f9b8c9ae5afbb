"""The rooms of a hall: makes Discord's permission overwrites agree with who sees and writes where.

One PATCH of the whole array for a channel that differs, none for one that agrees. It knows no role.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable

import discord
import msgspec

from mafia_bot.delivery.channels import CATEGORY, GRAVEYARD, TABLE, VOICE, HallChannels
from mafia_bot.delivery.rooms.ledger import Memory, RoomLedger, from_plain, to_plain
from mafia_bot.delivery.rooms.overwrites import (
    Array,
    Ours,
    array_of,
    banned,
    clean,
    held_bits,
    payload_of,
    room_array,
    usual_bits,
)
from mafia_bot.engine.ids import UserId
from mafia_bot.engine.scene import RoomKey, RoomView, Scene

ECHO = 5.0
"""Seconds for which an array that Discord accepted is believed although the cache shows the old one."""

NOBODY: frozenset[UserId] = frozenset()


class RoomMissing(msgspec.Struct, frozen=True):
    """The channel was deleted by hand. The game goes on; ``hall.create_or_adopt`` makes it anew."""

    key: RoomKey


class RoomRefused(msgspec.Struct, frozen=True):
    """Discord refused or did not answer (HTTP status and Discord's code); the next ``apply`` tries again."""

    key: RoomKey
    status: int
    code: int


RoomTrouble = RoomMissing | RoomRefused


class _Sent(msgspec.Struct, frozen=True):
    before: Array
    after: Array
    at: float


class _Job(msgspec.Struct, frozen=True):
    view: RoomView | None
    bans: frozenset[UserId]


def calm(key: RoomKey) -> RoomView:
    """A room while no game is on: the table chat is open, the graveyard is to be read, the rest is hidden."""
    if key in (TABLE, VOICE):
        return RoomView(None, None)
    if key == GRAVEYARD:
        return RoomView(None, NOBODY)
    return RoomView(NOBODY, NOBODY)


def view_of(key: RoomKey, scene: Scene) -> RoomView:
    """How a room should be in a scene. A room of which the scene says nothing is calm."""
    if not scene.running:
        return calm(key)
    if key == VOICE:
        # A voice channel has a chat of its own: while a game is on nobody talks past the table (GE-06).
        return RoomView(None, NOBODY)
    return scene.rooms.get(key, calm(key))


class Rooms:
    """Applies scenes to halls; ``now`` gives epoch seconds. Safe to call at any moment and repeatedly."""

    def __init__(self, client: discord.Client, ledger: RoomLedger, *, now: Callable[[], float]) -> None:
        self._client, self._ledger, self._now = client, ledger, now
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._jobs: dict[int, _Job] = {}
        self._sent: dict[int, _Sent] = {}
        self._memories: dict[int, dict[int, Memory]] = {}

    async def born(self, guild_id: int, channel_id: int, array: Array) -> None:
        """A channel was created by us, with these overwrites: none of them is its owner's."""
        (await self._of_guild(guild_id))[channel_id] = memory = Memory({}, (array,))
        await self._ledger.remember(channel_id, guild_id, to_plain(memory))

    async def apply(
        self, hall: HallChannels, scene: Scene, bans: frozenset[UserId] = NOBODY
    ) -> tuple[RoomTrouble, ...]:
        """Bring every channel of the hall to the scene; ``bans`` are removed from the hall altogether.

        Returns what could not be done, as values. Of scenes applied at once the newest wins.
        """
        channels = {CATEGORY: hall.category_id, VOICE: hall.voice_id, **hall.rooms}
        for key, channel_id in channels.items():
            view = None if key == CATEGORY else view_of(key, scene)
            self._jobs[channel_id] = _Job(view, bans)
        troubles = await asyncio.gather(
            *(self._bring(hall, key, channel_id) for key, channel_id in channels.items())
        )
        return tuple(trouble for trouble in troubles if trouble is not None)

    async def _bring(self, hall: HallChannels, key: RoomKey, channel_id: int) -> RoomTrouble | None:
        async with self._locks[channel_id]:
            guild = self._client.get_guild(hall.guild_id)
            channel = guild.get_channel(channel_id) if guild is not None else None
            if guild is None or not isinstance(
                channel,
                discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.CategoryChannel,
            ):
                return RoomMissing(key)
            memory = await self._look(guild, channel)
            category = guild.get_channel(hall.category_id)
            # What its owner set, not the removals that we are changing in it at this moment.
            above = (await self._look(guild, category)).base if category is not None else {}
            now, want = self._arrays(guild, channel, above, memory)
            if now == want:
                return None
            before = array_of(channel)
            # Written first: whatever becomes of the request, what the owner set is not lost.
            await self._write(guild, channel, memory.asking(want))
            try:
                await channel.edit(overwrites=payload_of(want))
            except discord.NotFound:
                return RoomMissing(key)
            except discord.HTTPException as error:
                return RoomRefused(key, error.status, error.code)
            self._sent[channel_id] = _Sent(before, want, self._now())
            return None

    async def _look(self, guild: discord.Guild, channel: discord.abc.GuildChannel) -> Memory:
        """What is remembered of a channel, with what its owner has set since."""
        memories, current = await self._of_guild(guild.id), array_of(channel)
        known = memories.get(channel.id)
        if known is None:
            return Memory(current, (current,))
        seen = known.seen(current).settled(current)
        if seen.base != known.base:
            await self._write(guild, channel, seen)
        return seen

    async def _write(self, guild: discord.Guild, channel: discord.abc.GuildChannel, memory: Memory) -> None:
        await self._ledger.remember(channel.id, guild.id, to_plain(memory))
        (await self._of_guild(guild.id))[channel.id] = memory

    async def _of_guild(self, guild_id: int) -> dict[int, Memory]:
        if guild_id not in self._memories:
            rows = await self._ledger.remembered(guild_id)
            self._memories.setdefault(guild_id, {i: from_plain(data) for i, data in rows.items()})
        return self._memories[guild_id]

    def _arrays(
        self, guild: discord.Guild, channel: discord.abc.GuildChannel, above: Array, memory: Memory
    ) -> tuple[Array, Array]:
        """What the channel has and what it should have."""
        job, ours = self._jobs[channel.id], Ours(guild.id, guild.me.id, held_bits(guild.me))
        current, base = self._current(channel), memory.base
        if job.view is None:
            return clean(current), banned(base, job.bans, ours.held)
        public = job.view.readers is None
        want = room_array(
            base, above, job.view, ours, (lambda user: usual_bits(guild, user, base)) if public else None
        )
        return clean(current), banned(want, job.bans, ours.held)

    def _current(self, channel: discord.abc.GuildChannel) -> Array:
        cached, sent = array_of(channel), self._sent.get(channel.id)
        if sent is None or cached != sent.before or self._now() - sent.at > ECHO:
            self._sent.pop(channel.id, None)
            return cached
        # Discord accepted our array, its event is still on the way.
        return sent.after
