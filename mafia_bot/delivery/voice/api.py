"""The floor's only touch with Discord: who is in voice, and one request. It knows no game."""

from enum import StrEnum

import aiohttp
import discord

from mafia_bot.delivery.voice.plan import Voice
from mafia_bot.engine.ids import UserId

NOT_IN_VOICE = 40032


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
        if error.code == NOT_IN_VOICE:
            return Outcome.ABSENT
        return Outcome.LATER if error.status >= 500 or error.status == 429 else Outcome.FORBIDDEN
    except (discord.RateLimited, aiohttp.ClientError, OSError):
        return Outcome.LATER
    return Outcome.DONE


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
