"""All tables of one process: which there are and how one is found. What the doors talk to."""

from collections.abc import Iterable

from mafia_bot.delivery.eyes import Eyes
from mafia_bot.delivery.trouble import Trouble, TroubleKind
from mafia_bot.engine.hosting import plays
from mafia_bot.engine.ids import UserId
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.screens.cautions import Cautions
from mafia_bot.screens.names import title_of
from mafia_bot.table.admission import Admission
from mafia_bot.table.alarm import OVERSLEPT
from mafia_bot.table.automoderation import AutoModeration
from mafia_bot.table.cautions import cautions
from mafia_bot.table.following import Following
from mafia_bot.table.halls import Halls, all_room_keys
from mafia_bot.table.lifecycle import LifeCycle
from mafia_bot.table.open_panels import OpenPanels
from mafia_bot.table.opening import Opening
from mafia_bot.table.presence import Presence
from mafia_bot.table.proposing import Proposing
from mafia_bot.table.rulemaking import Rulemaking
from mafia_bot.table.services import Services
from mafia_bot.table.starting import Starting
from mafia_bot.table.status import Status
from mafia_bot.table.table import Table
from mafia_bot.table.tables import Tables
from mafia_bot.table.trouble_desk import TroubleDesk
from mafia_bot.table.whispers import Whispers
from mafia_bot.texts import Language

WORTH_TELLING = 1.0
"""Seconds between the machine's clock and Discord's that its owner should know of."""


class GameRegistry:
    """`rulesets`: those shipped and those of the club's directory, by id; `language`: the configured one."""

    def __init__(
        self,
        services: Services,
        eyes: Eyes,
        rulesets: dict[str, Ruleset],
        *,
        language: str,
        hears_chat: bool,
    ) -> None:
        self.services, self.hears_chat, self.language = services, hears_chat, language
        self.rules, self.proposing = Rulemaking(services, rulesets), Proposing(self.tables)
        self.halls = Halls(services)
        self._eyes = eyes
        self.presence = Presence(self._eyes, self.tables, services.now)
        self._tables = Tables(services, Following(services), self.presence.look)
        self.automoderation = AutoModeration(self.tables)
        self.whispers = Whispers(services.now)
        self.panels = OpenPanels(services.delivery.panels)
        self._desk = TroubleDesk(services.delivery, self.tables, self.whispers)
        self.status = Status(eyes, self._desk)
        self.admission = Admission(services, self.tables)
        self.opening = Opening(
            services,
            self._tables,
            self.halls,
            self.rules,
            self.admission,
            language=language,
            on_open=self._desk.opened,
        )
        self.starting = Starting(services, self.presence, self.admission)
        self.lifecycle = LifeCycle(services, self._tables, self.halls, self.presence)

    @property
    def room_keys(self) -> tuple[str, ...]:
        """The role rooms that a new hall needs."""
        return all_room_keys(self.rules.shipped)

    def tables(self) -> tuple[Table, ...]:
        """Every table that this process keeps, running or in its lobby."""
        return self._tables.all()

    def table_of(self, game_id: int) -> Table | None:
        """The table of a game, if it is kept here."""
        return next((table for table in self.tables() if table.game_id == game_id), None)

    def heard(self, guild_id: int, stamp: float) -> None:
        """Discord stamped something at this moment (epoch seconds), and it has just arrived: the measure of
        our own clock. Where the two differ much, the owner is told.
        """
        clock, troubles = self.services.clock, self.services.delivery.troubles
        before = clock.now()
        if clock.heard(stamp) > OVERSLEPT:
            self.services.delivery.tasks.run(self.lifecycle.slept(before))
        if abs(clock.skew) > WORTH_TELLING:
            troubles.raised(Trouble(TroubleKind.CLOCK_SKEW, guild_id))
        else:
            troubles.settled(TroubleKind.CLOCK_SKEW, guild_id)

    async def find(self, guild_id: int, channel_id: int | None) -> Table | Refusal:
        """The table that a command in this channel means."""
        hall = await self.halls.find(guild_id, channel_id)
        if isinstance(hall, Refusal):
            return hall
        return self._tables.in_hall(hall.id) or Refusal(Code.NO_GAME)

    async def public_texts(self, guild_id: int, channel_id: int | None) -> Language:
        """The language of what everybody on a server reads: that of the table which the channel belongs to,
        else of the server's first one; where none says, the configured one.
        """
        store = self.services.store
        here = None if channel_id is None else await store.halls.at(channel_id)
        halls = [here] if here is not None else await store.halls.of_guild(guild_id)
        code = next((hall.language for hall in halls if hall.language is not None), self.language)
        return self.services.texts.for_language(code)

    async def offered(self, guild_id: int, texts: Language) -> list[tuple[str, str]]:
        """The rulesets to choose from here, as (id, title)."""
        known = await self.rules.all(guild_id)
        return [(rules.id, title_of(rules, texts)) for rules in known.values()]

    def saw(self, guild_id: int, user: UserId, name: str) -> None:
        """Somebody is called so now: the table that they play at remembers it. Returns at once."""
        for table in self.tables():
            game = table.game
            if table.hall.guild_id == guild_id and plays(game, user) and game.kept.name_of(user) != name:
                self.services.delivery.tasks.run(table.see(user, name))

    def cautions(self, guild_id: int, voice_id: int, people: Iterable[UserId] = ()) -> Cautions:
        """What is worth knowing of a table's voice channel, and of these people, before a game."""
        return cautions(self._eyes, guild_id, voice_id, people)
