"""Building a hall: its category, voice channel and rooms, created or adopted. Names are given, not known."""

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

import discord
import msgspec

from mafia_bot.delivery.channels import CATEGORY, VOICE, HallChannels
from mafia_bot.delivery.rooms.overwrites import Array, Ours, array_of, held_bits, room_array
from mafia_bot.delivery.rooms.reconciler import calm
from mafia_bot.engine.scene import RoomKey

NOBODYS: frozenset[int] = frozenset()
FULL = (30013, "MAX_CHANNELS")
"""How Discord says that a server, or a category, has no room for one more channel."""

Channel = TypeVar("Channel", bound=discord.abc.GuildChannel)
Born = Callable[[int, Array], Awaitable[None]]
"""Hears of a channel that was created, and with which overwrites, before anybody can change them."""


class HallNames(msgspec.Struct, frozen=True):
    """What the channels are called; the keys of ``rooms`` decide which rooms there are."""

    category: str
    voice: str
    rooms: dict[RoomKey, str]


class HallRefused(msgspec.Struct, frozen=True):
    """Discord refused to create a channel (its status and code); what was made is adopted next time.

    ``full``: for want of room, not of a permission.
    """

    key: RoomKey
    status: int
    code: int
    full: bool = False


async def create_or_adopt(
    guild: discord.Guild,
    names: HallNames,
    known: HallChannels | None = None,
    *,
    taken: frozenset[int] = NOBODYS,
    born: Born | None = None,
) -> HallChannels | HallRefused:
    """Make sure that every channel of a hall exists; a second call creates nothing.

    A known channel is kept whatever it is called now, and moved into the category if that was made anew;
    else one of the right kind and name in the category is adopted unless it is ``taken`` by another hall;
    else it is created, a role's room hidden from its first moment. Call ``Rooms.apply`` next.
    """
    work = _Building(guild, names, known, taken, born)
    try:
        return await work.build()
    except discord.HTTPException as error:
        full = error.code == FULL[0] or FULL[1] in str(error)
        return HallRefused(work.key, error.status, error.code, full)


def missing_rooms(guild: discord.Guild, hall: HallChannels) -> frozenset[RoomKey]:
    """Which channels of a hall were deleted by hand."""
    channels = {CATEGORY: hall.category_id, VOICE: hall.voice_id, **hall.rooms}
    return frozenset(key for key, channel_id in channels.items() if guild.get_channel(channel_id) is None)


class _Building:
    def __init__(
        self,
        guild: discord.Guild,
        names: HallNames,
        known: HallChannels | None,
        taken: frozenset[int],
        born: Born | None,
    ) -> None:
        self._guild, self._names, self._known, self._taken, self._born = guild, names, known, taken, born
        self.key: RoomKey = CATEGORY

    async def build(self) -> HallChannels:
        guild, names, known = self._guild, self._names, self._known
        category = self._found(
            discord.CategoryChannel, known.category_id if known else 0, names.category, guild.categories
        )
        category = category or await guild.create_category(names.category)
        self.key = VOICE
        voice = self._found(
            discord.VoiceChannel, known.voice_id if known else 0, names.voice, category.voice_channels
        )
        if voice is None:
            initial = _initial(guild, category, VOICE)
            voice = await guild.create_voice_channel(names.voice, category=category, overwrites=initial)
            await self._tell(voice)
        await self._bring_in(voice, category)
        rooms: dict[RoomKey, int] = {}
        for self.key, name in names.rooms.items():
            rooms[self.key] = await self._room(category, self.key, name)
        return HallChannels(guild.id, category.id, voice.id, rooms)

    async def _room(self, category: discord.CategoryChannel, key: RoomKey, name: str) -> int:
        known = self._known.rooms.get(key, 0) if self._known else 0
        room = self._found(discord.TextChannel, known, name, category.text_channels)
        if room is None:
            initial = _initial(self._guild, category, key)
            room = await self._guild.create_text_channel(name, category=category, overwrites=initial)
            await self._tell(room)
        await self._bring_in(room, category)
        return room.id

    def _found(
        self, kind: type[Channel], known_id: int, name: str, among: Iterable[Channel]
    ) -> Channel | None:
        known = self._guild.get_channel(known_id)
        if isinstance(known, kind):
            return known
        free = (channel for channel in among if channel.id not in self._taken)
        return next((channel for channel in free if _same(channel.name, name)), None)

    async def _bring_in(
        self, channel: discord.VoiceChannel | discord.TextChannel, category: discord.CategoryChannel
    ) -> None:
        """A deleted category leaves its channels behind; where an owner chose another one, that stays."""
        if channel.category is None:
            await channel.edit(category=category)

    async def _tell(self, channel: discord.VoiceChannel | discord.TextChannel) -> None:
        if self._born is not None:
            await self._born(channel.id, array_of(channel))


def _same(found: str, name: str) -> bool:
    """Discord lowers a text channel's name and puts hyphens for its spaces."""
    return found.casefold().replace(" ", "-") == name.casefold().replace(" ", "-")


def _initial(
    guild: discord.Guild, category: discord.CategoryChannel, key: RoomKey
) -> dict[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite]:
    ours = Ours(guild.id, guild.me.id, held_bits(guild.me))
    array = room_array({}, array_of(category), calm(key), ours)
    overwrites: dict[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite] = {}
    for target, bits in array.items():
        # On creation discord.py takes a bare id for a member's, so a role has to be the real one.
        who = guild.get_role(target.id) if target.is_role else discord.Object(target.id)
        if who is not None:
            overwrites[who] = discord.PermissionOverwrite.from_pair(
                discord.Permissions(bits.allow), discord.Permissions(bits.deny)
            )
    return overwrites
