"""What the bot lacks to host a game, and who at the table has more power than is good. No words."""

from collections.abc import Iterable
from enum import StrEnum

import discord
import msgspec

from mafia_bot.engine.ids import UserId


class Why(StrEnum):
    """What a permission is needed for."""

    SEE = "see"
    BOARD = "board"
    PICTURE = "picture"
    BUILD = "build"
    ROOMS = "rooms"
    VOICE = "voice"
    SILENCE = "silence"


NEEDED: dict[str, Why] = {
    "view_channel": Why.SEE,
    "send_messages": Why.BOARD,
    "embed_links": Why.BOARD,
    # Editing a board or fetching its page of history.
    "read_message_history": Why.BOARD,
    "attach_files": Why.PICTURE,
    "manage_channels": Why.BUILD,
    # Named "Manage Permissions" in a channel: overwrites of an existing channel ask for it.
    "manage_roles": Why.ROOMS,
    # A bot may only deny what it holds itself; without these a silenced chat leaks by thread or reaction.
    "send_messages_in_threads": Why.ROOMS,
    "create_public_threads": Why.ROOMS,
    "create_private_threads": Why.ROOMS,
    "add_reactions": Why.ROOMS,
    # A voice channel's status line is one more place to write in while the city sleeps (GE-06).
    "set_voice_channel_status": Why.ROOMS,
    # Without it a voice channel is out of the bot's reach whatever else it holds.
    "connect": Why.VOICE,
    "mute_members": Why.SILENCE,
}
"""Every permission that hosting needs, by discord.py's name. Moving people is never needed."""

VOICE_ONLY = {"connect", "mute_members"}

TO_DENY = {
    "send_messages_in_threads",
    "create_public_threads",
    "create_private_threads",
    "add_reactions",
    "set_voice_channel_status",
}
"""Held on the server in order to be denied to others; in a channel we deny them to ourselves as well."""


class Missing(msgspec.Struct, frozen=True):
    """One permission that the bot lacks."""

    permission: str
    why: Why


class Power(StrEnum):
    """Why somebody's seat is unsafe for secrets or for silence."""

    OWNER = "owner"
    ADMINISTRATOR = "administrator"
    MUTES = "mutes"


class Powerful(msgspec.Struct, frozen=True):
    """``OWNER`` and ``ADMINISTRATOR`` see every room; ``MUTES`` can unmute themselves."""

    user_id: UserId
    power: Power


def missing_permissions(
    me: discord.Member, channels: Iterable[discord.abc.GuildChannel] = ()
) -> tuple[Missing, ...]:
    """Everything missing at once: on the server, and in the given channels of an existing hall.

    A channel counts for what its overwrites take away; a text channel has no voice permissions to take.
    """
    lacking = {name for name in NEEDED if not getattr(me.guild_permissions, name)}
    for channel in channels:
        granted, silent = channel.permissions_for(me), isinstance(channel, discord.TextChannel)
        spared = TO_DENY | (VOICE_ONLY if silent else set())
        lacking |= {n for n in NEEDED if n not in spared and not getattr(granted, n)}
    return tuple(Missing(name, why) for name, why in NEEDED.items() if name in lacking)


def powerful(
    seated: Iterable[discord.Member], voice: discord.VoiceChannel | None = None
) -> tuple[Powerful, ...]:
    """Seated people with power over the hall, in the order given, each with their greatest power."""
    found = []
    for member in seated:
        permissions = voice.permissions_for(member) if voice is not None else member.guild_permissions
        if member.guild.owner_id == member.id:
            found.append(Powerful(UserId(member.id), Power.OWNER))
        elif member.guild_permissions.administrator:
            found.append(Powerful(UserId(member.id), Power.ADMINISTRATOR))
        elif permissions.mute_members:
            found.append(Powerful(UserId(member.id), Power.MUTES))
    return tuple(found)
