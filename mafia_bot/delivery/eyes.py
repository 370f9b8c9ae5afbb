"""What can be seen of a server by ids: who is in voice, who has power over a hall. It changes nothing."""

from collections.abc import Iterable

import discord

from mafia_bot.delivery.rooms.preflight import Powerful, powerful
from mafia_bot.engine.ids import UserId
from mafia_bot.texts.wording import visible_name


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

    def powerful(self, guild_id: int, users: Iterable[UserId]) -> tuple[Powerful, ...]:
        """Which of these people have power over the hall (owner, administrators, who may mute)."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return ()
        return powerful(m for user in users if (m := guild.get_member(user)) is not None)
