"""On `/ask` and the answers typed in the host's panel: questions to the host (CI-21)."""

import re
from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.caller import Caller
from cogs.carrier import PressCarrier
from cogs.doorway import Answer, about, answer, options, registry_of, seated
from cogs.host_panel import by_rank, redraw_host
from cogs.panels import held
from cogs.presses import Pressed, menu
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.asking import MOST_LETTERS
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Rank, SeatNo
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.screens.asking import bots_answer, own_questions
from mafia_bot.screens.host_controls import ALOUD
from mafia_bot.table.registry import GameRegistry
from mafia_bot.table.table import Table

TOKEN = re.compile(r"mafia:reply:(?P<game>\d+):(?P<number>\d+):(?P<way>[01])")
"""The name of a form for one answer: it tells whoever reads it, after a restart too, what it answers."""


class Asking(commands.Cog):
    """What players ask the host, and what he answers."""

    def __init__(self, registry: GameRegistry, bot: commands.Bot) -> None:
        self.registry, self.bot = registry, bot

    async def cog_load(self) -> None:
        """Answer the panel's menu of questions, old messages' too."""
        self.bot.add_dynamic_items(menu(self.registry, Press.ANSWER, by_rank(_form)))

    @app_commands.command(**about("ask"))
    @options("question")
    @app_commands.guild_only()
    async def ask(
        self,
        interaction: discord.Interaction,
        question: app_commands.Range[str, 1, MOST_LETTERS] | None = None,
    ) -> None:
        caller = Caller(self.registry, interaction)
        await answer(caller, seated(caller, lambda table, seat: _ask(caller, table, seat, question)))

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """A form with an answer was sent."""
        data: Any = interaction.data or {}
        found = TOKEN.fullmatch(str(data.get("custom_id", "")))
        if interaction.type is discord.InteractionType.modal_submit and found is not None:
            caller = Caller(self.registry, interaction)
            words = "".join(_typed(data.get("components", ())))
            with held(caller):
                await answer(caller, _answered(caller, found, words), interaction.response.is_done)


async def _ask(caller: Caller, table: Table, seat: SeatNo, question: str | None) -> Answer:
    if question is None:
        return own_questions(table.game, seat, caller.texts)
    if table.game.host is None:
        return bots_answer(table.game, caller.texts)
    outcome = await table.submit(cmd.AskHost(seat, question))
    return outcome if isinstance(outcome, Refusal) else caller.texts("ask-sent")


async def _form(pressed: Pressed, table: Table, _rank: Rank) -> Answer:
    """A form to type the answer in; it is the answer to the press, so nothing may be waited for."""
    texts = pressed.caller.texts
    if not table.game.leads(pressed.caller.user):
        return Refusal(Code.NOT_HOST, "CI-21")
    number, _, way = pressed.values[0].partition(":")
    form = discord.ui.Modal(
        title=texts("answer-title"), custom_id=f"mafia:reply:{table.game_id}:{number}:{way}", timeout=1
    )
    style = discord.TextStyle.paragraph
    form.add_item(
        discord.ui.TextInput(
            label=texts("answer-label"), custom_id="words", style=style, max_length=MOST_LETTERS
        )
    )
    await pressed.caller.interaction.response.send_modal(form)
    form.stop()
    return None


async def _answered(caller: Caller, found: re.Match[str], words: str) -> Answer:
    table = caller.registry.table_of(int(found["game"]))
    if table is None:
        return Refusal(Code.GAME_OVER)
    rank = caller.rank(table)
    if rank is None or not table.game.leads(caller.user):
        return Refusal(Code.NOT_HOST, "CI-21")
    number = int(found["number"])
    outcome = await table.submit(cmd.AnswerHost(rank, number, words, found["way"] == ALOUD))
    if isinstance(outcome, Refusal):
        note = caller.refused(outcome)
    else:
        seat = next(one.seat for one in outcome.game.questions if one.number == number)
        note = caller.texts("answered-private", seat=seat)
    return None if await redraw_host(caller, PressCarrier(caller.interaction), table, note) else note


def _typed(components: Any) -> Iterator[str]:
    """What was typed, wherever in a form it stands."""
    for item in components:
        if "value" in item:
            yield str(item["value"])
        yield from _typed(item.get("components", ()))
        if "component" in item:
            yield from _typed((item["component"],))


async def setup(bot: commands.Bot) -> None:
    """Load this door."""
    await bot.add_cog(Asking(registry_of(bot), bot))
