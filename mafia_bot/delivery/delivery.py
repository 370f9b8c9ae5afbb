"""The way out of the journal: what was committed goes to voice, rooms and board, each by itself."""

import asyncio
import logging
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Protocol

import discord
import msgspec

from mafia_bot.delivery.board.archive import Archive
from mafia_bot.delivery.board.calls import Calls
from mafia_bot.delivery.board.ledger import MessageLedger
from mafia_bot.delivery.board.pages import Pages, TeamLines, Tellers
from mafia_bot.delivery.board.reconciler import Board
from mafia_bot.delivery.board.wanted import NothingOwed
from mafia_bot.delivery.budget import Budget
from mafia_bot.delivery.channels import TABLE, HallChannels
from mafia_bot.delivery.committed import Committed
from mafia_bot.delivery.hushed import Hushed
from mafia_bot.delivery.panels.reconciler import PrivatePanels
from mafia_bot.delivery.panels.wanted import PanelLedger, PanelTeller
from mafia_bot.delivery.rooms.builder import HallBuilder
from mafia_bot.delivery.rooms.ledger import RoomLedger
from mafia_bot.delivery.rooms.reconciler import Rooms
from mafia_bot.delivery.rooms.shows import RoomShows
from mafia_bot.delivery.tasks import BackgroundTasks
from mafia_bot.delivery.trouble import Trouble, TroubleKind, Troubles
from mafia_bot.delivery.voice.floors import VoiceFloors
from mafia_bot.delivery.voice.ledger import Ledger
from mafia_bot.delivery.voice.patience import Outage
from mafia_bot.delivery.voice.reconciler import VoiceFloor
from mafia_bot.delivery.wire import Reply
from mafia_bot.engine.ids import GameId
from mafia_bot.engine.state import Over
from mafia_bot.texts import Language

RETRY_SECONDS = 2.0
"""After which a side that raised an error is tried again."""

_log = logging.getLogger(__name__)


class Shower(Protocol):
    """One side of a server. `show` returns at once; the work goes on by itself until it stands."""

    def show(self, committed: Committed) -> None:
        """Bring this side to what was committed."""


class Delivery:
    """`on_missing` hears of halls in which a channel is gone, `on_chat_gone` of lost chats.

    `now` gives Discord's time, epoch seconds, `steady` seconds that only go on; `rate` is how many requests
    may be sent in a second (None: any number).
    """

    def __init__(
        self,
        client: discord.Client,
        ledger: Ledger,
        messages: MessageLedger,
        archive: Archive,
        room_ledger: RoomLedger,
        panel_ledger: PanelLedger,
        panel_teller: PanelTeller,
        *,
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        lots: random.Random,
        steady: Callable[[], float],
        rate: int | None,
        in_flight: int,
        recheck: float,
        on_missing: Callable[[HallChannels], None],
        on_chat_gone: Callable[[int], None],
    ) -> None:
        def floor(guild_id: int, outage: Outage) -> VoiceFloor:
            return VoiceFloor(
                client,
                guild_id,
                ledger,
                now=now,
                sleep=sleep,
                lots=lots,
                troubles=self.troubles,
                budget=self.budget,
                outage=outage,
                in_flight=in_flight,
                recheck=recheck,
            )

        self._sleep = sleep
        self._latest: dict[GameId, Committed] = {}
        self._failing: defaultdict[GameId, set[str]] = defaultdict(set)
        self.troubles = Troubles()
        self.budget = Budget(now=steady, sleep=sleep, rate=rate)
        self.tasks = BackgroundTasks(_log, "the delivery could not be made")
        self.board = Board(
            client,
            messages,
            now=now,
            sleep=sleep,
            troubles=self.troubles,
            budget=self.budget,
            on_gone=on_chat_gone,
        )
        self.archive, tellers = archive, Tellers(archive, Hushed(self.troubles, self._unheard).of)
        self.panels = PrivatePanels(
            client,
            panel_ledger,
            panel_teller,
            now=now,
            sleep=sleep,
            troubles=self.troubles,
            tasks=self.tasks,
        )
        self.voice = VoiceFloors(floor, self.tasks, now=now)
        rooms = Rooms(client, room_ledger, self.budget, now=now)
        self.builder = HallBuilder(client, rooms)
        self.rooms = RoomShows(
            rooms, self.builder, self.tasks, self.troubles, sleep=sleep, on_missing=on_missing
        )
        self._showers: dict[str, Shower] = {
            "board": Pages(self.board, tellers),
            "calls": Calls(self.board, self.tasks),
            "panels": self.panels,
            "private lines": TeamLines(self.board, tellers),
            "rooms": self.rooms,
            "voice": self.voice,
        }

    def publish(self, committed: Committed) -> None:
        """Show what was committed, or the position again. An error on one side stops no other."""
        self._latest[committed.game_id] = committed
        for name in self._showers:
            self._show(name, committed)

    def retire(self, hall: HallChannels, game_id: GameId, texts: Language) -> None:
        """Take away what can be pressed of a game that nobody can go on with."""
        self.board.show(game_id, hall.guild_id, hall.rooms[TABLE], NothingOwed(texts))
        self.panels.retire(game_id)

    def settle(self, committed: Committed) -> None:
        """Show only the messages of a game that is over and whose hall may have another one by now."""
        self._show("board", committed)
        self._show("private lines", committed)
        self.panels.retire(committed.game_id)

    def _unheard(self, game_id: GameId) -> None:
        """Somebody who has the word is muted by another hand, or not any more: their page says so."""
        latest = self._latest.get(game_id)
        if latest is not None and not isinstance(latest.game.phase, Over):
            self._show("board", msgspec.structs.replace(latest, events=(), carrier=None))

    def _show(self, name: str, committed: Committed) -> None:
        failing = self._failing[committed.game_id]
        try:
            self._showers[name].show(committed)
        except Exception:
            _log.exception("game %s: the %s cannot be shown", committed.game_id, name)
            failing.add(name)
            self._report(committed, failing)
            self.tasks.run(self._again(name, committed))
        else:
            if name in failing:
                failing.discard(name)
                self._report(committed, failing)

    def _report(self, committed: Committed, failing: set[str]) -> None:
        kind, guild_id = TroubleKind.SHOWER_FAILED, committed.hall.guild_id
        chat = committed.hall.rooms[TABLE]
        if failing:
            names = tuple(sorted(failing))
            self.troubles.raised(Trouble(kind, guild_id, committed.game_id, chat, names=names))
        else:
            self.troubles.settled(kind, guild_id, channel_id=chat)

    async def _again(self, name: str, failed: Committed) -> None:
        """Show the newest position on the side that failed; a commit since then has tried by itself."""
        await self._sleep(RETRY_SECONDS)
        if self._latest.get(failed.game_id) is failed:
            again = msgspec.structs.replace(failed, events=(), carrier=None, again=True)
            self._latest[failed.game_id] = again
            self._show(name, again)

    def replied(self, reply: Reply) -> None:
        """Discord answered a request of the bot, whatever part of it asked."""
        if reply.status == 429 and reply.everywhere:
            self.budget.refused(reply.retry_after or 1.0)
        self.voice.replied(reply)

    def close(self) -> None:
        """Stop all work; ledger and journal remember the rest."""
        self.budget.close()
        self.board.close()
        self.voice.close()
        self.tasks.stop()
