"""On `/game …`: the host's powers, and what anybody may ask of a game (GE-01, GE-09)."""

from collections.abc import Callable

import discord
from discord import app_commands
from discord.ext import commands

from cogs.caller import Caller, Person, name_of
from cogs.doorway import Answer, about, answer, at_table, options, registry_of, ruling, seated
from cogs.lobby import start
from cogs.powers import place_cautions
from cogs.presses import Pressed, button
from cogs.questions import Asked, ask, ruled_on, sure
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Rank, SeatNo, UserId
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.screens.questions import defeat_question, end_question
from mafia_bot.table import private
from mafia_bot.table.registry import GameRegistry
from mafia_bot.table.table import Table
from mafia_bot.texts import english

ANNULLED = "annulled"
"""Why a game ends that somebody ends by hand."""

Seat = app_commands.Range[int, 1, 20]
Ruled = Callable[[Rank, int | None], cmd.Command]
"""A command that only waits for the rank of the hand that gives it and the step that the hand means."""


@app_commands.guild_only()
class Host(commands.GroupCog, group_name="game", group_description=english("command-game-about")):
    """Leading a game."""

    def __init__(self, registry: GameRegistry, bot: commands.Bot) -> None:
        self.registry, self.bot = registry, bot

    async def cog_load(self) -> None:
        """Answer «My card» wherever it stands, and the questions before a game ends."""
        self.bot.add_dynamic_items(
            button(self.registry, Press.CARD, self._pressed_card),
            sure(self.registry, "end", r"(?P<game>\d+)", _end),
            sure(self.registry, "defeat", r"(?P<game>\d+):(?P<seat>\d+)", _defeat),
        )

    @app_commands.command(**about("game start"))
    async def start(self, interaction: discord.Interaction) -> None:
        caller = Caller(self.registry, interaction)
        await answer(caller, at_table(caller, lambda table: start(caller, table)))

    @app_commands.command(**about("game status"))
    async def status(self, interaction: discord.Interaction) -> None:
        caller = Caller(self.registry, interaction)

        async def look(table: Table) -> Answer:
            return "\n".join(self.registry.status.lines(table, caller.user, caller.texts))

        await answer(caller, at_table(caller, look))

    @app_commands.command(**about("game card"))
    async def card(self, interaction: discord.Interaction) -> None:
        caller = Caller(self.registry, interaction)
        await answer(caller, seated(caller, lambda table, seat: _card(caller, table, seat)))

    @app_commands.command(**about("game pause"))
    async def pause(self, interaction: discord.Interaction) -> None:
        await self._rule(interaction, lambda rank, _step: cmd.Pause(rank))

    @app_commands.command(**about("game resume"))
    async def resume(self, interaction: discord.Interaction) -> None:
        caller = Caller(self.registry, interaction)

        async def go_on(table: Table) -> Answer:
            rank = table.resumer(caller.user, moderator=caller.moderator)
            return (
                Refusal(Code.NOT_HOST, "GE-02")
                if rank is None
                else await _ruled(caller, table, cmd.Resume(rank))
            )

        await answer(caller, at_table(caller, go_on))

    @app_commands.command(**about("game skip"))
    async def skip(self, interaction: discord.Interaction) -> None:
        await self._rule(interaction, cmd.Skip)

    @app_commands.command(**about("game extend"))
    @options("seconds")
    async def extend(self, interaction: discord.Interaction, seconds: int) -> None:
        await self._rule(interaction, lambda rank, step: cmd.Extend(rank, float(seconds), step))

    @app_commands.command(**about("game end"))
    @options("reason")
    async def end(
        self, interaction: discord.Interaction, reason: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        caller = Caller(self.registry, interaction)

        work = ruling(caller, lambda table, rank: ask_end(caller, table, rank, reason or ""))
        await answer(caller, work, interaction.response.is_done)

    @app_commands.command(**about("game replace"))
    @options("seat", "player")
    async def replace(self, interaction: discord.Interaction, seat: Seat, player: Person) -> None:
        caller = Caller(self.registry, interaction)

        await answer(
            caller, ruling(caller, lambda table, rank: substitute(caller, table, rank, SeatNo(seat), player))
        )

    @app_commands.command(**about("game defeat"))
    @options("seat")
    async def defeat(self, interaction: discord.Interaction, seat: Seat) -> None:
        caller = Caller(self.registry, interaction)

        work = ruling(caller, lambda table, rank: ask_defeat(caller, table, rank, SeatNo(seat)))
        await answer(caller, work, interaction.response.is_done)

    async def _rule(self, interaction: discord.Interaction, command: Ruled) -> None:
        caller = Caller(self.registry, interaction)

        async def rule(table: Table, rank: Rank) -> Answer:
            return await _ruled(caller, table, command(rank, caller.step(table)))

        await answer(caller, ruling(caller, rule))

    async def _pressed_card(self, pressed: Pressed, table: Table) -> Answer:
        seat = pressed.caller.seat(table)
        if seat is None:
            return Refusal(Code.NOT_SEATED)
        return await _card(pressed.caller, table, seat)


async def ask_end(caller: Caller, table: Table, rank: Rank, reason: str = "") -> Answer:
    """Ask whether a game is to end without a result, or a lobby to close."""
    step = table.rehearse(cmd.Annul(rank, ANNULLED))
    if isinstance(step, Refusal):
        return step
    text = end_question(table.game, table.game_id, table.hall.voice_id, caller.texts)
    return await ask(caller, table, "end", (table.game_id,), text, reason)


async def ask_defeat(caller: Caller, table: Table, rank: Rank, seat: SeatNo) -> Answer:
    """Ask whether a seat's team is to lose by technical defeat."""
    command = cmd.DeclareDefeat(rank, seat)
    step = table.rehearse(command)
    if isinstance(step, Refusal):
        return step
    text = defeat_question(table.game, command, table.game_id, caller.texts)
    return await ask(caller, table, "defeat", (table.game_id, seat), text)


async def substitute(caller: Caller, table: Table, rank: Rank, seat: SeatNo, player: Person) -> Answer:
    """Seat another person in a player's place."""
    if player.bot:
        return Refusal(Code.BOTS_DO_NOT_PLAY)
    if isinstance(player, discord.User):
        return Refusal(Code.NOT_A_MEMBER)
    user = UserId(player.id)
    command = cmd.Replace(rank, seat, user, name_of(player))
    outcome = await caller.registry.admission.submit(table, command, players=(user,))
    if isinstance(outcome, Refusal):
        return outcome
    return "\n".join([caller.texts("done"), *place_cautions(caller, table.hall.voice_id, (user,))])


async def _end(asked: Asked) -> Answer:
    return await ruled_on(asked, lambda rank: cmd.Annul(rank, ANNULLED, asked.note), "done")


async def _defeat(asked: Asked) -> Answer:
    seat = SeatNo(asked.number("seat"))
    return await ruled_on(asked, lambda rank: cmd.DeclareDefeat(rank, seat), "done")


async def _ruled(caller: Caller, table: Table, command: cmd.Command) -> Answer:
    outcome = await table.submit(command)
    return outcome if isinstance(outcome, Refusal) else caller.texts("done")


async def _card(caller: Caller, table: Table, seat: SeatNo) -> Answer:
    if not table.dealt:
        return Refusal(Code.NOT_STARTED)
    return private.card(table, seat, caller.texts)


async def setup(bot: commands.Bot) -> None:
    """Load this door."""
    await bot.add_cog(Host(registry_of(bot), bot))
