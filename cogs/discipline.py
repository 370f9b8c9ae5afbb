"""On `/warn`, `/remove`, `/suspend`, `/undo`, on what is typed in a table chat, and on who leaves
voice or server.
"""

from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from cogs.caller import Caller, Person, name_of
from cogs.doorway import Answer, about, answer, options, registry_of, ruling
from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Rank, SeatNo, UserId
from mafia_bot.engine.refusals import Refusal
from mafia_bot.engine.undoing import brought_back, undoable
from mafia_bot.screens.rulings import taken_back
from mafia_bot.screens.status import offence_choices
from mafia_bot.table.automoderation import Said
from mafia_bot.table.registry import GameRegistry
from mafia_bot.table.table import Table

Seat = app_commands.Range[int, 1, 20]
Choices = list[app_commands.Choice[str]]


SPEECH = (discord.MessageType.default, discord.MessageType.reply)
"""Messages that people write; all others are Discord's own notices."""


def _is_speech(message: discord.Message) -> bool:
    return message.type in SPEECH and not message.author.bot


class Discipline(commands.Cog):
    """Warnings and removals, by hand and by themselves."""

    def __init__(self, registry: GameRegistry) -> None:
        self.registry = registry

    @app_commands.command(**about("warn"))
    @options("seat", "offence", "times")
    @app_commands.guild_only()
    async def warn(
        self,
        interaction: discord.Interaction,
        seat: Seat,
        offence: str,
        times: app_commands.Range[int, 1, 5] = 1,
    ) -> None:
        caller = Caller(self.registry, interaction)

        async def rule(table: Table, rank: Rank) -> Answer:
            outcome = await table.submit(cmd.Warn(rank, SeatNo(seat), offence, times))
            return outcome if isinstance(outcome, Refusal) else caller.texts("warned-private")

        await answer(caller, ruling(caller, rule))

    @app_commands.command(**about("remove"))
    @options("seat", "offence", "hall")
    @app_commands.guild_only()
    async def remove(
        self, interaction: discord.Interaction, seat: Seat, offence: str, hall: bool | None = None
    ) -> None:
        caller = Caller(self.registry, interaction)

        async def rule(table: Table, rank: Rank) -> Answer:
            outcome = await table.submit(cmd.Remove(rank, SeatNo(seat), offence, hall))
            return outcome if isinstance(outcome, Refusal) else caller.texts("removed-private")

        await answer(caller, ruling(caller, rule))

    @app_commands.command(**about("suspend"))
    @options("player", "offence")
    @app_commands.guild_only()
    async def suspend(self, interaction: discord.Interaction, player: Person, offence: str) -> None:
        caller = Caller(self.registry, interaction)

        async def rule(table: Table, rank: Rank) -> Answer:
            outcome = await table.submit(cmd.Suspend(rank, UserId(player.id), offence))
            return outcome if isinstance(outcome, Refusal) else caller.texts("done")

        await answer(caller, ruling(caller, rule))

    @app_commands.command(**about("undo"))
    @app_commands.guild_only()
    async def undo(self, interaction: discord.Interaction) -> None:
        caller = Caller(self.registry, interaction)

        async def rule(table: Table, rank: Rank) -> Answer:
            meant = undoable(caller.seen(table))
            command = cmd.Undo(rank, None if meant is None else meant[0].number)
            back = brought_back(table.game)
            outcome = await self.registry.admission.submit(table, command, leaders=back)
            if isinstance(outcome, Refusal):
                return outcome
            undone = (event for event in outcome.events if isinstance(event, ev.RulingUndone))
            return caller.texts("undone-private", whats=[taken_back(event, caller.texts) for event in undone])

        await answer(caller, ruling(caller, rule))

    @warn.autocomplete("offence")
    async def _warnings(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._offered(interaction, current, {"warning"})

    @remove.autocomplete("offence")
    async def _removals(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._offered(interaction, current, {"removal", "hall"})

    @suspend.autocomplete("offence")
    async def _bans(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._offered(interaction, current, {"suspension", "hall"})

    async def _offered(self, interaction: discord.Interaction, current: str, sanctions: set[str]) -> Choices:
        caller = Caller(self.registry, interaction)
        table = await caller.table()
        if isinstance(table, Refusal):
            return []
        offered = offence_choices(table.game.rules, sanctions, caller.texts)
        return [
            app_commands.Choice(name=name[:100], value=value)
            for value, name in offered
            if current.casefold() in name.casefold()
        ][:25]

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
