"""Building a hall: its category, voice channel and rooms, created or adopted. Names are given, not known."""

import discord
import msgspec

from mafia_bot.delivery.channels import CATEGORY, VOICE, HallChannels
from mafia_bot.delivery.rooms.overwrites import Array, array_of, held_bits, room_array
from mafia_bot.delivery.rooms.reconciler import calm
from mafia_bot.engine.scene import RoomKey


class HallNames(msgspec.Struct, frozen=True):
    """What the channels are called; the keys of ``rooms`` decide which rooms there are."""

    category: str
    voice: str
    rooms: dict[RoomKey, str]


class HallRefused(msgspec.Struct, frozen=True):
    """Discord refused to create a channel (its status and code); what was made is adopted next time."""

    key: RoomKey
    status: int
    code: int


async def create_or_adopt(
    guild: discord.Guild, names: HallNames, known: HallChannels | None = None
) -> HallChannels | HallRefused:
    """Make sure that every channel of a hall exists; a second call creates nothing.

    A known channel is kept whatever it is called now; else one of the right kind and name in the category
    is adopted; else it is created, a role's room hidden from its first moment. Adopted rooms keep their
    overwrites until ``Rooms.apply`` is called, so call it next.
    """
    key: RoomKey = CATEGORY
    rooms: dict[RoomKey, int] = {}
    try:
        category = await _category(guild, names.category, known)
        key = VOICE
        voice = await _voice(guild, category, names.voice, known)
        for key, name in names.rooms.items():
            rooms[key] = (await _room(guild, category, key, name, known)).id
    except discord.HTTPException as error:
        return HallRefused(key, error.status, error.code)
    return HallChannels(guild.id, category.id, voice.id, rooms)


def missing_rooms(guild: discord.Guild, hall: HallChannels) -> frozenset[RoomKey]:
    """Which channels of a hall were deleted by hand."""
    channels = {CATEGORY: hall.category_id, VOICE: hall.voice_id, **hall.rooms}
    return frozenset(key for key, channel_id in channels.items() if guild.get_channel(channel_id) is None)


async def _category(guild: discord.Guild, name: str, known: HallChannels | None) -> discord.CategoryChannel:
    channel = guild.get_channel(known.category_id) if known is not None else None
    if isinstance(channel, discord.CategoryChannel):
        return channel
    for category in guild.categories:
        if _same(category.name, name):
            return category
    return await guild.create_category(name)


async def _voice(
    guild: discord.Guild, category: discord.CategoryChannel, name: str, known: HallChannels | None
) -> discord.VoiceChannel:
    channel = guild.get_channel(known.voice_id) if known is not None else None
    if isinstance(channel, discord.VoiceChannel):
        return channel
    for voice in category.voice_channels:
        if _same(voice.name, name):
            return voice
    return await guild.create_voice_channel(
        name, category=category, overwrites=_initial(guild, category, VOICE)
    )


async def _room(
    guild: discord.Guild,
    category: discord.CategoryChannel,
    key: RoomKey,
    name: str,
    known: HallChannels | None,
) -> discord.TextChannel:
    channel = guild.get_channel(known.rooms.get(key, 0)) if known is not None else None
    if isinstance(channel, discord.TextChannel):
        return channel
    for room in category.text_channels:
        if _same(room.name, name):
            return room
    return await guild.create_text_channel(name, category=category, overwrites=_initial(guild, category, key))


def _same(found: str, name: str) -> bool:
    """Discord lowers a text channel's name and puts hyphens for its spaces."""
    return found.casefold().replace(" ", "-") == name.casefold().replace(" ", "-")


def _initial(
    guild: discord.Guild, category: discord.CategoryChannel, key: RoomKey
) -> dict[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite]:
    array: Array = room_array(
        {},
        array_of(category),
        calm(key),
        everyone=guild.id,
        me=guild.me.id,
        held=held_bits(guild.me),
    )
    overwrites: dict[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite] = {}
    for target, bits in array.items():
        # On creation discord.py takes a bare id for a member's, so a role has to be the real one.
        who = guild.get_role(target.id) if target.is_role else discord.Object(target.id)
        if who is not None:
            overwrites[who] = discord.PermissionOverwrite.from_pair(
                discord.Permissions(bits.allow), discord.Permissions(bits.deny)
            )
    return overwrites
