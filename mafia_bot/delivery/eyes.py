"""What can be seen of a server by ids: who is in voice, who has power over a hall. It changes nothing."""

from collections.abc import Iterable
from enum import StrEnum

import discord
import msgspec

from mafia_bot.delivery.rooms.preflight import Powerful, powerful
from mafia_bot.engine.ids import UserId
from mafia_bot.texts.wording import visible_name


class Idle(msgspec.Struct, frozen=True):
    """Where the server moves whoever is silent in voice, and after how many seconds."""

    channel_id: int
    seconds: int


class Closed(StrEnum):
    """Why nobody hears a microphone, apart from a mute by the server."""

    BY_SELF = "self"
    NO_RIGHT = "right"
    """Discord does not let them speak in the channel."""


class Eyes:
    """Looks through the client's cache; cached objects are replaced at will, so ids alone are kept."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def present(self, voice_id: int) -> frozenset[int] | None:
        """Who is in a voice channel; None if the channel is not there."""
        channel = self._client.get_channel(voice_id)
        if not isinstance(channel, discord.VoiceChannel):
            return None
        return frozenset(channel.voice_states)

    def closed(self, voice_id: int, user: UserId) -> Closed | None:
        """Why somebody in a voice channel keeps silent; None if they do not, or are not there."""
        channel = self._client.get_channel(voice_id)
        state = channel.voice_states.get(user) if isinstance(channel, discord.VoiceChannel) else None
        if state is None:
            return None
        if state.suppress:
            return Closed.NO_RIGHT
        return Closed.BY_SELF if state.self_mute or state.self_deaf else None

    async def is_member(self, guild_id: int, user: UserId) -> bool:
        """Whether somebody is on the server. Discord is asked, for nobody tells us of those who leave; what
        it does not answer counts as yes.
        """
        guild = self._client.get_guild(guild_id)
        try:
            return guild is None or (await guild.fetch_member(user)) is not None
        except discord.NotFound:
            return False
        except discord.HTTPException:
            return True

    def names(self, guild_id: int, users: Iterable[UserId]) -> tuple[tuple[UserId, str], ...]:
        """What these people are called on a server; whoever is not in the cache is left out."""
        guild = self._client.get_guild(guild_id)
        found = ((user, guild.get_member(user)) for user in users) if guild is not None else ()
        return tuple((user, visible_name(m.display_name, m.name)) for user, m in found if m is not None)

    def powerful(self, guild_id: int, users: Iterable[UserId], voice_id: int) -> tuple[Powerful, ...]:
        """Which of these people have power over the hall (owner, administrators, who may mute there)."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return ()
        voice = guild.get_channel(voice_id)
        there = voice if isinstance(voice, discord.VoiceChannel) else None
        return powerful((m for user in users if (m := guild.get_member(user)) is not None), there)

    def idle(self, guild_id: int) -> Idle | None:
        """What the server does with people who are silent; None if it leaves them where they are."""
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.afk_channel is None:
            return None
        return Idle(guild.afk_channel.id, guild.afk_timeout)
