"""The pages of every table: what was told since a page began, and the page of now. It decides nothing."""

import msgspec

from mafia_bot.delivery.board.reconciler import Board
from mafia_bot.delivery.channels import TABLE
from mafia_bot.delivery.committed import Committed
from mafia_bot.engine import events as ev
from mafia_bot.engine.audience import Everybody, audience
from mafia_bot.engine.ids import GameId
from mafia_bot.engine.state import Game
from mafia_bot.screens.announcements import tell
from mafia_bot.screens.page import key_of, page
from mafia_bot.texts import Language

LINES_KEPT = 40


class _Told(msgspec.Struct):
    key: str = ""
    lines: tuple[str, ...] = ()


class Pages:
    """Shows positions on the board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._told: dict[GameId, _Told] = {}

    def show(self, committed: Committed) -> None:
        """Bring the table's board to a position. Returns at once."""
        game, texts = committed.game, committed.texts
        told = self._told.setdefault(committed.game_id, _Told())
        lines = tuple(line for e in committed.events if (line := _line(e, game, texts)) is not None)
        key = key_of(game)
        told.lines = lines if key != told.key else (*told.lines, *lines)[-LINES_KEPT:]
        told.key = key
        chat = committed.hall.rooms[TABLE]
        if committed.anew:
            self.board.forget(chat)
        self.board.show(chat, page(game, committed.game_id, told.lines, texts), texts, committed.carrier)


def _line(event: ev.Event, game: Game, texts: Language) -> str | None:
    # Built up, never filtered out: only what is expressly everybody's is worded for the table.
    return tell(event, game, texts) if isinstance(audience(game, event), Everybody) else None
