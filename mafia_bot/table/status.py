"""`/game status`: what a game waits for, and what stands in its way just now."""

from mafia_bot.delivery.eyes import Eyes
from mafia_bot.engine.ids import UserId
from mafia_bot.engine.scene import speaker
from mafia_bot.screens.status import status_lines
from mafia_bot.table.table import Table
from mafia_bot.table.trouble_desk import TroubleDesk
from mafia_bot.texts import Language


class Status:
    """Looks at a position, at the open troubles, and at the microphone of whoever has the word."""

    def __init__(self, eyes: Eyes, desk: TroubleDesk) -> None:
        self._eyes, self._desk = eyes, desk

    def lines(self, table: Table, viewer: UserId, texts: Language) -> list[str]:
        """All of it for one viewer, in their words."""
        return [
            *status_lines(table.game, viewer, texts),
            *self._microphone(table, texts),
            *self.troubles(table, texts),
        ]

    def troubles(self, table: Table, texts: Language) -> list[str]:
        """What stands in its way alone."""
        return self._desk.lines(table, texts)

    def _microphone(self, table: Table, texts: Language) -> list[str]:
        """Why whoever has the word is not heard where no hand of a moderator's is to blame."""
        seat = speaker(table.game)
        if seat is None or table.game.paused:
            return []
        closed = self._eyes.closed(table.hall.voice_id, table.game.player(seat).user)
        return [] if closed is None else [texts(f"status-microphone-{closed}", seat=seat)]
