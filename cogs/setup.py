"""On `/setup`: a hall for this server, with everything that is missing said at once."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.caller import Caller
from cogs.doorway import Answer, about, answer, options, registry_of
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.table.halls import Lacking
from mafia_bot.table.registry import GameRegistry
from mafia_bot.texts import LANGUAGES

LANGUAGE_CHOICES = [app_commands.Choice(name=code, value=code) for code in LANGUAGES]


class Setup(commands.Cog):
    """`/setup`: creates or adopts the channels of a table."""

    def __init__(self, registry: GameRegistry) -> None:
        self.registry = registry

    @app_commands.command(**about("setup"))
    @options("language", "name")
    @app_commands.choices(language=LANGUAGE_CHOICES)
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def setup(
        self,
        interaction: discord.Interaction,
        language: str | None = None,
        name: app_commands.Range[str, 1, 40] | None = None,
    ) -> None:
        caller = Caller(self.registry, interaction)
        await answer(caller, self._found(caller, language, name))

    async def _found(self, caller: Caller, language: str | None, name: str | None) -> Answer:
        guild, texts = caller.interaction.guild, caller.texts
        assert guild is not None
        # A server may have opened the command to everybody; the power is asked for again.
        if not caller.interaction.permissions.manage_guild:
            return Refusal(Code.NO_PERMISSION)
        speaks = language or self.registry.language
        result = await self.registry.halls.found(guild, self.registry.room_keys, speaks, name)
        if isinstance(result, Lacking):
            words = [texts(f"permission-{permission}") for permission in result.permissions]
            return Refusal(Code.MISSING_PERMISSIONS, "", {"permissions": words})
        self.registry.lifecycle.moved(result.hall)
        hall, key = result.hall, "setup-adopted" if result.adopted else "setup-done"
        lines = [texts(key, voice=hall.voice_id, table=hall.chat_id)]
        if not self.registry.hears_chat:
            lines.append(texts("setup-no-content"))
        return "\n".join(lines)


async def setup(bot: commands.Bot) -> None:
    """Load this door."""
    await bot.add_cog(Setup(registry_of(bot)))
