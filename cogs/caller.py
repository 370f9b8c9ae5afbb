"""Who knocks: the person behind a press or command, their language, their powers, what they are told."""

import logging

import discord

from mafia_bot.engine.ids import Rank, SeatNo, UserId
from mafia_bot.engine.refusals import Refusal
from mafia_bot.engine.state import Game
from mafia_bot.rulesets.clauses import clause_in
from mafia_bot.screens.names import at_table
from mafia_bot.screens.refusals import refusal_words
from mafia_bot.table.registry import GameRegistry
from mafia_bot.table.table import Table
from mafia_bot.texts import Language, language_of
from mafia_bot.texts.wording import visible_name

_log = logging.getLogger(__name__)


class Caller:
    """One press or command: the person, their language, their powers, and the way to answer them alone."""

    def __init__(self, registry: GameRegistry, interaction: discord.Interaction) -> None:
        self.registry, self.interaction = registry, interaction
        # Before anything is waited for: a lock, or a look into the database, gives others the time to act.
        self._seen = {table.game_id: table.game for table in self._mine()}
        if interaction.guild_id is not None:
            registry.heard(interaction.guild_id, self.received)
            registry.presence.sign(self.user)
            registry.saw(interaction.guild_id, self.user, self.name)
            if self._seen:
                registry.whispers.pressed(self.user, self.received, self.texts, self._once_more)

    @property
    def user(self) -> UserId:
        """Who pressed."""
        return UserId(self.interaction.user.id)

    @property
    def name(self) -> str:
        """What the caller is called."""
        return name_of(self.interaction.user)

    @property
    def texts(self) -> Language:
        """The caller's own language, with the names of the table that the channel belongs to."""
        own = self.registry.services.texts.for_language(language_of(str(self.interaction.locale)))
        tables = self._meant()
        return at_table(tables[0].game, own) if len(tables) == 1 else own

    @property
    def moderator(self) -> bool:
        """Whether the server lets the caller silence others: it may then rule at the bot's own table
        (GE-02).
        """
        return self.interaction.permissions.mute_members or self.interaction.permissions.manage_guild

    @property
    def received(self) -> float:
        """When Discord received the press, epoch seconds: a vote counts by it (GE-05)."""
        return self.interaction.created_at.timestamp()

    async def table(self) -> Table | Refusal:
        """The table that the caller's channel means."""
        assert self.interaction.guild_id is not None
        return await self.registry.find(self.interaction.guild_id, self.interaction.channel_id)

    def seen(self, table: Table) -> Game:
        """The position there when the press came in, which is the one it means."""
        return self._seen.get(table.game_id, table.game)

    def step(self, table: Table) -> int:
        """The step that was open when the press came in."""
        return self.seen(table).clock.step

    async def _once_more(self, text: str) -> None:
        """Say something more to the caller alone, long after the answer."""
        if not self.interaction.response.is_done():
            return
        try:
            await self.interaction.followup.send(text, ephemeral=True)
        except discord.HTTPException as error:
            _log.info("a word to one alone did not arrive: %s", error)

    def _mine(self) -> list[Table]:
        return [t for t in self.registry.tables() if t.hall.guild_id == self.interaction.guild_id]

    def here(self) -> Table | None:
        """The table kept here that the caller's channel belongs to, or any of the caller's server."""
        meant = self._meant()
        return meant[0] if meant else None

    def _meant(self) -> list[Table]:
        mine, channel = self._mine(), self.interaction.channel_id
        return [t for t in mine if channel == t.hall.voice_id or channel in t.hall.rooms.values()] or mine

    @property
    def game_id(self) -> int | None:
        """The game that an error in the caller's press belongs to, for the log."""
        table = self.here()
        return None if table is None else table.game_id

    def rank(self, table: Table) -> Rank | None:
        """Whose ruling the caller's is at this table."""
        return table.rank(self.user, moderator=self.moderator)

    def seat(self, table: Table) -> SeatNo | None:
        """The caller's seat."""
        return table.game.seat_of(self.user)

    def refused(self, refusal: Refusal) -> str:
        """A refusal in the caller's words, with the clause of the club's own rulebook that it rests on."""
        texts = self.texts
        table = self.here()
        rules = None if table is None else table.game.rules
        clause = refusal.clause if rules is None else clause_in(refusal.clause, rules.copied_from or rules.id)
        text = refusal_words(refusal, texts)
        return texts("refusal-clause", text=text, clause=clause) if clause else text


Person = discord.User | discord.Member
"""Whom an option names: a plain user is somebody who is not on the server (any more)."""


def name_of(person: Person) -> str:
    """What a person is called here, or their account's own name where that shows nothing."""
    return visible_name(person.display_name, person.name)
