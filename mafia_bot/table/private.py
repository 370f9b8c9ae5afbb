"""Private panels for the doors: a pure panel as what Discord takes. The doors know neither screens' parts nor
delivery.
"""

from typing import Any, Protocol

from mafia_bot.delivery.board.components import board_view, embed_of, embed_of_text, parts_view
from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.ids import GameId, SeatNo, UserId
from mafia_bot.engine.offered import offered
from mafia_bot.engine.state import Game, Night, ShortNight
from mafia_bot.screens import panels
from mafia_bot.screens.host_panel import discipline_panel, host_panel
from mafia_bot.screens.host_seat import seat_panel
from mafia_bot.screens.page import page
from mafia_bot.screens.parts import Panel
from mafia_bot.table.outcome import Accepted
from mafia_bot.texts import Language

IN_PANELS = {Press.TARGET, Press.REFUSE, Press.ORDER, Press.BEST_MOVE}
"""What is pressed in private panels and not on the board."""


class At(Protocol):
    """A table, or what was committed of one."""

    @property
    def game_id(self) -> GameId:
        """Its game."""

    @property
    def game(self) -> Game:
        """The position there."""


def content(table: At, panel: Panel, texts: Language) -> dict[str, Any]:
    """A panel as arguments of a message's edit: its content and its view (None: nothing to press)."""
    return {"content": panel.text, "embed": None, "view": parts_view(panel.parts, table.game_id, texts)}


def night(table: At, seat: SeatNo, texts: Language) -> dict[str, Any]:
    """The night's panel of a seat; the table must be in a night (GE-11)."""
    return content(table, panels.night_panel(table.game, seat, texts), texts)


def card(table: At, seat: SeatNo, texts: Language) -> str:
    """«Моя карта» in words (GE-01)."""
    return panels.card_panel(table.game, seat, texts).text


def best_move(table: At, texts: Language) -> dict[str, Any]:
    """The menu of the first victim's best move; the table must be in its last words (SP-08)."""
    return content(table, panels.best_move_panel(table.game, texts), texts)


def host(table: At, user: UserId, texts: Language, note: str = "") -> dict[str, Any]:
    """The panel of whoever rules here, under what came of the last press: with all that the host sees for
    those who lead, of discipline alone for a moderator (GE-16).
    """
    panel = host_panel(table.game, user, texts) or discipline_panel(table.game, user, texts)
    return _ruling(table, panel, texts, note)


def host_seat(table: At, user: UserId, seat: SeatNo, texts: Language) -> dict[str, Any]:
    """One seat in that panel. Raises IndexError for a seat that is not there."""
    return _ruling(table, seat_panel(table.game, user, seat, texts), texts)


def _ruling(table: At, panel: Panel, texts: Language, note: str = "") -> dict[str, Any]:
    view = parts_view(panel.parts, table.game_id, texts)
    return {"content": note or None, "embed": embed_of_text(panel.text), "view": view}


def told(outcome: Accepted, seat: SeatNo, texts: Language) -> list[str]:
    """What an accepted act told the one who acted, and nobody else."""
    return panels.private_lines(outcome.events, outcome.game, seat, texts)


def offered_now(table: At, control: Control) -> bool:
    """Whether the step to which a control belongs is still open, on the board or in a private panel."""
    in_panel = control.press in IN_PANELS and control.step == table.game.clock.step
    return in_panel or control in offered(table.game)


def night_over(table: At, seat: SeatNo | None, texts: Language) -> dict[str, Any]:
    """What stays of a seat's panel after the night: what it has learnt. None: it is not theirs any more."""
    if seat is None:
        return over(texts)
    return content(table, panels.night_over_panel(table.game, seat, texts), texts)


def over(texts: Language, line: str | None = None) -> dict[str, Any]:
    """What is left of a panel that is over: a line in its place and nothing to press."""
    return {"content": line or texts("panel-over"), "embed": None, "view": None}


def present(table: At, user: UserId, texts: Language) -> dict[str, Any]:
    """What goes on now and what to press now, for whoever pressed something of a step that is over."""
    game, seat = table.game, table.game.seat_of(user)
    if seat is not None and in_night(game):
        panel = panels.night_panel(game, seat, texts)
        return {"embed": embed_of_text(panel.text), "view": parts_view(panel.parts, table.game_id, texts)}
    now = page(game, table.game_id, (), texts)
    return {"embed": embed_of(now), "view": board_view(now, texts)}


def in_night(game: Game) -> bool:
    """Whether everybody has a night panel now."""
    return isinstance(game.phase, (Night, ShortNight))
