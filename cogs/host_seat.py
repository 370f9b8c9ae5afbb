"""On the choices for one seat in the panel of those who rule: a warning, a removal, a replacement (GE-09)."""

from discord.ext import commands

from cogs.doorway import Answer, registry_of
from cogs.host import ask_defeat, substitute
from cogs.host_panel import by_rank
from cogs.panels import redraw
from cogs.presses import Pressed, button, menu, people_menu
from cogs.rulings import asked_first
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Rank, SeatNo
from mafia_bot.engine.presence import undecided
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.ruleset.discipline import ABSENCE
from mafia_bot.screens.host_seat import HALL
from mafia_bot.table import private
from mafia_bot.table.open_panels import host_of
from mafia_bot.table.registry import GameRegistry
from mafia_bot.table.table import Table


class HostSeat(commands.Cog):
    """One seat, and every ruling about it."""

    def __init__(self, registry: GameRegistry, bot: commands.Bot) -> None:
        self.registry, self.bot = registry, bot

    async def cog_load(self) -> None:
        """Answer the menus, old messages' too."""
        self.bot.add_dynamic_items(
            menu(self.registry, Press.SWAP, by_rank(_swap)),
            menu(self.registry, Press.SEAT, by_rank(_pick)),
            menu(self.registry, Press.WARN, by_rank(_warn)),
            menu(self.registry, Press.REMOVE, by_rank(_remove)),
            people_menu(self.registry, Press.REPLACE, by_rank(_replace)),
            button(self.registry, Press.DEFEAT, by_rank(_defeat)),
            button(self.registry, Press.WAIT, by_rank(_wait)),
            button(self.registry, Press.GONE, by_rank(_gone)),
            menu(self.registry, Press.ENTER, by_rank(_enter)),
            button(self.registry, Press.SAID_YES, by_rank(_said_yes)),
            button(self.registry, Press.ALIBI, by_rank(lambda p, t, rank: _alibi(p, t, rank, True))),
            button(self.registry, Press.NO_ALIBI, by_rank(lambda p, t, rank: _alibi(p, t, rank, False))),
        )


async def _swap(pressed: Pressed, table: Table, rank: Rank) -> Answer:
    one, other = SeatNo(int(pressed.values[0])), SeatNo(int(pressed.values[-1]))
    outcome = await table.submit(cmd.SwapSeats(rank, one, other))
    return outcome if isinstance(outcome, Refusal) else pressed.caller.texts("done")


async def _pick(pressed: Pressed, table: Table, _rank: Rank) -> Answer:
    seat = SeatNo(int(pressed.values[0]))
    if not table.game.has(seat):
        return Refusal(Code.NO_SUCH_SEAT, "", {"seat": seat})
    caller = pressed.caller
    panel = private.host_seat(table, caller.user, seat, caller.texts)
    await redraw(caller, pressed.carrier, table, host_of(table.game, caller.user, seat), panel)
    return None


async def _warn(pressed: Pressed, table: Table, rank: Rank) -> Answer:
    """One warning for each offence that was marked (MW-18), until one of them removes."""
    for place, offence in enumerate(pressed.values):
        outcome = await table.submit(cmd.Warn(rank, SeatNo(pressed.slot), offence))
        if isinstance(outcome, Refusal) and place == 0:
            return outcome
    return pressed.caller.texts("warned-private")


async def _remove(pressed: Pressed, table: Table, rank: Rank) -> Answer:
    offence, _, extent = pressed.values[0].partition(":")
    command = cmd.Remove(rank, SeatNo(pressed.slot), offence, extent == HALL)
    return await asked_first(pressed.caller, table, command, "removed-private")


async def _replace(pressed: Pressed, table: Table, rank: Rank) -> Answer:
    return await substitute(pressed.caller, table, rank, SeatNo(pressed.slot), pressed.people[0])


async def _defeat(pressed: Pressed, table: Table, rank: Rank) -> Answer:
    return await ask_defeat(pressed.caller, table, rank, SeatNo(pressed.slot))


async def _wait(pressed: Pressed, table: Table, rank: Rank) -> Answer:
    """Another grace; on the board the answer to the press is the page without the question."""
    carrier = None if pressed.private else pressed.carrier
    outcome = await table.submit(cmd.Await(rank, SeatNo(pressed.slot)), carrier)
    if isinstance(outcome, Refusal):
        return outcome
    return "" if pressed.private else None


async def _gone(pressed: Pressed, table: Table, rank: Rank) -> Answer:
    """Whoever does not come back leaves the table, as where the bot leads; not who is back by now (GE-13)."""
    if SeatNo(pressed.slot) not in undecided(table.game):
        return Refusal(Code.STALE, "GE-13")
    command = cmd.Remove(rank, SeatNo(pressed.slot), ABSENCE, hall=False)
    return await asked_first(pressed.caller, table, command, "removed-private")


async def _enter(pressed: Pressed, table: Table, _rank: Rank) -> Answer:
    return await _said(pressed, table, cmd.Nominate(SeatNo(pressed.slot), SeatNo(int(pressed.values[0]))))


async def _said_yes(pressed: Pressed, table: Table, _rank: Rank) -> Answer:
    return await _said(pressed, table, cmd.AnswerQuestion(SeatNo(pressed.slot), yes=True))


async def _alibi(pressed: Pressed, table: Table, rank: Rank, given: bool) -> Answer:
    """Who has an alibi only those who lead may know (MA-14), and only they enter it."""
    if not table.game.leads(pressed.caller.user):
        return Refusal(Code.NOT_HOST, "GE-16")
    outcome = await table.submit(cmd.EnterAlibi(rank, SeatNo(pressed.slot), given))
    return outcome if isinstance(outcome, Refusal) else pressed.caller.texts("done")


async def _said(pressed: Pressed, table: Table, command: cmd.PlayerCommand) -> Answer:
    """Enter what a seat said aloud in the step of the press (GE-16); a moderator's word is not the host's."""
    if not table.game.leads(pressed.caller.user):
        return Refusal(Code.NOT_HOST, "GE-16")
    if pressed.step != table.game.clock.step:
        return Refusal(Code.STALE, "GE-16")
    outcome = await table.submit(command)
    if isinstance(outcome, Refusal):
        return outcome
    return pressed.caller.texts("entered-private", seat=command.seat)


async def setup(bot: commands.Bot) -> None:
    """Load this door."""
    await bot.add_cog(HostSeat(registry_of(bot), bot))
