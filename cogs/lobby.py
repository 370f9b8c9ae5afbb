"""On `/lobby …` and the lobby's buttons: people, rules, cards, host."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.caller import Caller, Person
from cogs.chair import name_assistant, name_host
from cogs.doorway import Answer, about, answer, at_table, options, registry_of, ruling
from cogs.powers import table_cautions
from cogs.presses import Pressed, button
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Rank, UserId
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.table.registry import GameRegistry
from mafia_bot.table.seating import parse_cards
from mafia_bot.table.table import Table
from mafia_bot.texts import english


@app_commands.guild_only()
class Lobby(commands.GroupCog, group_name="lobby", group_description=english("command-lobby-about")):
    """Gathering a table."""

    def __init__(self, registry: GameRegistry, bot: commands.Bot) -> None:
        self.registry, self.bot = registry, bot

    async def cog_load(self) -> None:
        """Answer the lobby's buttons, old messages' too."""
        self.bot.add_dynamic_items(
            button(self.registry, Press.JOIN, self._pressed_join),
            button(self.registry, Press.LEAVE, self._pressed_leave),
            button(self.registry, Press.START, self._pressed_start),
        )

    @app_commands.command(**about("lobby open"))
    @options("ruleset", "host")
    async def open(
        self, interaction: discord.Interaction, ruleset: str | None = None, host: Person | None = None
    ) -> None:
        caller = Caller(self.registry, interaction)
        await answer(caller, self._open(caller, ruleset, host))

    async def _open(self, caller: Caller, ruleset: str | None, host: Person | None) -> Answer:
        assert caller.interaction.guild_id is not None
        if host is not None and host.bot:
            host = None
        if isinstance(host, discord.User):
            return Refusal(Code.NOT_A_MEMBER)
        opened = await self.registry.opening.open_lobby(
            caller.interaction.guild_id,
            caller.interaction.channel_id,
            ruleset,
            None if host is None else UserId(host.id),
            caller.user,
        )
        if isinstance(opened, Refusal):
            return opened
        return await self.registry.opening.unseen(opened, caller.texts) or caller.texts("done")

    @app_commands.command(**about("lobby join"))
    async def join(self, interaction: discord.Interaction) -> None:
        caller = Caller(self.registry, interaction)
        await answer(caller, at_table(caller, lambda table: self._join(caller, table)))

    @app_commands.command(**about("lobby leave"))
    async def leave(self, interaction: discord.Interaction) -> None:
        caller = Caller(self.registry, interaction)
        await answer(caller, at_table(caller, lambda table: self._leave(caller, table)))

    @app_commands.command(**about("lobby kick"))
    @options("player")
    async def kick(self, interaction: discord.Interaction, player: Person) -> None:
        caller = Caller(self.registry, interaction)
        unjoin = cmd.Unjoin(UserId(player.id), kicked=True)
        await answer(caller, ruling(caller, lambda table, _rank: _done(caller, table, unjoin)))

    @app_commands.command(**about("lobby ruleset"))
    @options("ruleset")
    async def ruleset(self, interaction: discord.Interaction, ruleset: str) -> None:
        caller = Caller(self.registry, interaction)

        async def choose(table: Table, rank: Rank) -> Answer:
            rules = await self.registry.rules.get(table.hall.guild_id, ruleset)
            if isinstance(rules, Refusal):
                return rules
            refusal = await self.registry.opening.choose(table, rank, rules)
            return refusal if refusal is not None else caller.texts("done")

        await answer(caller, ruling(caller, choose))

    @open.autocomplete("ruleset")
    @ruleset.autocomplete("ruleset")
    async def _rulesets(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        texts = Caller(self.registry, interaction).texts
        offered = await self.registry.offered(interaction.guild_id or 0, texts)
        matching = [
            (name, value) for value, name in offered if current.casefold() in f"{value} {name}".casefold()
        ]
        return [app_commands.Choice(name=name[:100], value=value) for name, value in matching[:25]]

    @app_commands.command(**about("lobby deal"))
    @options("cards")
    async def deal(self, interaction: discord.Interaction, cards: str | None = None) -> None:
        caller = Caller(self.registry, interaction)

        async def choose(table: Table, rank: Rank) -> Answer:
            parsed = parse_cards(cards or "", self.registry.services.texts, table.game.rules.names)
            if parsed is None:
                return Refusal(Code.BAD_DEAL, "MA-01")
            return await _done(caller, table, cmd.ChooseDeal(rank, parsed))

        await answer(caller, ruling(caller, choose))

    @app_commands.command(**about("lobby host"))
    @options("host")
    async def host(self, interaction: discord.Interaction, host: Person | None = None) -> None:
        caller = Caller(self.registry, interaction)

        await answer(caller, ruling(caller, lambda table, rank: name_host(caller, table, rank, host)))

    @app_commands.command(**about("lobby assistant"))
    @options("player", "add")
    async def assistant(self, interaction: discord.Interaction, player: Person, add: bool = True) -> None:
        caller = Caller(self.registry, interaction)
        user = UserId(player.id)
        await answer(
            caller,
            ruling(caller, lambda table, rank: name_assistant(caller, table, rank, user, add)),
        )

    @app_commands.command(**about("lobby close"))
    async def close(self, interaction: discord.Interaction) -> None:
        caller = Caller(self.registry, interaction)

        async def close(table: Table, rank: Rank) -> Answer:
            if table.game.players:
                return Refusal(Code.ALREADY_STARTED)
            return await _done(caller, table, cmd.Annul(rank, "closed"))

        await answer(caller, ruling(caller, close))

    async def _join(self, caller: Caller, table: Table, pressed: Pressed | None = None) -> Answer:
        person = caller.interaction.user
        if person.bot:
            return Refusal(Code.BOTS_DO_NOT_PLAY)
        carrier = pressed.carrier if pressed else None
        command = cmd.Join(caller.user, caller.name)
        outcome = await self.registry.admission.join(table, caller.user, command, carrier)
        if isinstance(outcome, Refusal):
            return outcome
        if pressed is not None and pressed.carrier.claimed:
            return None
        members = outcome.game.phase.members  # type: ignore[union-attr]
        return caller.texts("joined-private", seat=members.index(caller.user) + 1)

    async def _leave(self, caller: Caller, table: Table, pressed: Pressed | None = None) -> Answer:
        outcome = await table.submit(cmd.Unjoin(caller.user), pressed.carrier if pressed else None)
        if isinstance(outcome, Refusal):
            return outcome
        return None if pressed is not None and pressed.carrier.claimed else caller.texts("left-private")

    async def _pressed_join(self, pressed: Pressed, table: Table) -> Answer:
        return await self._join(pressed.caller, table, pressed)

    async def _pressed_leave(self, pressed: Pressed, table: Table) -> Answer:
        return await self._leave(pressed.caller, table, pressed)

    async def _pressed_start(self, pressed: Pressed, table: Table) -> Answer:
        return await start(pressed.caller, table)


async def start(caller: Caller, table: Table) -> Answer:
    """Start the game; whoever did is told what could break it."""
    rank = table.starter(caller.user, moderator=caller.moderator)
    if rank is None:
        return Refusal(Code.NOT_HOST, "GE-02")
    refusal = await caller.registry.starting.start(table, rank)
    if refusal is not None:
        return refusal
    return "\n".join([caller.texts("done"), *table_cautions(caller, table)])


async def _done(caller: Caller, table: Table, command: cmd.Command) -> Answer:
    outcome = await table.submit(command)
    return outcome if isinstance(outcome, Refusal) else caller.texts("done")


async def setup(bot: commands.Bot) -> None:
    """Load this door."""
    await bot.add_cog(Lobby(registry_of(bot), bot))
