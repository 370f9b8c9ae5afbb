"""Halls by ids alone: builds them, and says what is missing for one. It remembers nothing."""

import asyncio
from collections import defaultdict
from contextlib import AbstractAsyncContextManager

import discord

from mafia_bot.delivery.channels import HallChannels
from mafia_bot.delivery.rooms.building import HallNames, HallRefused, create_or_adopt
from mafia_bot.delivery.rooms.overwrites import Array
from mafia_bot.delivery.rooms.preflight import missing_permissions
from mafia_bot.delivery.rooms.reconciler import Rooms


class HallBuilder:
    """One for a process; `at_work` keeps two builders of one server apart."""

    def __init__(self, client: discord.Client, rooms: Rooms) -> None:
        self._client, self._rooms = client, rooms
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    def at_work(self, guild_id: int) -> AbstractAsyncContextManager[None]:
        """Held while a hall of a server is looked for, built and remembered: two people may ask at once."""
        return self._locks[guild_id]

    def missing(self, guild_id: int, hall: HallChannels | None = None) -> tuple[str, ...]:
        """The permissions we lack on a server and in a hall's channels; none while it is out of sight."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return ()
        channels = [] if hall is None else [guild.get_channel(i) for i in _ids(hall)]
        found = [channel for channel in channels if channel is not None]
        return tuple(lack.permission for lack in missing_permissions(guild.me, found))

    def channels(self, guild_id: int) -> frozenset[int]:
        """Every channel of a server."""
        guild = self._client.get_guild(guild_id)
        return frozenset() if guild is None else frozenset(channel.id for channel in guild.channels)

    def name_of(self, guild_id: int, channel_id: int) -> str | None:
        """What a channel is called now; None if it is gone."""
        guild = self._client.get_guild(guild_id)
        channel = None if guild is None else guild.get_channel(channel_id)
        return None if channel is None else channel.name

    def has_voice(self, hall: HallChannels) -> bool:
        """Whether the hall's voice channel is there; true while the server is out of sight."""
        guild = self._client.get_guild(hall.guild_id)
        return guild is None or guild.unavailable or guild.get_channel(hall.voice_id) is not None

    async def build(
        self, guild_id: int, names: HallNames, known: HallChannels | None, taken: frozenset[int]
    ) -> HallChannels | HallRefused | None:
        """Create or adopt every channel of a hall; None while the server is out of sight."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return None

        async def born(channel_id: int, array: Array) -> None:
            await self._rooms.born(guild_id, channel_id, array)

        return await create_or_adopt(guild, names, known, taken=taken, born=born)


def _ids(hall: HallChannels) -> tuple[int, ...]:
    return (hall.category_id, hall.voice_id, *hall.rooms.values())
