"""Private panels for the doors: a pure panel as what Discord takes. The doors know neither screens' parts nor
delivery.
"""

from typing import Any

from mafia_bot.delivery.board.components import parts_view
from mafia_bot.engine.ids import SeatNo
from mafia_bot.screens import panels
from mafia_bot.screens.parts import Panel
from mafia_bot.table.outcome import Accepted
from mafia_bot.table.table import Table
from mafia_bot.texts import Language


def content(table: Table, panel: Panel, texts: Language) -> dict[str, Any]:
    """A panel as arguments of a message or of its edit: its content and its view (None: nothing to press)."""
    return {"content": panel.text, "view": parts_view(panel.parts, table.game_id, texts)}


def night(table: Table, seat: SeatNo, texts: Language) -> dict[str, Any]:
    """The night's panel of a seat; the table must be in a night (GE-11)."""
    return content(table, panels.night_panel(table.game, seat, texts), texts)


def card(table: Table, seat: SeatNo, texts: Language) -> str:
    """«Моя карта» in words (GE-01)."""
    return panels.card_panel(table.game, seat, texts).text


def best_move(table: Table, texts: Language) -> dict[str, Any]:
    """The menu of the first victim's best move; the table must be in its last words (SP-08)."""
    return content(table, panels.best_move_panel(table.game, texts), texts)


def told(outcome: Accepted, seat: SeatNo, texts: Language) -> list[str]:
    """What an accepted act told the one who acted, and nobody else."""
    return panels.private_lines(outcome.events, outcome.game, seat, texts)
