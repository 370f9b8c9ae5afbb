"""On the lines typed in a table chat, and on who leaves voice or server: what is ruled by itself."""

from contextlib import suppress

import discord
from discord.ext import commands

from cogs.caller import name_of
from cogs.doorway import registry_of
from mafia_bot.engine.ids import UserId
from mafia_bot.table.automoderation import Said
from mafia_bot.table.registry import GameRegistry

SPEECH = (discord.MessageType.default, discord.MessageType.reply)
"""Messages that people write; all others are Discord's own notices."""


def _is_speech(message: discord.Message) -> bool:
    return message.type in SPEECH and not message.author.bot


class Discipline(commands.Cog):
    """Warnings and removals that nobody gives by hand."""

    def __init__(self, registry: GameRegistry) -> None:
        self.registry = registry

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """A line in a table chat: a formula, thanks, a forbidden word, a word out of turn."""
        if not _is_speech(message) or message.guild is None:
            return
        sent = message.created_at.timestamp()
        self.registry.heard(message.guild.id, sent)
        self.registry.presence.sign(UserId(message.author.id))
        reply = await self.registry.automoderation.said(self._said(message, sent))
        if reply is not None:
            # The line may have been deleted meanwhile, and an answer lost is no harm.
            with suppress(discord.HTTPException):
                await message.reply(reply, mention_author=False)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """A line was changed: what the edit brought counts like a line typed then (MA-20, CC-15)."""
        message, old = payload.message, payload.cached_message
        if not _is_speech(message) or message.edited_at is None:
            return  # Discord adds previews to lines by itself
        before = "" if old is None else old.content
        if message.guild is not None and message.content != before:
            said = self._said(message, message.edited_at.timestamp(), before)
            await self.registry.automoderation.said(said)

    def _said(self, message: discord.Message, at: float, before: str | None = None) -> Said:
        user, readable = UserId(message.author.id), self.registry.hears_chat or bool(message.content)
        # What is said in a thread is said at its table.
        place = getattr(message.channel, "parent_id", None) or message.channel.id
        return Said(place, user, message.content, at, before, readable)

    @commands.Cog.listener()
    async def on_voice_state_update(
        self, member: discord.Member, before: discord.VoiceState, after: discord.VoiceState
    ) -> None:
        """Somebody came, went, or was muted; the event tells what they are called, too."""
        self.registry.saw(member.guild.id, UserId(member.id), name_of(member))
        await self.registry.services.delivery.voice.of(member.guild.id).on_voice_state(member, before, after)
        old = before.channel.id if before.channel else None
        new = after.channel.id if after.channel else None
        await self.registry.presence.moved(UserId(member.id), old, new)

    @commands.Cog.listener()
    async def on_raw_member_remove(self, payload: discord.RawMemberRemoveEvent) -> None:
        """Somebody left the server."""
        await self.registry.presence.gone(payload.guild_id, UserId(payload.user.id))


async def setup(bot: commands.Bot) -> None:
    """Load this door."""
    await bot.add_cog(Discipline(registry_of(bot)))
