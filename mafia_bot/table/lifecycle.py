"""Tables through the life of a process: taken up from journals, suspended, resumed, kept alive, mended."""

import logging

from pydantic import ValidationError

from mafia_bot.club.consequences import rows_of
from mafia_bot.club.points import USUAL
from mafia_bot.club.rebuild import examine, position
from mafia_bot.delivery.trouble import Trouble, TroubleKind
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.events.codec import UnknownEvent
from mafia_bot.engine.ids import GameId
from mafia_bot.engine.state import Over
from mafia_bot.store import GameFrame, Hall
from mafia_bot.table.alarm import OVERSLEPT
from mafia_bot.table.halls import Halls, channels_of
from mafia_bot.table.leftovers import Leftovers
from mafia_bot.table.presence import Presence
from mafia_bot.table.services import Services
from mafia_bot.table.table import Table
from mafia_bot.table.tables import Tables

DOORS_SECONDS = 3600.0
"""How long nobody looks whose removal from a hall ends next, at most: a new one may end sooner."""

MENDS = (2.0, 5.0, 10.0, 20.0)
"""Seconds between tries to make a channel anew; the last goes on for as long as it takes."""

SILENT_SECONDS = 45.0
"""A live gateway answers a heartbeat sooner than that."""

BEAT_SECONDS = 5.0
"""How often a running game writes that it is alive: the most that a crash can add to a step's time."""

_log = logging.getLogger(__name__)


class LifeCycle:
    """What start-up, the gateway and the heartbeat do to all tables."""

    def __init__(self, services: Services, tables: Tables, halls: Halls, presence: Presence) -> None:
        self._services, self._tables, self._halls, self._presence = services, tables, halls, presence
        self._leftovers = Leftovers(services)
        self._alive_at: dict[GameId, float] = {}
        self._suspended: set[GameId] = set()
        self._heard: float | None = None
        self._mending: set[int] = set()
        self._seen: set[int] = set()

    async def take_up(self) -> None:
        """Take up every open game from its journal. One that cannot be read is left alone, with its id
        in the log.
        """
        for frame in await self._services.store.games.open_games():
            try:
                await self._take_up(frame)
            except (UnknownEvent, ValidationError, ValueError, KeyError, TypeError):
                _log.exception("game %s cannot be read by this version; the others go on", frame.id)
                if frame.hall_id is not None:
                    self._tables.unreadable[frame.hall_id] = frame.id

    async def resume(self, guild_ids: frozenset[int], *, missed: bool) -> None:
        """The gateway is there (again): end the outage of every table in these guilds, then mend all
        mutes. `missed`: Discord does not send what happened meanwhile, as after a session of before.
        """
        for table in self._tables.all():
            # Discord says that a server is there more than once; a table that goes on needs nothing.
            suspended = table.game_id in self._suspended
            if table.hall.guild_id in guild_ids and suspended and not table.over:
                await self._resume(table, missed=missed)
        self._services.delivery.board.wake()
        await self._leftovers.show(guild_ids)
        self._seen |= guild_ids
        for guild_id in guild_ids:
            await self._services.delivery.voice.of(guild_id).recover()
            await self._rest(guild_id)

    def heard(self) -> None:
        """The gateway has said anything at all."""
        self._heard = self._services.now()

    def suspend(self, guild_ids: frozenset[int] | None = None) -> None:
        """Discord is out of reach (of these guilds; None: of all): no step ends until it is back.

        A connection that said nothing for longer than its heartbeat was dead before anybody noticed.
        """
        since = now = self._services.now()
        if guild_ids is None:
            if self._heard is not None and now - self._heard >= SILENT_SECONDS:
                since = self._heard
            self._heard = None
        for table in self._tables.all():
            if guild_ids is None or table.hall.guild_id in guild_ids:
                if table.game_id not in self._suspended:
                    self._alive_at[table.game_id] = since
                    self._suspended.add(table.game_id)
                table.close()

    async def keep_beating(self) -> None:
        """Let the heart beat for as long as the process runs."""
        while True:
            try:
                await self.heartbeat()
            except Exception:
                # The next beat comes; an error here would stop them all.
                _log.exception("a heartbeat failed")
            await self._services.sleep(BEAT_SECONDS)

    async def heartbeat(self) -> None:
        """Write down that the running games are alive, so that an outage gives back the time that was
        left, and look for people whose arrival went unheard. A beat that comes much too late means that the
        process itself was frozen: an outage, too.
        """
        since = self._services.clock.alive_at
        if self._services.clock.beat() > BEAT_SECONDS + OVERSLEPT and since is not None:
            await self.slept(since)
        # A table out of Discord's reach is not alive: its step keeps the time it had when it was.
        tables = [t for t in self._tables.all() if not t.over and t.game_id not in self._suspended]
        running, now = [table.game_id for table in tables], self._services.now()
        self._alive_at.update(dict.fromkeys(running, now))
        self._services.delivery.voice.look()
        if running:
            try:
                await self._services.store.games.alive(running, now)
            except Exception:
                # The next beat comes; an error here would stop them all.
                _log.exception("the running games could not be marked as alive")

    def moved(self, hall: Hall) -> None:
        """`/setup` was given again: a game that goes on there goes on in the channels of now."""
        table = self._tables.in_hall(hall.id)
        if table is not None and not table.over:
            table.hall = channels_of(hall)
            table.refresh()

    async def mend(self, table: Table) -> None:
        """A channel of the table's hall is gone: make it anew and show the game there."""
        # Several channels may go at once; one who mends is enough, for as long as it takes.
        if table.hall_id in self._mending:
            return
        self._mending.add(table.hall_id)
        try:
            await self._mend(table)
        finally:
            self._mending.discard(table.hall_id)

    async def permissions_changed(self, guild_id: int) -> None:
        """Rights were given or taken on a server: tell what is missing now, or put right what was refused."""
        delivery = self._services.delivery
        tables = [t for t in self._tables.all() if t.hall.guild_id == guild_id and not t.over]
        lacking = {name for table in tables for name in delivery.builder.missing(guild_id, table.hall)}
        if lacking:
            names = tuple(sorted(lacking))
            delivery.troubles.raised(Trouble(TroubleKind.LOST_PERMISSIONS, guild_id, names=names))
        else:
            delivery.troubles.settled(TroubleKind.LOST_PERMISSIONS, guild_id)
        delivery.rooms.look(guild_id)
        await delivery.voice.permissions_changed(guild_id)

    async def keep_doors(self) -> None:
        """Open halls again to people whose removal from them has ended; runs for as long as the process."""
        while True:
            try:
                await self._keep_doors()
            except Exception:
                _log.exception("the bans cannot be read; halls are looked at again later")
                await self._services.sleep(BEAT_SECONDS)

    async def _keep_doors(self) -> None:
        now = self._services.now()
        ends = await self._services.store.suspensions.next_end(now)
        await self._services.sleep(DOORS_SECONDS if ends is None else min(DOORS_SECONDS, ends - now + 0.01))
        if ends is not None and ends <= self._services.now():
            await self._open_doors()

    async def _open_doors(self) -> None:
        for table in self._tables.all():
            await self._tables.following.close_doors(table)
        for guild_id in {table.hall.guild_id for table in self._tables.all()} | self._seen:
            await self._rest(guild_id)

    async def _mend(self, table: Table) -> None:
        tries = 0
        while not table.over:
            if not self._services.delivery.builder.has_voice(table.hall):
                await self._presence.excuse(table)
            before = table.hall
            made = await self._halls.mend(table.hall_id, before, table.language)
            if made is not None:
                if made != before:
                    table.hall = made
                    table.refresh()
                    await self._presence.look(table)
                return
            _log.warning("game %s: a channel is gone and cannot be made anew just now", table.game_id)
            await self._services.sleep(MENDS[min(tries, len(MENDS) - 1)])
            tries += 1

    async def slept(self, since: float) -> None:
        """This process, or its machine, was not running since then (epoch seconds): nobody's time is lost."""
        for table in self._tables.all():
            if not table.over and table.game_id not in self._suspended:
                await table.submit(cmd.EndOutage(since))

    async def close(self) -> None:
        """Stop alarms and all delivery, and write down when."""
        for table in self._tables.all():
            table.close()
        self._services.delivery.close()
        await self.heartbeat()

    async def _resume(self, table: Table, *, missed: bool) -> None:
        self._suspended.discard(table.game_id)
        since = self._alive_at.get(table.game_id, self._services.now())
        await table.submit(cmd.EndOutage(since, since if missed else None))
        table.resume()
        await self._services.delivery.voice.ask(table.committed())
        table.refresh()
        await self._presence.look(table)

    async def _rest(self, guild_id: int) -> None:
        """Open the halls whose game ended while nobody could: its rooms may stand as they stood then."""
        for hall in await self._services.store.halls.of_guild(guild_id):
            if self._tables.in_hall(hall.id) is None and hall.id not in self._tables.unreadable:
                await self._halls.calm(hall, await self._tables.following.banned(guild_id, hall.id))

    async def _take_up(self, frame: GameFrame) -> None:
        store = self._services.store
        hall = None if frame.hall_id is None else await store.halls.get(frame.hall_id)
        if hall is None:
            _log.error("game %s has lost its hall", frame.id)
            return
        records = await store.journal.load(frame.id)
        if not records:
            _log.warning("game %s never began: it is closed", frame.id)
            await store.games.abandon(frame.id, self._services.now())
            return
        game = position(records)
        if rows_of(game, USUAL).frame.status is not frame.status:
            # An earlier version wrote these rows after the journal, and could lose them in between.
            _log.warning("game %s: what follows from its journal was not all written; it is now", frame.id)
            await examine(store, frame.id, mend=True)
        if isinstance(game.phase, Over):
            return
        table = self._tables.seat(GameId(frame.id), hall, frame.language, game, records[-1].seq + 1)
        await self._tables.following.close_doors(table)
        self._suspended.add(table.game_id)
        self._alive_at[table.game_id] = max(records[-1].at, frame.alive_at or 0.0)
