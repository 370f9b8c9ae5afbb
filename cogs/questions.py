"""Asked once, before what nobody does in haste: a private message says what will happen, and its button does
it. The question lives in its own message, so that it outlives a restart.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any, Self

import discord

from cogs.caller import Caller
from cogs.carrier import PressCarrier
from cogs.doorway import Answer, answer, tell
from cogs.panels import close_panel, held, open_panel
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.ids import Rank
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.table.open_panels import question_of
from mafia_bot.table.registry import GameRegistry
from mafia_bot.table.table import Table

ONLY_NOW = {
    Code.OUTAGE,
    Code.DISCORD_AWAY,
    Code.GAME_EXISTS,
    Code.AT_ANOTHER_TABLE,
    Code.NOT_HOST,
    Code.NO_PERMISSION,
}
"""What may be otherwise in a minute, or for somebody else: the question stays. After any other refusal its
matter is over.
"""


class Asked:
    """A question that was answered with yes: its matter in parts, and the asker's own words in it."""

    def __init__(self, caller: Caller, parts: dict[str, str]) -> None:
        self.caller, self.parts = caller, parts

    @property
    def note(self) -> str:
        """What the asker wrote to it; it stands in the question."""
        message = self.caller.interaction.message
        embeds = [] if message is None else message.embeds
        return (embeds[0].description or "") if embeds else ""

    def table(self) -> Table | None:
        """The table of the game that was meant; None if that game is no longer kept."""
        return self.caller.registry.table_of(self.number("game"))

    def number(self, name: str) -> int:
        """One of the parts."""
        return int(self.parts[name])


Deed = Callable[[Asked], Awaitable[Answer]]


async def ask(
    caller: Caller, table: Table | None, kind: str, parts: tuple[object, ...], text: str, note: str = ""
) -> Answer:
    """Ask the caller alone, about a table or (None) about none. `parts` tell the matter to whoever answers
    the button of this kind.
    """
    token = ":".join(["mafia", "sure", kind, *(str(part) for part in parts)])
    label = caller.texts(f"button-sure-{kind}")
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(style=discord.ButtonStyle.danger, label=label, custom_id=token))
    view.stop()
    embed = discord.Embed(description=note) if note else None
    content = {"content": text, "embed": embed, "view": view}
    if table is None:
        await tell(caller.interaction, text, **{k: v for k, v in content.items() if k != "content" and v})
    else:
        await open_panel(caller, table, question_of(kind, parts), content)
    return None


def sure(registry: GameRegistry, kind: str, parts: str, deed: Deed) -> type[discord.ui.DynamicItem[Any]]:
    """The class that answers the buttons of a kind; `parts` is the pattern of what follows the kind."""

    class Answering(discord.ui.DynamicItem[discord.ui.Button[Any]], template=rf"mafia:sure:{kind}:{parts}"):
        def __init__(self, item: Any, match: re.Match[str]) -> None:
            super().__init__(item)
            self.match = match

        @classmethod
        async def from_custom_id(
            cls, _interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
        ) -> Self:
            return cls(item, match)

        async def callback(self, interaction: discord.Interaction) -> None:
            asked = Asked(Caller(registry, interaction), self.match.groupdict())
            with held(asked.caller):
                await answer(asked.caller, _settled(asked, deed), interaction.response.is_done)

    Answering.__name__ = f"{kind.title()}Answered"
    return Answering


async def _settled(asked: Asked, deed: Deed) -> Answer:
    """Do it, and let what came of it stand where the question stood: nobody can press it again."""
    caller = asked.caller
    outcome = await deed(asked)
    if isinstance(outcome, Refusal) and outcome.code in ONLY_NOW:
        return outcome
    if isinstance(outcome, Refusal):
        text = caller.texts("question-moot", text=caller.refused(outcome))
    else:
        text = outcome or caller.texts("done")
    return None if await close_panel(caller, PressCarrier(caller.interaction), text) else text


async def ruled_on(asked: Asked, command: Callable[[Rank], cmd.Command], done: str) -> Answer:
    """Give the ruling that was asked for to the game that was meant, by the hand that presses now (GE-02)."""
    table = asked.table()
    if table is None:
        return Refusal(Code.GAME_OVER)
    rank = asked.caller.rank(table)
    if rank is None:
        return Refusal(Code.NOT_HOST, "GE-02")
    outcome = await table.submit(command(rank))
    return outcome if isinstance(outcome, Refusal) else asked.caller.texts(done)
