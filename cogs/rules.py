"""On `/rules …` and the lobby's button «Rules»: the rules in force, and a club's own (GE-10)."""

import io
from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.ext import commands

from cogs.caller import Caller
from cogs.doorway import Answer, about, answer, options, registry_of, tell
from cogs.presses import Pressed, button
from mafia_bot.engine.controls import Press
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.state import Lobby
from mafia_bot.screens.rulebook import rulebook
from mafia_bot.table.registry import GameRegistry
from mafia_bot.table.rulebook_desk import (
    Maker,
    axis_choices,
    exported,
    imported,
    set_axis,
    set_default,
    title,
)
from mafia_bot.table.table import Table
from mafia_bot.texts import english

Choices = list[app_commands.Choice[str]]
LARGEST_FILE = 128 * 1024


@app_commands.guild_only()
class Rules(commands.GroupCog, group_name="rules", group_description=english("command-rules-about")):
    """Reading and making rules."""

    def __init__(self, registry: GameRegistry, bot: commands.Bot) -> None:
        self.registry, self.bot = registry, bot

    async def cog_load(self) -> None:
        """Answer the lobby's buttons «Rules» and «Play by the new rules»."""
        self.bot.add_dynamic_items(
            button(self.registry, Press.RULES, self._pressed), button(self.registry, Press.ADOPT, _adopted)
        )

    @app_commands.command(**about("rules show"))
    @options("ruleset")
    async def show(self, interaction: discord.Interaction, ruleset: str | None = None) -> None:
        caller = Caller(self.registry, interaction)
        await answer(caller, self._show(caller, ruleset), interaction.response.is_done)

    async def _show(self, caller: Caller, ruleset: str | None) -> Answer:
        table = await caller.table()
        if ruleset is None and not isinstance(table, Refusal):
            return await _read(caller, table.game.rules)
        rules = await self.registry.rules.get(_guild(caller), ruleset)
        return rules if isinstance(rules, Refusal) else await _read(caller, rules)

    @app_commands.command(**about("rules default"))
    @options("ruleset")
    async def default(self, interaction: discord.Interaction, ruleset: str) -> None:
        await self._manage(interaction, lambda caller: set_default(_maker(caller), ruleset))

    @app_commands.command(**about("rules copy"))
    @options("ruleset", "name")
    async def copy(
        self, interaction: discord.Interaction, ruleset: str, name: app_commands.Range[str, 1, 60]
    ) -> None:
        await self._manage(interaction, lambda caller: self._copy(caller, ruleset, name))

    async def _copy(self, caller: Caller, ruleset: str, name: str) -> Answer:
        rules = await self.registry.rules.copy(_guild(caller), ruleset, name, caller.user)
        return rules if isinstance(rules, Refusal) else caller.texts("rules-copied", name=rules.name)

    @app_commands.command(**about("rules set"))
    @options("ruleset", "axis", "value")
    async def set(self, interaction: discord.Interaction, ruleset: str, axis: str, value: str) -> None:
        await self._manage(interaction, lambda caller: set_axis(_maker(caller), ruleset, axis, value))

    @app_commands.command(**about("rules export"))
    @options("ruleset")
    async def export(self, interaction: discord.Interaction, ruleset: str | None = None) -> None:
        caller = Caller(self.registry, interaction)
        await answer(caller, self._export(caller, ruleset), interaction.response.is_done)

    async def _export(self, caller: Caller, ruleset: str | None) -> Answer:
        rules = await self.registry.rules.get(_guild(caller), ruleset)
        if isinstance(rules, Refusal):
            return rules
        file = discord.File(io.BytesIO(exported(rules)), f"{rules.id}.toml")
        text = caller.texts("rules-exported", name=title(rules, caller.texts))
        await tell(caller.interaction, text, file=file)
        return None

    @app_commands.command(name="import", description=about("rules import")["description"])
    @options("file")
    async def take_in(self, interaction: discord.Interaction, file: discord.Attachment) -> None:
        await self._manage(interaction, lambda caller: self._import(caller, file))

    async def _import(self, caller: Caller, file: discord.Attachment) -> Answer:
        if file.size > LARGEST_FILE:
            return caller.texts("rules-not-text")
        return await imported(_maker(caller), await file.read())

    @show.autocomplete("ruleset")
    @default.autocomplete("ruleset")
    @copy.autocomplete("ruleset")
    @set.autocomplete("ruleset")
    @export.autocomplete("ruleset")
    async def _rulesets(self, interaction: discord.Interaction, current: str) -> Choices:
        caller = Caller(self.registry, interaction)
        offered = await self.registry.offered(_guild(caller), caller.texts)
        return _matching([(value, name) for value, name in offered], current)

    @set.autocomplete("axis")
    async def _axes(self, interaction: discord.Interaction, current: str) -> Choices:
        return _matching(axis_choices(Caller(self.registry, interaction).texts), current)

    async def _manage(
        self, interaction: discord.Interaction, deed: Callable[[Caller], Awaitable[Answer]]
    ) -> None:
        caller = Caller(self.registry, interaction)

        async def work() -> Answer:
            if not interaction.permissions.manage_guild:
                return Refusal(Code.NO_PERMISSION)
            return await deed(caller)

        await answer(caller, work())

    async def _pressed(self, pressed: Pressed, table: Table) -> Answer:
        pressed.carrier.claim()
        return await _read(pressed.caller, table.game.rules)


async def _adopted(pressed: Pressed, table: Table) -> Answer:
    """Let the lobby play by the rules that it was offered; whoever may start may (GE-10)."""
    caller, phase = pressed.caller, table.game.phase
    offered = phase.offered if isinstance(phase, Lobby) else None
    if offered is None or offered[1] != pressed.slot:
        return Refusal(Code.STALE)
    rank = table.starter(caller.user, moderator=caller.moderator)
    if rank is None:
        return Refusal(Code.NOT_HOST, "GE-02")
    rules = await caller.registry.rules.get(table.hall.guild_id, offered[0])
    if isinstance(rules, Refusal):
        return rules
    if rules.version != pressed.slot:
        return Refusal(Code.STALE)
    return await caller.registry.opening.choose(table, rank, rules) or caller.texts("done")


def _guild(caller: Caller) -> int:
    assert caller.interaction.guild_id is not None
    return caller.interaction.guild_id


def _maker(caller: Caller) -> Maker:
    registry = caller.registry
    return Maker(_guild(caller), caller.user, caller.texts, registry.rules, registry.proposing)


async def _read(caller: Caller, rules: Ruleset) -> Answer:
    for part in rulebook(rules, caller.texts):
        await tell(caller.interaction, part)
    return None


def _matching(offered: list[tuple[str, str]], current: str) -> Choices:
    wanted = current.casefold()
    found = [(value, name) for value, name in offered if wanted in f"{value} {name}".casefold()]
    return [app_commands.Choice(name=name[:100], value=value) for value, name in found[:25]]


async def setup(bot: commands.Bot) -> None:
    """Load this door."""
    await bot.add_cog(Rules(registry_of(bot), bot))
