"""The way out of the journal: what was committed goes to voice, rooms and board, each by itself."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Protocol

import discord

from mafia_bot.delivery.board.pages import Pages
from mafia_bot.delivery.board.reconciler import Board
from mafia_bot.delivery.board.team_lines import TeamLines
from mafia_bot.delivery.channels import HallChannels
from mafia_bot.delivery.committed import Committed
from mafia_bot.delivery.rooms.reconciler import Rooms, RoomTrouble
from mafia_bot.delivery.rooms.shows import RoomShows
from mafia_bot.delivery.tasks import BackgroundTasks
from mafia_bot.delivery.voice.floors import VoiceFloors
from mafia_bot.delivery.voice.ledger import Ledger
from mafia_bot.delivery.voice.reconciler import VoiceFloor

_log = logging.getLogger(__name__)


class Shower(Protocol):
    """One side of a server. `show` returns at once; the work goes on by itself until it stands."""

    def show(self, committed: Committed) -> None:
        """Bring this side to what was committed."""


class Delivery:
    """`on_trouble` hears of rooms that could not be brought to the scene, `on_chat_gone` of lost chats."""

    def __init__(
        self,
        client: discord.Client,
        ledger: Ledger,
        *,
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        lots: random.Random,
        in_flight: int,
        recheck: float,
        on_trouble: Callable[[HallChannels, tuple[RoomTrouble, ...]], None],
        on_chat_gone: Callable[[int], None],
    ) -> None:
        def floor(guild_id: int) -> VoiceFloor:
            return VoiceFloor(
                client,
                guild_id,
                ledger,
                now=now,
                sleep=sleep,
                lots=lots,
                in_flight=in_flight,
                recheck=recheck,
            )

        self.tasks = BackgroundTasks(_log, "the delivery could not be made")
        self.board = Board(client, sleep=sleep, on_gone=on_chat_gone)
        self.voice = VoiceFloors(floor, self.tasks)
        self.rooms = RoomShows(Rooms(client, now=now), self.tasks, sleep=sleep, on_trouble=on_trouble)
        self._showers: dict[str, Shower] = {
            "board": Pages(self.board),
            "private lines": TeamLines(self.board, self.tasks),
            "rooms": self.rooms,
            "voice": self.voice,
        }

    def publish(self, committed: Committed) -> None:
        """Show what was committed, or the position again. An error on one side stops no other."""
        for name, shower in self._showers.items():
            try:
                shower.show(committed)
            except Exception:
                _log.exception("game %s: the %s cannot be shown", committed.game_id, name)

    def close(self) -> None:
        """Stop all work; ledger and journal remember the rest."""
        self.board.close()
        self.voice.close()
        self.tasks.stop()
