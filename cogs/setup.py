"""On `/setup`: a hall for this server, with everything that is missing said at once; or one hall less."""

import re
from typing import Any, Self

import discord
from discord import app_commands
from discord.ext import commands

from cogs.caller import Caller
from cogs.doorway import Answer, about, answer, options, registry_of, tell
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
        self.bot.add_dynamic_items(_farewell_button(self))

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
        return "\n".join(lines)

    async def _ask_to_remove(self, caller: Caller) -> Answer:
        """Ask once: the hall that this channel belongs to, or the server's only one."""
        interaction, texts = caller.interaction, caller.texts
        if not interaction.permissions.manage_guild:
            return Refusal(Code.NO_PERMISSION)
        hall = await self.registry.halls.find(interaction.guild_id or 0, interaction.channel_id)
        if isinstance(hall, Refusal):
            return hall
        view = discord.ui.View(timeout=None)
        label, token = texts("button-remove-table"), f"mafia:hall:{hall.id}"
        view.add_item(discord.ui.Button(style=discord.ButtonStyle.danger, label=label, custom_id=token))
        view.stop()
        await tell(interaction, texts("setup-remove-asked", voice=hall.voice_id), view=view)
        return None

    async def let_go(self, caller: Caller, hall_id: int) -> Answer:
        """Forget the hall; its channels stay."""
        if not caller.interaction.permissions.manage_guild:
            return Refusal(Code.NO_PERMISSION)
        hall = await self.registry.halls.of(hall_id, caller.interaction.guild_id or 0)
        refusal = hall if isinstance(hall, Refusal) else await self.registry.halls.remove(hall)
        return refusal or caller.texts("setup-removed")


def _farewell_button(door: Setup) -> type[discord.ui.DynamicItem[Any]]:
    class LettingGo(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"mafia:hall:(?P<hall>\d+)"):
        def __init__(self, item: Any, hall_id: int) -> None:
            super().__init__(item)
            self.hall_id = hall_id

        @classmethod
        async def from_custom_id(
            cls, _interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
        ) -> Self:
            return cls(item, int(match["hall"]))

        async def callback(self, interaction: discord.Interaction) -> None:
            caller = Caller(door.registry, interaction)
            await answer(caller, door.let_go(caller, self.hall_id))

    return LettingGo


async def setup(bot: commands.Bot) -> None:
    """Load this door."""
    await bot.add_cog(Setup(registry_of(bot), bot))
