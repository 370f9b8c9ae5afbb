"""On `/setup`: a hall for this server, with everything that is missing said at once; or one hall less."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.caller import Caller
from cogs.doorway import Answer, about, answer, options, registry_of
from cogs.powers import place_cautions
from cogs.questions import Asked, ask, sure
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.table.registry import GameRegistry
from mafia_bot.texts import LANGUAGES

LANGUAGE_CHOICES = [app_commands.Choice(name=code, value=code) for code in LANGUAGES]


class Setup(commands.Cog):
    """`/setup`: creates or adopts the channels of a table, or lets them go."""

    def __init__(self, registry: GameRegistry, bot: commands.Bot) -> None:
        self.registry, self.bot = registry, bot

    async def cog_load(self) -> None:
        """Answer the button that lets a table go, old messages' too."""
        self.bot.add_dynamic_items(sure(self.registry, "table", r"(?P<hall>\d+)", self._let_go))

    @app_commands.command(**about("setup"))
    @options("language", "name", "remove")
    @app_commands.choices(language=LANGUAGE_CHOICES)
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def setup(
        self,
        interaction: discord.Interaction,
        language: str | None = None,
        name: app_commands.Range[str, 1, 40] | None = None,
        remove: bool = False,
    ) -> None:
        caller = Caller(self.registry, interaction)
        work = self._ask_to_remove(caller) if remove else self._found(caller, language, name)
        await answer(caller, work, interaction.response.is_done)

    async def _found(self, caller: Caller, language: str | None, name: str | None) -> Answer:
        guild, texts = caller.interaction.guild, caller.texts
        assert guild is not None
        # A server may have opened the command to everybody; the power is asked for again.
        if not caller.interaction.permissions.manage_guild:
            return Refusal(Code.NO_PERMISSION)
        speaks = language or self.registry.language
        result = await self.registry.halls.found(guild.id, self.registry.room_keys, speaks, name)
        if isinstance(result, Refusal):
            return result
        self.registry.lifecycle.moved(result.hall)
        hall, key = result.hall, "setup-adopted" if result.adopted else "setup-done"
        lines = [texts(key, voice=hall.voice_id, table=hall.chat_id)]
        if not self.registry.hears_chat:
            lines.append(texts("setup-no-content"))
        lines += place_cautions(caller, hall.voice_id)
        return "\n".join(lines)

    async def _ask_to_remove(self, caller: Caller) -> Answer:
        """Ask once: the hall that this channel belongs to, or the server's only one."""
        interaction, texts = caller.interaction, caller.texts
        if not interaction.permissions.manage_guild:
            return Refusal(Code.NO_PERMISSION)
        hall = await self.registry.halls.find(interaction.guild_id or 0, interaction.channel_id)
        if isinstance(hall, Refusal):
            return hall
        text = texts("setup-remove-asked", voice=hall.voice_id)
        return await ask(caller, None, "table", (hall.id,), text)

    async def _let_go(self, asked: Asked) -> Answer:
        """Forget the hall; its channels stay."""
        caller = asked.caller
        if not caller.interaction.permissions.manage_guild:
            return Refusal(Code.NO_PERMISSION)
        hall = await self.registry.halls.of(asked.number("hall"), caller.interaction.guild_id or 0)
        refusal = hall if isinstance(hall, Refusal) else await self.registry.halls.remove(hall)
        return refusal or caller.texts("setup-removed")


async def setup(bot: commands.Bot) -> None:
    """Load this door."""
    await bot.add_cog(Setup(registry_of(bot), bot))
