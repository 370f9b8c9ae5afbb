"""On `/host` and the host's own buttons: the panel of those who lead a table (GE-16)."""

from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.caller import Caller
from cogs.doorway import Answer, about, answer, at_table, registry_of, tell
from cogs.presses import Pressed, button
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Rank
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.table import private
from mafia_bot.table.registry import GameRegistry
from mafia_bot.table.table import Table

Ruled = Callable[[Rank, Pressed], cmd.Command]
"""A command that only waits for the rank of the hand that presses, and for what was pressed."""


class HostPanel(commands.Cog):
    """The host's panel, and what is pressed in it."""

    def __init__(self, registry: GameRegistry, bot: commands.Bot) -> None:
        self.registry, self.bot = registry, bot

    async def cog_load(self) -> None:
        """Answer the panel's buttons, old messages' too."""
        self.bot.add_dynamic_items(
            button(self.registry, Press.HOST, lambda pressed, table: _open(pressed.caller, table)),
            button(self.registry, Press.REFRESH, _shown),
            self._ruling(Press.PAUSE, lambda rank, _pressed: cmd.Pause(rank)),
            self._ruling(Press.RESUME, lambda rank, _pressed: cmd.Resume(rank)),
            self._ruling(Press.NEXT, lambda rank, pressed: cmd.Skip(rank, pressed.step)),
            self._ruling(Press.EXTRA, lambda rank, pressed: cmd.Extend(rank, pressed.slot, pressed.step)),
        )

    @app_commands.command(**about("host"))
    @app_commands.guild_only()
    async def host(self, interaction: discord.Interaction) -> None:
        caller = Caller(self.registry, interaction)
        work = at_table(caller, lambda table: _open(caller, table))
        await answer(caller, work, interaction.response.is_done)

    def _ruling(self, press: Press, command: Ruled) -> type[discord.ui.DynamicItem[Any]]:
        async def deed(pressed: Pressed, table: Table) -> Answer:
            rank = pressed.caller.rank(table)
            if rank is None:
                return Refusal(Code.NOT_HOST, "GE-02")
            outcome = await table.submit(command(rank, pressed))
            note = pressed.caller.refused(outcome) if isinstance(outcome, Refusal) else ""
            return await _shown(pressed, table, note)

        return button(self.registry, press, deed)


async def _open(caller: Caller, table: Table) -> Answer:
    """A panel of one's own, in a message that nobody else sees."""
    panel = private.host(table, caller.user, caller.texts)
    if panel is None:
        return Refusal(Code.NOT_HOST, "GE-16")
    await tell(caller.interaction, panel.pop("content"), **panel)
    return None


async def _shown(pressed: Pressed, table: Table, note: str = "") -> Answer:
    """The panel as it is now, in place of the pressed one, under a `note` on what came of the press."""
    panel = private.host(table, pressed.caller.user, pressed.caller.texts, note)
    if panel is None:
        return Refusal(Code.NOT_HOST, "GE-16")
    await pressed.carrier.deliver(**panel)
    return None


async def setup(bot: commands.Bot) -> None:
    """Load this door."""
    await bot.add_cog(HostPanel(registry_of(bot), bot))
