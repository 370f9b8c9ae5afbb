"""The floor's only touch with Discord: who is in voice, what we may, single requests. No game."""

import logging
from enum import StrEnum
from typing import Any

import aiohttp
import discord

from mafia_bot.delivery.voice.plan import Voice
from mafia_bot.engine.ids import UserId

NOT_IN_VOICE = (40032, 10065)
"""Discord's codes for an edit of somebody's voice, and for a look at it, while they are in no channel."""

_log = logging.getLogger(__name__)


class Outcome(StrEnum):
    """How a member edit ended."""

    DONE = "done"
    ABSENT = "absent"
    GONE = "gone"
    FORBIDDEN = "forbidden"
    LATER = "later"


async def set_mute(client: discord.Client, guild_id: int, user_id: UserId, muted: bool) -> Outcome:
    """Ask Discord to server-mute or unmute one member, by ids only: cached members are replaced at will.

    ``ABSENT`` and ``GONE`` changed nothing; ``LATER`` (an outage, a limit) may have changed something.
    """
    try:
        await client.http.edit_member(guild_id, user_id, mute=muted)
    except discord.Forbidden:
        return Outcome.FORBIDDEN
    except discord.NotFound:
        return Outcome.GONE
    except discord.HTTPException as error:
        if error.code in NOT_IN_VOICE:
            return Outcome.ABSENT
        return Outcome.LATER if error.status >= 500 or error.status == 429 else Outcome.FORBIDDEN
    except (discord.RateLimited, aiohttp.ClientError, OSError):
        return Outcome.LATER
    return Outcome.DONE


async def look_up(client: discord.Client, guild_id: int, user_id: UserId) -> None:
    """Ask Discord where a member is in voice. The answer goes the way of the event that may have been lost:
    into the client's cache, and to everybody who listens to voice events. No answer changes nothing.
    """
    state: Any
    try:
        state = await client.http.get_voice_state(guild_id, user_id)
    except discord.HTTPException as error:
        if error.code not in NOT_IN_VOICE or (heard_in(client, guild_id) or {}).get(user_id) is None:
            return
        state = {"user_id": str(user_id), "channel_id": None, "session_id": ""}
    except (discord.RateLimited, aiohttp.ClientError, OSError):
        return
    _log.info("guild %s: member %s looked up in voice: %s", guild_id, user_id, state["channel_id"])
    client._connection.parse_voice_state_update({**state, "guild_id": str(guild_id)})  # type: ignore[typeddict-item]


def heard_in(client: discord.Client, guild_id: int) -> dict[UserId, Voice] | None:
    """Every human in voice in a guild and whether they are muted, or ``None`` while it is out of sight."""
    guild = client.get_guild(guild_id)
    if guild is None or guild.unavailable:
        return None
    heard = {}
    for channel in (*guild.voice_channels, *guild.stage_channels):
        for user_id, state in channel.voice_states.items():
            member = guild.get_member(user_id)
            if member is None or not member.bot:
                heard[UserId(user_id)] = Voice(channel.id, state.mute)
    return heard


def lacking(client: discord.Client, guild_id: int, channel_id: int) -> tuple[str, ...]:
    """Which permission the bot lacks to mute people in a voice channel, as far as the cache knows.

    Without the first of them Discord counts none of the others, so it alone is named.
    """
    guild = client.get_guild(guild_id)
    channel = None if guild is None else guild.get_channel(channel_id)
    if guild is None or guild.unavailable or channel is None:
        return ()
    granted = channel.permissions_for(guild.me)
    needed = ("view_channel", "connect", "mute_members")
    return tuple([name for name in needed if not getattr(granted, name)][:1])
