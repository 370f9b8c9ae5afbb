"""The stage of one process: brings voices, rooms and boards to what a position asks for, and reports
what it cannot.
"""

import logging
import random
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import discord
import msgspec

from mafia_bot.engine import events as ev
from mafia_bot.engine.audience import Everybody, audience
from mafia_bot.engine.ids import GameId, UserId
from mafia_bot.engine.scene import Scene, scene
from mafia_bot.engine.state import Game
from mafia_bot.stage.board import Board, Carrier
from mafia_bot.stage.errands import Errands
from mafia_bot.stage.floor import VoiceFloor
from mafia_bot.stage.floor_ledger import Ledger
from mafia_bot.stage.herald import tell
from mafia_bot.stage.page import Page, key_of, page
from mafia_bot.stage.room_keys import TABLE, HallChannels
from mafia_bot.stage.rooms import RoomRefused, Rooms, RoomTrouble
from mafia_bot.stage.whisper import for_team
from mafia_bot.texts import Language

LINES_KEPT = 40
ROOM_WAITS = (2.0, 10.0, 60.0)
"""Seconds between tries to bring rooms that Discord refused; after the last the next scene tries."""

_log = logging.getLogger(__name__)


class Show(msgspec.Struct):
    """What is on at one hall: the lines of the current page and the scene last asked for."""

    key: str = ""
    lines: tuple[str, ...] = ()
    scene: Scene | None = None
    bans: frozenset[UserId] = frozenset()


class Stage:
    """`on_trouble` hears of rooms that could not be brought to the scene."""

    def __init__(
        self,
        client: discord.Client,
        ledger: Ledger,
        *,
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]],
        lots: random.Random,
        in_flight: int,
        recheck: float,
        on_trouble: Callable[[HallChannels, tuple[RoomTrouble, ...]], None],
        on_chat_gone: Callable[[int], None],
    ) -> None:
        self._client, self._ledger, self._now, self._sleep, self._lots = client, ledger, now, sleep, lots
        self._in_flight, self._recheck = in_flight, recheck
        self._on_trouble = on_trouble
        self.rooms = Rooms(client, now=now)
        self.board = Board(client, sleep=sleep, on_gone=on_chat_gone)
        self._floors: dict[int, VoiceFloor] = {}
        self._shows: dict[GameId, Show] = {}
        self._on: dict[int, Show] = {}
        self._errands = Errands(_log, "the stage could not be set")

    def floor(self, guild_id: int) -> VoiceFloor:
        """The voice floor of a guild, made at first need: all its tables share one bucket of edits."""
        found = self._floors.get(guild_id)
        if found is None:
            found = VoiceFloor(
                self._client,
                guild_id,
                self._ledger,
                now=self._now,
                sleep=self._sleep,
                lots=self._lots,
                in_flight=self._in_flight,
                recheck=self._recheck,
            )
            self._floors[guild_id] = found
        return found

    def show(
        self,
        hall: HallChannels,
        game_id: GameId,
        game: Game,
        events: tuple[ev.Event, ...],
        texts: Language,
        carrier: Carrier | None = None,
    ) -> Page:
        """Show what happened and what is now. Returns at once; the work goes on by itself."""
        show = self._shows.setdefault(game_id, Show())
        lines = tuple(line for event in events if (line := self._line(event, game, texts)) is not None)
        key = key_of(game)
        show.lines = lines if key != show.key else (*show.lines, *lines)[-LINES_KEPT:]
        show.key = key
        found = page(game, game_id, show.lines, texts)
        self.board.show(hall.rooms[TABLE], found, texts, carrier)
        self._whisper_to_team(hall, game, events, texts)
        self._set(hall, game_id, game, show)
        return found

    def refresh(
        self, hall: HallChannels, game_id: GameId, game: Game, texts: Language, *, anew: bool
    ) -> None:
        """Bring everything to the position again after an outage; `anew` on a fresh message."""
        # The lines of the page and the closed doors outlive it: the table must still be told.
        self._shows.setdefault(game_id, Show()).scene = None
        if anew:
            self.board.forget(hall.rooms[TABLE])
        self.show(hall, game_id, game, (), texts)

    def ban(self, hall: HallChannels, game_id: GameId, users: frozenset[UserId]) -> None:
        """Close the hall to exactly these people, now and in every scene to come (removal from the hall)."""
        show = self._shows.setdefault(game_id, Show())
        if users == show.bans:
            return
        show.bans = users
        if show.scene is not None:
            # A removal may end the game, and after that there is no next scene.
            self.spawn(self._apply(hall, show, show.scene))

    def close(self) -> None:
        """Stop all work; ledger and journal remember the rest."""
        self.board.close()
        for floor in self._floors.values():
            floor.close()
        self._errands.stop()

    def _line(self, event: ev.Event, game: Game, texts: Language) -> str | None:
        # Built up, never filtered out: only what is expressly everybody's is worded for the table.
        return tell(event, game, texts) if isinstance(audience(game, event), Everybody) else None

    def _whisper_to_team(
        self, hall: HallChannels, game: Game, events: tuple[ev.Event, ...], texts: Language
    ) -> None:
        room = hall.rooms.get("mafia")
        lines = [line for event in events if (line := for_team(event, game, texts)) is not None]
        if room is not None and lines:
            self.spawn(self._post(room, "\n".join(lines)))

    async def _post(self, channel_id: int, text: str) -> None:
        await self.board.post(channel_id, text)

    def _set(self, hall: HallChannels, game_id: GameId, game: Game, show: Show) -> None:
        now, before = scene(game), show.scene
        show.scene = now
        self._on[hall.category_id] = show
        if before is None or now.rooms != before.rooms or now.running != before.running:
            self.spawn(self._apply(hall, show, now))
        if before is None or now.speakers != before.speakers or now.running != before.running:
            self.spawn(self._voices(hall, game_id, game, now))

    async def _apply(self, hall: HallChannels, show: Show, wanted: Scene) -> None:
        for wait in (*ROOM_WAITS, None):
            troubles = await self.rooms.apply(hall, wanted, show.bans)
            if troubles:
                self._on_trouble(hall, troubles)
            if wait is None or not any(isinstance(trouble, RoomRefused) for trouble in troubles):
                return
            await self._sleep(wait)
            if self._overtaken(hall, show, wanted):
                return

    def _overtaken(self, hall: HallChannels, show: Show, wanted: Scene) -> bool:
        """Whether the rooms are to be otherwise by now, for this game or for the next one in the hall."""
        now = show.scene
        if now is None or self._on.get(hall.category_id) is not show:
            return True
        return now.rooms != wanted.rooms or now.running != wanted.running

    async def take_floor(self, hall: HallChannels, game_id: GameId, game: Game) -> None:
        """Say whom a game wants heard, and wait until it is written: a restart does so first."""
        await self._voices(hall, game_id, game, scene(game))

    async def _voices(self, hall: HallChannels, game_id: GameId, game: Game, wanted: Scene) -> None:
        seats = frozenset(player.user for player in game.players)
        await self.floor(hall.guild_id).wish(
            hall.voice_id, game_id, speakers=wanted.speakers, seats=seats, running=wanted.running
        )

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Let a piece of work run by itself; an error in it is logged, never lost."""
        self._errands.run(work)
