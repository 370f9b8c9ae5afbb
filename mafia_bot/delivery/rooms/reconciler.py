"""The rooms of a hall: makes Discord's permission overwrites agree with who sees and writes where.

One PATCH of the whole array for a channel that differs, none for one that agrees. It knows no role.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable

import discord
import msgspec

from mafia_bot.delivery.budget import Budget, Priority
from mafia_bot.delivery.channels import CATEGORY, GRAVEYARD, TABLE, VOICE, HallChannels
from mafia_bot.delivery.rooms.ledger import Memory, RoomLedger
from mafia_bot.delivery.rooms.memories import Memories
from mafia_bot.delivery.rooms.overwrites import (
    NOTHING,
    Array,
    Ours,
    array_of,
    banned,
    clean,
    held_bits,
    payload_of,
    room_array,
)
from mafia_bot.delivery.rooms.rights import Rights
from mafia_bot.engine.ids import UserId
from mafia_bot.engine.scene import RoomKey, RoomView, Scene

Edited = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.CategoryChannel
"""The kinds of channels that a hall may be made of."""

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


class _Job(msgspec.Struct, frozen=True):
    """How a channel is to be; `ours` false: as it would be without us."""

    view: RoomView | None
    bans: frozenset[UserId] = NOBODY
    ours: bool = True


class _Task(msgspec.Struct, frozen=True):
    channel: Edited
    memory: Memory
    want: Array


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

    def __init__(
        self, client: discord.Client, ledger: RoomLedger, budget: Budget, *, now: Callable[[], float]
    ) -> None:
        self._client, self._budget = client, budget
        self.rights, self._memories = Rights(client), Memories(ledger, now=now)
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._jobs: dict[int, _Job] = {}

    async def born(self, guild_id: int, channel_id: int, array: Array) -> None:
        """A channel was created by us, with these overwrites: none of them is its owner's."""
        await self._memories.write(guild_id, channel_id, Memory({}, (array,)))

    async def apply(
        self, hall: HallChannels, scene: Scene, bans: frozenset[UserId] = NOBODY
    ) -> tuple[RoomTrouble, ...]:
        """Bring every channel of the hall to the scene; ``bans`` are removed from the hall altogether.

        Returns what could not be done, as values. Of scenes applied at once the newest wins.
        """
        channels = _channels(hall)
        for key, channel_id in channels.items():
            self._jobs[channel_id] = _Job(None if key == CATEGORY else view_of(key, scene), bans)
        unknown = await self._learn(hall, scene)
        troubles = await asyncio.gather(
            *(self._bring(hall, key, channel) for key, channel in channels.items())
        )
        return tuple(trouble for trouble in (*troubles, unknown) if trouble is not None)

    async def put_back(self, hall: HallChannels, keys: Iterable[RoomKey]) -> tuple[RoomRefused, ...]:
        """Let these channels go: what stood before us stands again, and nothing is remembered of them."""
        channels, refused = _channels(hall), []
        for key in keys:
            self._jobs[channels[key]] = _Job(None, ours=False)
            trouble = await self._bring(hall, key, channels[key])
            if isinstance(trouble, RoomRefused):
                refused.append(trouble)
            else:
                await self._memories.forget(hall.guild_id, (channels[key],))
        return tuple(refused)

    async def forget(self, hall: HallChannels) -> None:
        """Nothing of ours is left in a hall."""
        await self._memories.forget(hall.guild_id, _channels(hall).values())

    async def _learn(self, hall: HallChannels, scene: Scene) -> RoomRefused | None:
        guild = self._client.get_guild(hall.guild_id)
        if guild is None or not scene.running:
            return None
        people = {u for view in scene.rooms.values() for u in (*(view.readers or ()), *(view.writers or ()))}
        unknown = await self.rights.learn(guild, people)
        return None if unknown is None else RoomRefused(TABLE, unknown.status, unknown.code)

    async def _bring(self, hall: HallChannels, key: RoomKey, channel_id: int) -> RoomTrouble | None:
        async with self._locks[channel_id]:
            if not isinstance(task := await self._task(hall, key, channel_id), _Task):
                return task
            await self._budget.take(Priority.ROOM)
            # That may have taken a while, and something else be wanted by now.
            if not isinstance(task := await self._task(hall, key, channel_id), _Task):
                return task
            before = array_of(task.channel)
            await self._memories.asks(task.channel, task.memory, task.want)
            try:
                await task.channel.edit(overwrites=payload_of(task.want))
            except discord.NotFound:
                return RoomMissing(key)
            except discord.HTTPException as error:
                return RoomRefused(key, error.status, error.code)
            self._memories.accepted(channel_id, before, task.want)
            return None

    async def _task(self, hall: HallChannels, key: RoomKey, channel_id: int) -> _Task | RoomMissing | None:
        """What is to be done about a channel; None: it is as it should be."""
        guild = self._client.get_guild(hall.guild_id)
        channel = None if guild is None else guild.get_channel(channel_id)
        if guild is None or not isinstance(channel, Edited):
            return RoomMissing(key)
        memory, category = await self._memories.look(channel), guild.get_channel(hall.category_id)
        # What its owner set, not the removals that we are changing in it at this moment.
        above = (await self._memories.look(category)).base if category is not None else {}
        current, want = self._memories.current(channel), self._wanted(guild, channel, memory, above)
        return None if current == want else _Task(channel, memory, want)

    def _wanted(self, guild: discord.Guild, channel: Edited, memory: Memory, above: Array) -> Array:
        job, held = self._jobs[channel.id], held_bits(guild.me)
        want = memory.base
        if job.ours:
            if job.view is not None:
                ours = Ours(guild.id, guild.me.id, held)
                want = room_array(
                    want, above, job.view, ours, lambda user, a: self.rights.bits(guild, user, a)
                )
            want = banned(want, job.bans, held)
        return _kept(want, self._memories.current(channel), held)


def _channels(hall: HallChannels) -> dict[RoomKey, int]:
    return {CATEGORY: hall.category_id, VOICE: hall.voice_id, **hall.rooms}


def _kept(want: Array, current: Array, held: int) -> Array:
    """Bits that we do not hold stay as they are: Discord refuses the whole array for one of them."""
    merged: Array = {}
    for target in {*want, *current}:
        now = current.get(target, NOTHING).without(held)
        merged[target] = want.get(target, NOTHING).only(held).joined(now)
    return clean(merged)
