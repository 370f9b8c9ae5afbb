"""On the day's commands and buttons: speeches, nominations, votes, last words (GE-03 – GE-05)."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.caller import Caller
from cogs.doorway import Answer, about, answer, at_table, options, registry_of, seated
from cogs.panels import close_panel, open_panel
from cogs.presses import Pressed, button, menu
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.state import LastWords
from mafia_bot.table import private
from mafia_bot.table.open_panels import best_move_of
from mafia_bot.table.registry import GameRegistry
from mafia_bot.table.table import Table

Seat = app_commands.Range[int, 1, 20]


class Day(commands.Cog):
    """The circle and the vote."""

    def __init__(self, registry: GameRegistry, bot: commands.Bot) -> None:
        self.registry, self.bot = registry, bot

    async def cog_load(self) -> None:
        """Answer the day's buttons and menus, old messages' too."""
        self.bot.add_dynamic_items(
            button(self.registry, Press.THANKS, _thanks),
            button(self.registry, Press.PASS, _thanks),
            menu(self.registry, Press.NOMINATE, _nominate),
            button(self.registry, Press.VOTE, _vote),
            button(self.registry, Press.AGREE, lambda pressed, table: _lift(pressed, table, True)),
            button(self.registry, Press.AGAINST, lambda pressed, table: _lift(pressed, table, False)),
            button(self.registry, Press.MANIAC_YES, _maniac),
            # One class for the button and its menu: discord.py keeps a single one for a token.
            menu(self.registry, Press.BEST_MOVE, _best_move),
        )

    @app_commands.command(**about("thanks"))
    @app_commands.guild_only()
    async def thanks(self, interaction: discord.Interaction) -> None:
        caller = Caller(self.registry, interaction)

        async def end(table: Table, seat: SeatNo) -> Answer:
            return await _do(caller, table, cmd.EndSpeech(seat, caller.step(table)))

        await answer(caller, seated(caller, end))

    @app_commands.command(**about("nominate"))
    @options("seat")
    @app_commands.guild_only()
    async def nominate(self, interaction: discord.Interaction, seat: Seat) -> None:
        caller = Caller(self.registry, interaction)
        target = SeatNo(seat)
        await answer(caller, seated(caller, lambda table, own: _do(caller, table, cmd.Nominate(own, target))))

    @app_commands.command(**about("list"))
    @app_commands.guild_only()
    async def list(self, interaction: discord.Interaction) -> None:
        caller = Caller(self.registry, interaction)

        async def read(table: Table) -> Answer:
            seats = table.game.candidates()
            return (
                caller.texts("nominations-list", seats=seats) if seats else caller.texts("nominations-none")
            )

        await answer(caller, at_table(caller, read))


async def _do(caller: Caller, table: Table, command: cmd.Command) -> Answer:
    outcome = await table.submit(command)
    return outcome if isinstance(outcome, Refusal) else caller.texts("done")


async def _press(pressed: Pressed, table: Table, command: cmd.Command) -> Answer:
    outcome = await table.submit(command, pressed.carrier)
    return outcome if isinstance(outcome, Refusal) else None


async def _thanks(pressed: Pressed, table: Table) -> Answer:
    seat = pressed.caller.seat(table)
    if seat is None:
        return Refusal(Code.NOT_SEATED)
    # A second press of one's own button must not end the next turn.
    return await _press(pressed, table, cmd.EndSpeech(seat, pressed.step))


async def _nominate(pressed: Pressed, table: Table) -> Answer:
    seat = pressed.caller.seat(table)
    if seat is None:
        return Refusal(Code.NOT_SEATED)
    return await _press(pressed, table, cmd.Nominate(seat, SeatNo(int(pressed.values[0]))))


async def _vote(pressed: Pressed, table: Table) -> Answer:
    seat = pressed.caller.seat(table)
    if seat is None:
        return Refusal(Code.NOT_SEATED)
    vote = cmd.CastVote(seat, pressed.step, SeatNo(pressed.slot), pressed.caller.received)
    return await _press(pressed, table, vote)


async def _lift(pressed: Pressed, table: Table, agree: bool) -> Answer:
    seat = pressed.caller.seat(table)
    if seat is None:
        return Refusal(Code.NOT_SEATED)
    vote = cmd.CastLiftVote(seat, pressed.step, agree, pressed.caller.received)
    return await _press(pressed, table, vote)


async def _maniac(pressed: Pressed, table: Table) -> Answer:
    seat = pressed.caller.seat(table)
    if seat is None:
        return Refusal(Code.NOT_SEATED)
    return await _press(pressed, table, cmd.AnswerQuestion(seat, True))


async def _ask_best_move(pressed: Pressed, table: Table) -> Answer:
    seat, phase = pressed.caller.seat(table), table.game.phase
    if not isinstance(phase, LastWords) or phase.best_move is None or phase.best_move != seat:
        return Refusal(Code.NO_BEST_MOVE, "SP-08")
    pressed.carrier.claim()
    panel = private.best_move(table, pressed.caller.texts)
    await open_panel(pressed.caller, table, best_move_of(table.game), panel)
    return None


async def _best_move(pressed: Pressed, table: Table) -> Answer:
    return await (_name_best_move if pressed.values else _ask_best_move)(pressed, table)


async def _name_best_move(pressed: Pressed, table: Table) -> Answer:
    seat = pressed.caller.seat(table)
    if seat is None:
        return Refusal(Code.NOT_SEATED)
    seats = tuple(SeatNo(int(value)) for value in pressed.values)
    outcome = await table.submit(cmd.NameBestMove(seat, seats))
    if isinstance(outcome, Refusal):
        return outcome
    text = pressed.caller.texts("best-move-named", seat=seat, seats=seats)
    await close_panel(pressed.caller, pressed.carrier, text)
    return None


async def setup(bot: commands.Bot) -> None:
    """Load this door."""
    await bot.add_cog(Day(registry_of(bot), bot))
