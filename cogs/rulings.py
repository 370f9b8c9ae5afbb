"""On `/warn`, `/remove`, `/suspend` and `/undo`: rulings by hand, asked about first where they weigh much."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.caller import Caller, Person
from cogs.doorway import Answer, about, answer, options, registry_of, ruling
from cogs.questions import Asked, ask, ruled_on, sure
from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Rank, SeatNo, UserId
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.undoing import brought_back, undoable
from mafia_bot.screens.ladder import offences_for
from mafia_bot.screens.questions import ban_question, undo_question
from mafia_bot.screens.rulings import taken_back
from mafia_bot.table.registry import GameRegistry
from mafia_bot.table.table import Table

Seat = app_commands.Range[int, 1, 20]
Choices = list[app_commands.Choice[str]]
GAME, OFFENCE = r"(?P<game>\d+)", r"(?P<offence>\w+)"


class Rulings(commands.Cog):
    """Warnings, removals and bans, and the way back from each."""

    def __init__(self, registry: GameRegistry, bot: commands.Bot) -> None:
        self.registry, self.bot = registry, bot

    async def cog_load(self) -> None:
        """Answer the questions, old messages' too."""
        self.bot.add_dynamic_items(
            sure(self.registry, "remove", rf"{GAME}:(?P<seat>\d+):{OFFENCE}:(?P<hall>[01])", _remove),
            sure(self.registry, "suspend", rf"{GAME}:(?P<user>\d+):{OFFENCE}", _suspend),
            sure(self.registry, "undo", rf"{GAME}:(?P<number>\d+)", _undo),
        )

    @app_commands.command(**about("warn"))
    @options("seat", "offence", "times")
    @app_commands.guild_only()
    async def warn(
        self,
        interaction: discord.Interaction,
        seat: Seat,
        offence: str,
        times: app_commands.Range[int, 1, 5] = 1,
    ) -> None:
        caller = Caller(self.registry, interaction)

        async def rule(table: Table, rank: Rank) -> Answer:
            outcome = await table.submit(cmd.Warn(rank, SeatNo(seat), offence, times))
            return outcome if isinstance(outcome, Refusal) else caller.texts("warned-private")

        await answer(caller, ruling(caller, rule))

    @app_commands.command(**about("remove"))
    @options("seat", "offence", "hall")
    @app_commands.guild_only()
    async def remove(
        self, interaction: discord.Interaction, seat: Seat, offence: str, hall: bool | None = None
    ) -> None:
        caller = Caller(self.registry, interaction)

        async def rule(table: Table, rank: Rank) -> Answer:
            command = cmd.Remove(rank, SeatNo(seat), offence, hall)
            return await asked_first(caller, table, command, "removed-private")

        await answer(caller, ruling(caller, rule), interaction.response.is_done)

    @app_commands.command(**about("suspend"))
    @options("player", "offence")
    @app_commands.guild_only()
    async def suspend(self, interaction: discord.Interaction, player: Person, offence: str) -> None:
        caller = Caller(self.registry, interaction)

        async def rule(table: Table, rank: Rank) -> Answer:
            return await asked_first(caller, table, cmd.Suspend(rank, UserId(player.id), offence), "done")

        await answer(caller, ruling(caller, rule), interaction.response.is_done)

    @app_commands.command(**about("undo"))
    @app_commands.guild_only()
    async def undo(self, interaction: discord.Interaction) -> None:
        caller = Caller(self.registry, interaction)

        work = ruling(caller, lambda table, rank: ask_undo(caller, table, rank))
        await answer(caller, work, interaction.response.is_done)

    @warn.autocomplete("offence")
    async def _warnings(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._offered(interaction, current, {"warning"}, step=True)

    @remove.autocomplete("offence")
    async def _removals(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._offered(interaction, current, {"removal", "hall"})

    @suspend.autocomplete("offence")
    async def _bans(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self._offered(interaction, current, {"suspension", "hall"})

    async def _offered(
        self, interaction: discord.Interaction, current: str, sanctions: set[str], *, step: bool = False
    ) -> Choices:
        caller = Caller(self.registry, interaction)
        table = await caller.table()
        if isinstance(table, Refusal):
            return []
        seat = getattr(interaction.namespace, "seat", None) if step else None
        return [
            app_commands.Choice(name=name[:100], value=value)
            for value, name in offences_for(table.game, sanctions, seat, caller.texts)
            if current.casefold() in name.casefold()
        ][:25]


async def ask_undo(caller: Caller, table: Table, rank: Rank) -> Answer:
    """Ask whether the latest ruling is to be taken back, and name it."""
    meant = undoable(caller.seen(table))
    number = 0 if meant is None else meant[0].number
    step = table.rehearse(cmd.Undo(rank, number or None))
    if isinstance(step, Refusal):
        return step
    return await ask(caller, table, "undo", (table.game_id, number), undo_question(step, caller.texts))


async def asked_first(caller: Caller, table: Table, command: cmd.Remove | cmd.Suspend, done: str) -> Answer:
    """Rule at once, or ask first where a hall is closed by it or the game ends."""
    step = table.rehearse(command)
    if isinstance(step, Refusal):
        return step
    game, number = table.game, table.game_id
    text = ban_question(game, command, step, number, table.hall.voice_id, caller.texts)
    if text is None:
        outcome = await table.submit(command)
        return outcome if isinstance(outcome, Refusal) else caller.texts(done)
    if isinstance(command, cmd.Suspend):
        return await ask(caller, table, "suspend", (number, command.user, command.offence), text)
    hall = next(int(event.hall) for event in step.events if isinstance(event, ev.PlayerRemoved))
    return await ask(caller, table, "remove", (number, command.seat, command.offence, hall), text)


async def _remove(asked: Asked) -> Answer:
    seat, offence = SeatNo(asked.number("seat")), asked.parts["offence"]
    hall = asked.parts["hall"] == "1"
    return await ruled_on(asked, lambda rank: cmd.Remove(rank, seat, offence, hall), "removed-private")


async def _suspend(asked: Asked) -> Answer:
    user, offence = UserId(asked.number("user")), asked.parts["offence"]
    return await ruled_on(asked, lambda rank: cmd.Suspend(rank, user, offence), "done")


async def _undo(asked: Asked) -> Answer:
    """Take back the ruling that the question named, and no other: two hands undo only one."""
    caller, table = asked.caller, asked.table()
    if table is None:
        return Refusal(Code.GAME_OVER)
    rank = caller.rank(table)
    if rank is None:
        return Refusal(Code.NOT_HOST, "GE-02")
    command, back = cmd.Undo(rank, asked.number("number")), brought_back(table.game)
    outcome = await caller.registry.admission.submit(table, command, leaders=back)
    if isinstance(outcome, Refusal):
        return outcome
    undone = (event for event in outcome.events if isinstance(event, ev.RulingUndone))
    return caller.texts("undone-private", whats=[taken_back(event, caller.texts) for event in undone])


async def setup(bot: commands.Bot) -> None:
    """Load this door."""
    await bot.add_cog(Rulings(registry_of(bot), bot))
