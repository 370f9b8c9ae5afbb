"""All tables of one process: opening, finding, waking after a restart. What the doors talk to."""

import asyncio
import logging
from contextlib import suppress

import discord
from pydantic import ValidationError

from mafia_bot.club.courtesy import spared
from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.decide import open_lobby
from mafia_bot.engine.events.codec import UnknownEvent, decode, encode
from mafia_bot.engine.evolution import replay
from mafia_bot.engine.ids import GameId, Rank, UserId
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.scene import room_keys
from mafia_bot.engine.state import Game, Lobby
from mafia_bot.stage.herald import title_of
from mafia_bot.stage.preflight import Power, powerful
from mafia_bot.store import GameFrame, GameStatus, Hall, HallBusy, Record
from mafia_bot.table.aftermath import Aftermath
from mafia_bot.table.halls import Halls, all_room_keys, channels_of
from mafia_bot.table.kit import Kit
from mafia_bot.table.rulemaking import Rulemaking
from mafia_bot.table.table import Table
from mafia_bot.table.watch import Watch
from mafia_bot.texts import Language

_log = logging.getLogger(__name__)


class House:
    """`rulesets` are those shipped and those of the club's directory, by id."""

    def __init__(
        self,
        kit: Kit,
        client: discord.Client,
        rulesets: dict[str, Ruleset],
        *,
        language: str,
        hears_chat: bool,
    ) -> None:
        self.kit, self.language = kit, language
        self.rules = Rulemaking(kit, rulesets)
        self.hears_chat = hears_chat
        self.client = client
        self.halls = Halls(kit, client)
        self.watch = Watch(client, kit, self.tables)
        self._aftermath = Aftermath(kit)
        self._tables: dict[int, Table] = {}
        self._awake_since: dict[GameId, float] = {}
        self._unreadable: dict[int, int] = {}
        self._asleep: set[GameId] = set()
        self._mending = asyncio.Lock()

    @property
    def room_keys(self) -> tuple[str, ...]:
        """The role rooms that a new hall needs."""
        return all_room_keys(self.rules.shipped)

    def tables(self) -> tuple[Table, ...]:
        """Every table that this process keeps, running or in its lobby."""
        return tuple(self._tables.values())

    def table_of(self, game_id: int) -> Table | None:
        """The table of a game, if it is kept here."""
        return next((table for table in self._tables.values() if table.game_id == game_id), None)

    async def find(self, guild_id: int, channel_id: int | None) -> Table | Refusal:
        """The table that a command in this channel means."""
        hall = await self.halls.find(guild_id, channel_id)
        if isinstance(hall, Refusal):
            return hall
        return self._tables.get(hall.id) or Refusal(Code.NO_GAME)

    async def open_lobby(
        self, guild_id: int, channel_id: int | None, ruleset_id: str | None, host: UserId | None
    ) -> Table | Refusal:
        """Open a lobby in the hall that a channel means, by the club's default rules if none are named."""
        hall = await self.halls.find(guild_id, channel_id)
        if isinstance(hall, Refusal):
            return hall
        rules = await self.rules.get(guild_id, ruleset_id)
        if isinstance(rules, Refusal):
            return rules
        return await self.open(hall, rules, host, hall.language or self.language)

    async def offered(self, guild_id: int, texts: Language) -> list[tuple[str, str]]:
        """The rulesets to choose from here, as (id, title)."""
        known = await self.rules.all(guild_id)
        return [(rules.id, title_of(rules, texts)) for rules in known.values()]

    async def choose(self, table: Table, rank: Rank, rules: Ruleset) -> Refusal | None:
        """Let a lobby play by other rules, with a room for every role that talks at night by them."""
        outcome = await table.submit(cmd.ChooseRuleset(rank, rules.model_dump(mode="json")))
        if isinstance(outcome, Refusal):
            return outcome
        await self._make_rooms(table)
        return None

    async def _make_rooms(self, table: Table) -> None:
        lacking = tuple(key for key in room_keys(table.game.rules) if key not in table.hall.rooms)
        if lacking:
            made = await self.halls.mend(table.hall_id, table.hall, table.language, lacking)
            table.hall = made or table.hall

    async def start(self, table: Table, rank: Rank) -> Refusal | None:
        """Start a game, if everybody who sits is in the table's voice channel."""
        members = table.game.phase.members if isinstance(table.game.phase, Lobby) else ()
        present = self.watch.present(table)
        away = [user for user in members if present is not None and user not in present]
        if away and len(members) >= table.game.rules.seats.least:
            return Refusal(Code.NOT_IN_VOICE, "GE-13", {"users": away, "voice": table.hall.voice_id})
        courteous = table.game.rules.night.courtesy
        guests = await spared(self.kit.store, table.hall.guild_id, members) if courteous else ()
        outcome = await table.submit(cmd.StartGame(rank, guests))
        return outcome if isinstance(outcome, Refusal) else None

    async def banned(self, table: Table, user: UserId) -> Refusal | None:
        """Why a person may not play now, if so (CC-16, CC-18, MW-19)."""
        now = self.kit.now()
        bans = await self.kit.store.suspensions.active(table.hall.guild_id, user, now)
        if not bans:
            return None
        games = sum(ban.games_left or 0 for ban in bans)
        return Refusal(Code.SUSPENDED, "", {"games": games, "day": any(ban.until for ban in bans)})

    async def remember(self, guild_id: int, names: dict[int, str]) -> None:
        """Keep names as seen now."""
        await self.kit.store.members.saw(guild_id, names, self.kit.now())

    def powerful(self, table: Table) -> tuple[UserId, ...]:
        """Seated people who see every channel whatever its overwrites say (owner, administrators)."""
        guild = self.client.get_guild(table.hall.guild_id)
        if guild is None:
            return ()
        seated = [m for p in table.game.players if (m := guild.get_member(p.user)) is not None]
        return tuple(found.user_id for found in powerful(seated) if found.power is not Power.MUTES)

    async def open(self, hall: Hall, rules: Ruleset, host: UserId | None, language: str) -> Table | Refusal:
        """Open a lobby in a hall; a hall has one game at a time, whatever process was asked."""
        now = self.kit.now()
        data = rules.model_dump(mode="json")
        try:
            number = await self.kit.store.games.open(hall.guild_id, hall.id, rules.id, data, language, now)
        except HallBusy:
            if hall.id not in self._unreadable:
                return Refusal(Code.GAME_EXISTS)
            # Nobody can go on with that game; it must not block the hall for ever.
            lost = self._unreadable.pop(hall.id)
            await self.kit.store.results.close(lost, GameStatus.ABANDONED, now, reason="unreadable")
            return await self.open(hall, rules, host, language)
        first = open_lobby(cmd.OpenLobby(data, host))
        records = [Record(place, now, *encode(event)) for place, event in enumerate(first.events, start=1)]
        try:
            await self.kit.store.journal.append(number, 1, records)
        except Exception:
            # A game without a beginning would keep its hall busy for ever.
            with suppress(Exception):
                await self.kit.store.results.close(number, GameStatus.ANNULLED, now, reason="outage")
            raise
        if (old := self._tables.get(hall.id)) is not None:
            old.close()
        table = self._table(GameId(number), hall, language, first.game, 1 + len(records))
        await self._make_rooms(table)
        await self._aftermath.close_doors(table)
        self.kit.stage.board.forget(hall.chat_id)
        self.kit.stage.show(table.hall, table.game_id, first.game, first.events, table.texts)
        return table

    async def wake(self) -> None:
        """Take up every open game from its journal. One that cannot be read is left alone, with its id
        in the log.
        """
        for frame in await self.kit.store.games.open_games():
            try:
                await self._wake(frame)
            except (UnknownEvent, ValidationError, ValueError, KeyError, TypeError):
                _log.exception("game %s cannot be read by this version; the others go on", frame.id)
                if frame.hall_id is not None:
                    self._unreadable[frame.hall_id] = frame.id

    async def ready(self, guild_ids: frozenset[int]) -> None:
        """The gateway is there (again): end the outage of every table in these guilds, then mend all
        mutes.
        """
        for table in self.tables():
            # Discord says that a server is there more than once; a table that did not sleep needs nothing.
            if table.hall.guild_id not in guild_ids or table.game_id not in self._asleep or table.over:
                continue
            self._asleep.discard(table.game_id)
            since = self._awake_since.get(table.game_id, self.kit.now())
            await table.submit(cmd.EndOutage(since))
            table.wake()
            await self.kit.stage.take_floor(table.hall, table.game_id, table.game)
            table.refresh()
            await self.watch.look(table)
        for guild_id in guild_ids:
            await self.kit.stage.floor(guild_id).recover()
            await self._rest(guild_id)

    async def _rest(self, guild_id: int) -> None:
        """Open the halls whose game ended while nobody could: its rooms may stand as they stood then."""
        for hall in await self.kit.store.halls.of_guild(guild_id):
            if hall.id not in self._tables and hall.id not in self._unreadable:
                await self.halls.calm(hall, await self._aftermath.banned(guild_id))

    def doze(self, guild_ids: frozenset[int] | None = None) -> None:
        """Discord is out of reach (of these guilds; None: of all): no step ends until it is back."""
        for table in self.tables():
            if guild_ids is None or table.hall.guild_id in guild_ids:
                if table.game_id not in self._asleep:
                    self._awake_since[table.game_id] = self.kit.now()
                    self._asleep.add(table.game_id)
                table.close()

    async def beat(self) -> None:
        """Write down that the running games are alive, so that an outage gives back the time that was
        left.
        """
        # A table out of Discord's reach is not alive: its step keeps the time it had when it was.
        running = [t.game_id for t in self.tables() if not t.over and t.game_id not in self._asleep]
        now = self.kit.now()
        self._awake_since.update(dict.fromkeys(running, now))
        if running:
            try:
                await self.kit.store.games.alive(running, now)
            except Exception:
                # The next beat comes; an error here would stop them all.
                _log.exception("the running games could not be marked as alive")

    def moved(self, hall: Hall) -> None:
        """`/setup` was given again: a game that goes on there goes on in the channels of now."""
        table = self._tables.get(hall.id)
        if table is not None and not table.over:
            table.hall = channels_of(hall)
            table.refresh(anew=True)

    async def mend(self, table: Table) -> None:
        """A channel of the table's hall is gone: make it anew and show the game there."""
        # Several channels may go at once; two who mend would make each of them twice.
        async with self._mending:
            made = await self.halls.mend(table.hall_id, table.hall, table.language)
            if made is None:
                _log.error("game %s: a channel is gone and cannot be made anew", table.game_id)
                return
            if made != table.hall:
                table.hall = made
                table.refresh(anew=True)

    def close(self) -> None:
        """Stop alarms and the stage."""
        for table in self.tables():
            table.close()
        self.kit.stage.close()

    async def _wake(self, frame: GameFrame) -> None:
        hall = None if frame.hall_id is None else await self.kit.store.halls.get(frame.hall_id)
        if hall is None:
            _log.error("game %s has lost its hall", frame.id)
            return
        records = await self.kit.store.journal.load(frame.id)
        if not records:
            _log.warning("game %s never began: it is closed", frame.id)
            await self.kit.store.results.close(frame.id, GameStatus.ANNULLED, self.kit.now(), reason="outage")
            return
        events: list[ev.Event] = [decode(r.kind, r.version, r.data) for r in records]
        game = replay(events)
        table = self._table(GameId(frame.id), hall, frame.language, game, records[-1].seq + 1)
        await self._aftermath.close_doors(table)
        self._asleep.add(table.game_id)
        self._asleep.add(table.game_id)
        self._awake_since[table.game_id] = max(records[-1].at, frame.alive_at or 0.0)
        if table.over:
            # The end was written, its consequences perhaps not.
            await self._aftermath.settle(table, game)

    def _table(self, game_id: GameId, hall: Hall, language: str, game: Game, seq: int) -> Table:
        table = Table(
            game_id, hall.id, channels_of(hall), language, game, seq, self.kit, self._aftermath.after
        )
        self._tables[hall.id] = table
        return table
