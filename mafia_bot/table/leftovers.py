"""What games that are over still owe to their chats: a last page, a sheet, a closing."""

import logging

from pydantic import ValidationError

from mafia_bot.delivery.channels import TABLE, HallChannels
from mafia_bot.delivery.committed import Committed
from mafia_bot.engine.events.codec import UnknownEvent
from mafia_bot.engine.evolution import replay
from mafia_bot.engine.ids import GameId
from mafia_bot.engine.state import Over
from mafia_bot.store import GameFrame
from mafia_bot.table.halls import channels_of
from mafia_bot.table.services import Services

_log = logging.getLogger(__name__)


class Leftovers:
    """Looked for at a start, and when Discord is there again."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def show(self, guild_ids: frozenset[int]) -> None:
        """Have every game of these servers that is over, and still owes something, pay it."""
        store, now = self._services.store, self._services.now()
        for number in sorted({*await store.messages.unsettled(), *await store.panels.games(now)}):
            frame = await store.games.get(number)
            if frame is not None and frame.guild_id in guild_ids and frame.ended_at is not None:
                await self.settle(frame)

    async def settle(self, frame: GameFrame) -> None:
        """Let one game pay; of one that was given up only what can be pressed is taken away."""
        hall = await self._channels(frame)
        texts = self._services.texts.for_language(frame.language)
        if hall is None:
            return
        try:
            events = await self._services.delivery.archive.events(GameId(frame.id))
            game = replay([event for _, event in events])
        except (UnknownEvent, ValidationError, ValueError, KeyError, TypeError):
            _log.exception("game %s is over and cannot be read by this version", frame.id)
            self._services.delivery.retire(hall, GameId(frame.id), texts)
            return
        if not isinstance(game.phase, Over):
            self._services.delivery.retire(hall, GameId(frame.id), texts)
            return
        place = events[-1][0]
        self._services.delivery.settle(
            Committed(hall, GameId(frame.id), game, texts, again=True, place=place)
        )

    async def _channels(self, frame: GameFrame) -> HallChannels | None:
        hall = None if frame.hall_id is None else await self._services.store.halls.get(frame.hall_id)
        if hall is not None:
            return channels_of(hall)
        # The hall is gone, its chat perhaps not.
        rows = await self._services.store.messages.of_game(frame.id)
        chats = [row.channel_id for row in rows if row.open]
        return HallChannels(frame.guild_id, 0, 0, {TABLE: chats[-1]}) if chats else None
