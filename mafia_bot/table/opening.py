"""From a command to a lobby: opening it, choosing its rules."""

import logging
from collections.abc import Callable

from mafia_bot.club.consequences import rows_of
from mafia_bot.club.points import USUAL
from mafia_bot.delivery.channels import TABLE
from mafia_bot.delivery.trouble import Trouble, TroubleKind
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.decide import open_lobby
from mafia_bot.engine.events.codec import encode
from mafia_bot.engine.ids import GameId, Rank, UserId
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.ruleset.stored import stored
from mafia_bot.engine.scene import room_keys
from mafia_bot.screens.troubles import trouble_line
from mafia_bot.store import Hall, HallBusy, Record
from mafia_bot.table.admission import Admission
from mafia_bot.table.halls import Halls, channels_of
from mafia_bot.table.rulemaking import Rulemaking
from mafia_bot.table.services import Services
from mafia_bot.table.table import Table
from mafia_bot.table.tables import Tables
from mafia_bot.texts import Language

SEEN_SECONDS = 2.0
"""How long an answer waits for the board of a new lobby to stand; Discord gives up after three."""

RETRY_SECONDS = 5.0

UNSEEN = (TroubleKind.CANNOT_POST, TroubleKind.CHANNEL_GONE)
"""Troubles that keep a board from being seen."""

_log = logging.getLogger(__name__)


class Opening:
    """`language` is what a table speaks where its hall does not say; `on_open` hears of every new lobby."""

    def __init__(
        self,
        services: Services,
        tables: Tables,
        halls: Halls,
        rules: Rulemaking,
        admission: Admission,
        *,
        language: str,
        on_open: Callable[[Table], None],
    ) -> None:
        self._services, self._tables, self._halls = services, tables, halls
        self._rules, self._admission, self._language = rules, admission, language
        self._on_open = on_open

    async def open_lobby(
        self,
        guild_id: int,
        channel_id: int | None,
        ruleset_id: str | None,
        host: UserId | None,
        opener: UserId,
    ) -> Table | Refusal:
        """Open a lobby in the hall that a channel means, by the club's default rules if none are named."""
        hall = await self._halls.find(guild_id, channel_id)
        if isinstance(hall, Refusal):
            return hall
        rules = await self._rules.get(guild_id, ruleset_id)
        if isinstance(rules, Refusal):
            return rules
        async with self._admission.door(guild_id):
            if host is not None and (refusal := self._admission.elsewhere(guild_id, (host,))):
                return refusal
            return await self.open(hall, rules, host, opener, hall.language or self._language)

    async def open(
        self, hall: Hall, rules: Ruleset, host: UserId | None, opener: UserId, language: str
    ) -> Table | Refusal:
        """Open a lobby in a hall; a hall has one game at a time, whatever process was asked."""
        services, now = self._services, self._services.now()
        first = open_lobby(cmd.OpenLobby(stored(rules), host, now, opener))
        records = [Record(place, now, *encode(event)) for place, event in enumerate(first.events, start=1)]
        rows = rows_of(first.game, USUAL)
        try:
            number = await services.store.commits.open(
                hall.guild_id, hall.id, language, rows.frame, records, rows.names
            )
        except HallBusy:
            if hall.id not in self._tables.unreadable:
                return Refusal(Code.GAME_EXISTS, "", {"voice": hall.voice_id})
            # Nobody can go on with that game; it must not block the hall for ever.
            lost = self._tables.unreadable[hall.id]
            await services.store.games.abandon(lost, now)
            del self._tables.unreadable[hall.id]
            services.delivery.retire(channels_of(hall), GameId(lost), services.texts.for_language(language))
            return await self.open(hall, rules, host, opener, language)
        table = self._tables.seat(GameId(number), hall, language, first.game, 1 + len(records))
        # The lobby is written down: whatever fails from here on, it is shown.
        await self._prepare_rooms(table)
        await self._tables.following.close_doors(table)
        services.delivery.publish(table.committed(first.events))
        self._on_open(table)
        lacking = services.delivery.builder.missing(hall.guild_id, table.hall)
        if lacking:
            trouble = Trouble(TroubleKind.LOST_PERMISSIONS, hall.guild_id, names=tuple(sorted(lacking)))
            services.delivery.troubles.raised(trouble)
        return table

    async def unseen(self, table: Table, texts: Language) -> str | None:
        """Why nobody can see a table that was just opened, in words; None if its board stands."""
        delivery, chat = self._services.delivery, table.hall.rooms[TABLE]
        if await delivery.board.stands(table.game_id, SEEN_SECONDS):
            return None
        known = [t for t in delivery.troubles.of_guild(table.hall.guild_id) if t.channel_id == chat]
        found = next((t for t in known if t.kind in UNSEEN), None)
        kind = TroubleKind.BOARD_BEHIND if found is None else found.kind
        names = () if found is None else found.names
        return trouble_line(kind, texts, names=names, user=None, channel=chat)

    async def choose(self, table: Table, rank: Rank, rules: Ruleset) -> Refusal | None:
        """Let a lobby play by other rules, with a room for every role that talks at night by them."""
        outcome = await table.submit(cmd.ChooseRuleset(rank, stored(rules)))
        if isinstance(outcome, Refusal):
            return outcome
        await self._make_rooms(table)
        return None

    async def _prepare_rooms(self, table: Table) -> None:
        try:
            await self._make_rooms(table)
        except Exception:
            _log.exception("game %s: its rooms cannot be made; tried again", table.game_id)
            self._services.delivery.tasks.run(self._until_made(table))

    async def _until_made(self, table: Table) -> None:
        while not table.over:
            await self._services.sleep(RETRY_SECONDS)
            try:
                await self._make_rooms(table)
            except Exception:
                _log.exception("game %s: its rooms cannot be made yet", table.game_id)
            else:
                table.refresh()
                return

    async def _make_rooms(self, table: Table) -> None:
        lacking = tuple(key for key in room_keys(table.game.rules) if key not in table.hall.rooms)
        if lacking:
            made = await self._halls.mend(table.hall_id, table.hall, table.language, lacking)
            table.hall = made or table.hall
