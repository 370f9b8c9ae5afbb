"""On `/host` and the host's own buttons: the panel of those who lead a table or keep discipline (GE-16)."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.caller import Caller
from cogs.carrier import PressCarrier
from cogs.chair import name_assistant
from cogs.doorway import Answer, about, answer, registry_of, ruling
from cogs.host import ask_end
from cogs.panels import open_panel, redraw
from cogs.powers import table_cautions
from cogs.presses import Deed, Pressed, button, people_menu
from cogs.rulings import ask_undo
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Rank, UserId
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.table import private
from mafia_bot.table.open_panels import host_of
from mafia_bot.table.registry import GameRegistry
from mafia_bot.table.table import Table

Ruled = Callable[[Pressed, Table, Rank], Awaitable[Answer]]
"""What a press does by the hand that it was."""


class HostPanel(commands.Cog):
    """The panel itself, the clock in it, and what is ruled about the whole table."""

    def __init__(self, registry: GameRegistry, bot: commands.Bot) -> None:
        self.registry, self.bot = registry, bot

    async def cog_load(self) -> None:
        """Answer the panel's buttons, old messages' too."""
        registry = self.registry
        self.bot.add_dynamic_items(
            button(registry, Press.HOST, lambda pressed, table: _open(pressed.caller, table)),
            button(registry, Press.REFRESH, shown),
            button(registry, Press.BACK, shown),
            button(registry, Press.PAUSE, by_rank(lambda p, t, rank: _ruled(p, t, cmd.Pause(rank)))),
            button(registry, Press.RESUME, by_rank(lambda p, t, rank: _ruled(p, t, cmd.Resume(rank)))),
            button(registry, Press.NEXT, by_rank(lambda p, t, rank: _ruled(p, t, cmd.Skip(rank, p.step)))),
            button(registry, Press.EXTRA, by_rank(_extend)),
            button(registry, Press.UNDO, by_rank(lambda p, t, rank: ask_undo(p.caller, t, rank))),
            button(registry, Press.END, by_rank(lambda p, t, rank: ask_end(p.caller, t, rank))),
            people_menu(registry, Press.ASSISTANT, by_rank(_assistant)),
        )

    @app_commands.command(**about("host"))
    @app_commands.guild_only()
    async def host(self, interaction: discord.Interaction) -> None:
        caller = Caller(self.registry, interaction)
        work = ruling(caller, lambda table, _rank: _open(caller, table))
        await answer(caller, work, interaction.response.is_done)


def by_rank(deed: Ruled) -> Deed:
    """A press of the panel: what it comes to, if it has not asked first, stands above the panel of now."""

    async def pressed_by(pressed: Pressed, table: Table) -> Answer:
        rank = pressed.caller.rank(table)
        if rank is None:
            return Refusal(Code.NOT_HOST, "GE-02")
        outcome = await deed(pressed, table, rank)
        if not pressed.private:
            return outcome  # on the board the panel must never stand
        if isinstance(outcome, Refusal):
            outcome = pressed.caller.refused(outcome)
        return None if outcome is None else await shown(pressed, table, outcome)

    return pressed_by


async def shown(pressed: Pressed, table: Table, note: str = "") -> Answer:
    """The panel as it is now, in place of the pressed one, under a `note` on what came of the press."""
    caller = pressed.caller
    if not pressed.private:
        return await _open(caller, table)
    await redraw_host(caller, pressed.carrier, table, note)
    return None


async def redraw_host(caller: Caller, carrier: PressCarrier, table: Table, note: str) -> bool:
    """The panel as it is now in place of the pressed private message; false if it is too late for that."""
    which, panel = host_of(table.game, caller.user), _panel(caller, table, note)
    return await redraw(caller, carrier, table, which, panel, note)


def _panel(caller: Caller, table: Table, note: str) -> dict[str, Any]:
    """The panel under what was said, and then what is wrong at the table."""
    troubles = caller.registry.status.troubles(table, caller.texts)
    lines = "\n".join(line for line in (note, *troubles) if line)
    return private.host(table, caller.user, caller.texts, lines)


async def _open(caller: Caller, table: Table) -> Answer:
    """A panel of one's own, in a message that nobody else sees.

    Before the first day the host reads above it what could break the game, whoever started it.
    """
    early = table.game.leads(caller.user) and table.game.broke == 0
    note = "\n".join(table_cautions(caller, table)) if early else ""
    panel = _panel(caller, table, note)
    await open_panel(caller, table, host_of(table.game, caller.user), panel, note)
    return None


async def _ruled(_pressed: Pressed, table: Table, command: cmd.Command) -> Answer:
    outcome = await table.submit(command)
    return outcome if isinstance(outcome, Refusal) else ""


async def _extend(pressed: Pressed, table: Table, rank: Rank) -> Answer:
    return await _ruled(pressed, table, cmd.Extend(rank, float(pressed.slot), pressed.step))


async def _assistant(pressed: Pressed, table: Table, rank: Rank) -> Answer:
    """Whoever assists already is dismissed."""
    user = UserId(pressed.people[0].id)
    return await name_assistant(pressed.caller, table, rank, user, user not in table.game.assistants)


async def setup(bot: commands.Bot) -> None:
    """Load this door."""
    await bot.add_cog(HostPanel(registry_of(bot), bot))
