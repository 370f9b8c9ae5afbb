"""On `/rating`: the club's table, for everybody to see, in words and as a picture."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.caller import Caller
from cogs.doorway import Answer, about, answer, options, registry_of
from mafia_bot.table.ranking import Ranking, ranking
from mafia_bot.table.registry import GameRegistry


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
        assert interaction.guild is not None
        found: Ranking = await ranking(
            self.registry.services, interaction.guild.id, interaction.guild.name, caller.texts, page
        )
        if found.picture is None:
            return found.text
        picture = discord.File(found.picture, "rating.png")
        if interaction.response.is_done():
            # A slow answer was promised to the caller alone, and so it comes.
            await interaction.followup.send(found.text, file=picture, allowed_mentions=NONE, ephemeral=True)
        else:
            # The table is the club's, so everybody sees it.
            await interaction.response.send_message(found.text, file=picture, allowed_mentions=NONE)
        return None


NONE = discord.AllowedMentions.none()


async def setup(bot: commands.Bot) -> None:
    """Load this door."""
    await bot.add_cog(Club(registry_of(bot)))
