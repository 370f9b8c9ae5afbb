"""What the pages read of a game beside its position: its journal, and its sheet once it is over."""

from collections.abc import Sequence
from typing import Protocol

from mafia_bot.delivery.committed import Committed
from mafia_bot.engine.events import Event
from mafia_bot.engine.ids import GameId


class Archive(Protocol):
    """Both may raise whatever a database raises; they are asked again then."""

    async def events(self, game_id: GameId) -> Sequence[tuple[int, Event]]:
        """The whole journal of a game, events with their places in it."""

    async def sheet(self, ended: Committed) -> Sequence[str]:
        """The sheet of a game that is over, in parts that each fit a message."""
