"""Buttons and menus that survive restarts: a press is known by its token, whatever message it stands in."""

import re
from collections.abc import Awaitable, Callable
from typing import Any, Self, TypeVar

import discord

from cogs.caller import Caller, Person
from cogs.carrier import PressCarrier
from cogs.doorway import Answer, answer, tell
from cogs.panels import close_panel, held, open_panel, redraw
from mafia_bot.engine.controls import OF_THE_HOST, TOKEN, Control, Press
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.table import private
from mafia_bot.table.open_panels import board_of, night_of
from mafia_bot.table.registry import GameRegistry
from mafia_bot.table.table import Table

Item = TypeVar("Item", bound=discord.ui.Item[Any])


class Pressed:
    """One press: who, at which table, in which step, on which seat, and what was chosen in a menu."""

    def __init__(
        self, caller: Caller, press: Press, match: re.Match[str], chosen: list[str | Person]
    ) -> None:
        self.caller = caller
        self.game_id, self.step = int(match["game"]), int(match["step"])
        self.slot = int(match["seat"])
        self.values = [value for value in chosen if isinstance(value, str)]
        self.people = [person for person in chosen if not isinstance(person, str)]
        self.carrier = PressCarrier(caller.interaction)
        self.control = Control(press, self.step, self.slot)

    @property
    def private(self) -> bool:
        """Whether the pressed message is one that nobody but the presser sees."""
        message = self.caller.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def registry(self) -> GameRegistry:
        """Where the tables are."""
        return self.caller.registry

    def table(self) -> Table | None:
        """The table whose message was pressed; None if its game is no longer kept."""
        return self.registry.table_of(self.game_id)


Deed = Callable[[Pressed, Table], Awaitable[Answer]]


def button(registry: GameRegistry, press: Press, deed: Deed) -> type[discord.ui.DynamicItem[Any]]:
    """The class that answers a kind of button."""
    return _item(registry, press, deed, discord.ui.Button)


def menu(registry: GameRegistry, press: Press, deed: Deed) -> type[discord.ui.DynamicItem[Any]]:
    """The class that answers a kind of menu."""
    return _item(registry, press, deed, discord.ui.Select)


def people_menu(registry: GameRegistry, press: Press, deed: Deed) -> type[discord.ui.DynamicItem[Any]]:
    """The class that answers a kind of menu of people."""
    return _item(registry, press, deed, discord.ui.UserSelect)


def _item(
    registry: GameRegistry, press: Press, deed: Deed, kind: type[discord.ui.Item[Any]]
) -> type[discord.ui.DynamicItem[Any]]:
    pattern = TOKEN.replace("{press}", press)

    class Answering(discord.ui.DynamicItem[kind], template=pattern):  # type: ignore[valid-type]
        def __init__(self, item: Any, match: re.Match[str]) -> None:
            super().__init__(item)
            self.match = match

        @classmethod
        async def from_custom_id(
            cls, _interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
        ) -> Self:
            return cls(item, match)

        async def callback(self, interaction: discord.Interaction) -> None:
            chosen = list(getattr(self.item, "values", []))
            await _answered(registry, interaction, press, self.match, chosen, deed)

    Answering.__name__ = f"{press.title()}Pressed"
    return Answering


async def _answered(
    registry: GameRegistry,
    interaction: discord.Interaction,
    press: Press,
    match: re.Match[str],
    chosen: list[str | Person],
    deed: Deed,
) -> None:
    caller = Caller(registry, interaction)
    pressed = Pressed(caller, press, match, chosen)
    with held(caller):
        await answer(caller, _do(pressed, deed), lambda: pressed.carrier.claimed)


async def _do(pressed: Pressed, deed: Deed) -> Answer:
    table = pressed.table()
    if table is not None and pressed.control.press in OF_THE_HOST:
        # Who may press it is asked before any door, and whoever may sees there how things stand now.
        ruled = pressed.caller.rank(table) is not None
        return await deed(pressed, table) if ruled else Refusal(Code.NOT_HOST, "GE-02")
    outcome = Refusal(Code.STALE) if table is None else await deed(pressed, table)
    if not isinstance(outcome, Refusal):
        return outcome
    if table is not None and private.offered_now(table, pressed.control):
        return outcome
    return await _overtaken(pressed, table, outcome)


async def _overtaken(pressed: Pressed, table: Table | None, refusal: Refusal) -> Answer:
    """The pressed step is over: say so, and give what can be pressed now, where it was pressed if that was
    private.
    """
    caller, words = pressed.caller, pressed.caller.refused(refusal)
    pressed.carrier.claim()
    if table is None:
        if not (pressed.private and await close_panel(caller, pressed.carrier, words)):
            await tell(caller.interaction, words)
        return None
    game, user = table.game, caller.user
    seated = game.seat_of(user) is not None and private.in_night(game)
    which = night_of(game) if seated else board_of(game)
    now = {"content": words, **private.present(table, user, caller.texts)}
    if not (pressed.private and await redraw(caller, pressed.carrier, table, which, now)):
        await open_panel(caller, table, which, now)
    return None
