"""On `/rating`: the club's table, for everybody to see, in words and as a picture."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.caller import Caller
from cogs.doorway import Answer, about, answer, options, registry_of
from mafia_bot.table.ranking import Ranking, ranking
from mafia_bot.table.registry import GameRegistry
from mafia_bot.texts import Language


class Club(commands.Cog):
    """What a club keeps."""

    def __init__(self, registry: GameRegistry) -> None:
        self.registry = registry

    @app_commands.command(**about("rating"))
    @options("page")
    @app_commands.guild_only()
    async def rating(
        self, interaction: discord.Interaction, page: app_commands.Range[int, 1, 100] = 1
    ) -> None:
        caller = Caller(self.registry, interaction)
        await answer(caller, self._rating(caller, page), lambda: interaction.response.is_done())

    async def _rating(self, caller: Caller, page: int) -> Answer:
        interaction = caller.interaction
        # The table is the club's, so everybody sees it, in the club's language.
        public = await self.registry.public_texts(interaction.guild_id or 0, interaction.channel_id)
        found = await self._ranked(caller, public, page)
        if found.picture is None or interaction.response.is_done():
            # Nothing to show, or a slow answer that was promised to the caller alone: it speaks to them.
            found = await self._ranked(caller, caller.texts, page)
        if found.picture is None:
            return found.text
        picture = discord.File(found.picture, "rating.png")
        if interaction.response.is_done():
            await interaction.followup.send(found.text, file=picture, allowed_mentions=NONE, ephemeral=True)
        else:
            await interaction.response.send_message(found.text, file=picture, allowed_mentions=NONE)
        return None

    async def _ranked(self, caller: Caller, texts: Language, page: int) -> Ranking:
        guild = caller.interaction.guild
        assert guild is not None
        return await ranking(self.registry.services, guild.id, guild.name, texts, page)


NONE = discord.AllowedMentions.none()


async def setup(bot: commands.Bot) -> None:
    """Load this door."""
    await bot.add_cog(Club(registry_of(bot)))
