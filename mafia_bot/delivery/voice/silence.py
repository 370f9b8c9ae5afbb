"""Those who wait until a table is silent. It mutes nobody."""

import asyncio
from collections.abc import Awaitable, Callable

from mafia_bot.engine.ids import GameId


class Silences:
    """``silent`` tells whether a game's channel is; whoever changes something calls `look`."""

    def __init__(self, silent: Callable[[GameId], bool], sleep: Callable[[float], Awaitable[None]]) -> None:
        self._silent, self._sleep = silent, sleep
        self._waiting: dict[asyncio.Future[None], GameId] = {}

    async def wait(self, game_id: GameId, bound: float) -> bool:
        """Wait for it, at most ``bound`` seconds. Returns whether it is so."""
        over = asyncio.ensure_future(self._sleep(bound))
        self._waiting[over] = game_id
        self.look()
        try:
            await asyncio.wait({over})
        finally:
            del self._waiting[over]
            over.cancel()
        return self._silent(game_id)

    def look(self) -> None:
        """Wake those for whom it is silent now."""
        for over, game_id in self._waiting.items():
            if self._silent(game_id):
                over.cancel()
