"""On the public button «Night»: everybody's private panel, alike for all (GE-11)."""

from discord.ext import commands

from cogs.doorway import Answer, registry_of
from cogs.panels import close_panel, open_panel, redraw
from cogs.presses import Pressed, button, menu
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.table import private
from mafia_bot.table.open_panels import night_of
from mafia_bot.table.ordering import with_slot
from mafia_bot.table.registry import GameRegistry
from mafia_bot.table.table import Table


class Night(commands.Cog):
    """The night's panels."""

    def __init__(self, registry: GameRegistry, bot: commands.Bot) -> None:
        self.registry, self.bot = registry, bot

    async def cog_load(self) -> None:
        """Answer the night's buttons and menus, old messages' too."""
        self.bot.add_dynamic_items(
            button(self.registry, Press.NIGHT, _open),
            menu(self.registry, Press.TARGET, _choose),
            button(self.registry, Press.REFUSE, _refuse),
            menu(self.registry, Press.ORDER, _order),
        )


async def _open(pressed: Pressed, table: Table) -> Answer:
    seat = pressed.caller.seat(table)
    if seat is None:
        return Refusal(Code.NOT_SEATED)
    if not private.in_night(table.game):
        return Refusal(Code.NOT_NIGHT)
    pressed.carrier.claim()
    panel = private.night(table, seat, pressed.caller.texts)
    await open_panel(pressed.caller, table, night_of(table.game), panel)
    return None


async def _choose(pressed: Pressed, table: Table) -> Answer:
    return await _act(pressed, table, SeatNo(int(pressed.values[0])))


async def _refuse(pressed: Pressed, table: Table) -> Answer:
    return await _act(pressed, table, None)


async def _act(pressed: Pressed, table: Table, target: SeatNo | None) -> Answer:
    seat = pressed.caller.seat(table)
    if seat is None:
        return Refusal(Code.NOT_SEATED)
    outcome = await table.submit(cmd.ChooseTarget(seat, pressed.step, target))
    if isinstance(outcome, Refusal):
        return outcome
    return await _told(pressed, table, seat, private.told(outcome, seat, pressed.caller.texts))


async def _order(pressed: Pressed, table: Table) -> Answer:
    seat = pressed.caller.seat(table)
    if seat is None:
        return Refusal(Code.NOT_SEATED)
    order = with_slot(table.game.order, pressed.slot, SeatNo(int(pressed.values[0])))
    outcome = await table.submit(cmd.GiveOrder(seat, pressed.step, order))
    if isinstance(outcome, Refusal):
        return outcome
    return await _told(pressed, table, seat, private.told(outcome, seat, pressed.caller.texts))


async def _told(pressed: Pressed, table: Table, seat: SeatNo, lines: list[str]) -> Answer:
    """Show the panel as it is now: it holds the answer, and whoever sleeps sees his own in the same way."""
    caller = pressed.caller
    if private.in_night(table.game):
        panel = private.night(table, seat, caller.texts)
        await redraw(caller, pressed.carrier, table, night_of(table.game), panel)
    else:
        await close_panel(caller, pressed.carrier, "\n".join(lines) or caller.texts("done"))
    return None


async def setup(bot: commands.Bot) -> None:
    """Load this door."""
    await bot.add_cog(Night(registry_of(bot), bot))
