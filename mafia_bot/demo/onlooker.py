"""What can be seen of a simulated server from outside: voices, rights, requests. The bot is not asked."""

import discord
import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simcord.types import HttpLogEntry

from mafia_bot.demo import world


class Onlooker:
    """A server, and the people at the table in the order of their seats."""

    env: simcord.Env
    guild: GuildHandle
    seats: list[MemberActor]

    def muted(self) -> set[int]:
        """The seats that are server-muted in voice now."""
        states = self.guild.voice_states()
        return {
            number
            for number, actor in enumerate(self.seats, start=1)
            if (state := states.get(actor.id)) is not None and state.mute
        }

    def name_of(self, actor: MemberActor) -> str:
        """How the server shows somebody."""
        return self.env.backend.users[actor.id].global_name or actor.name

    def is_muted(self, actor: MemberActor) -> bool:
        """Whether the server keeps somebody muted, in voice or not."""
        return bool(self.env.backend.get_member(self.guild.id, actor.id).mute)

    def may(self, actor: MemberActor, channel: ChannelHandle, permission: str) -> bool:
        """What the server itself (not the bot's cache) lets a member do: `view_channel`, `send_messages` …"""
        held = self.env.backend.compute_permissions(self.guild.id, actor.id, channel.id)
        return bool(held & int(getattr(discord.Permissions, permission).flag))

    def mark(self) -> int:
        """A point in the log of requests, for `calls` and `member_edits`."""
        return len(self.env.http_requests)

    def calls(self, since: int = 0) -> list[HttpLogEntry]:
        """REST requests since a mark, without answers to interactions."""
        return world.counted(self.env.http_requests[since:])

    def member_edits(self, since: int = 0) -> list[tuple[int, bool]]:
        """Mutes (true) and unmutes since a mark, by user id."""
        edits = (world.member_edit(request) for request in self.env.http_requests[since:])
        return [edit for edit in edits if edit is not None]
