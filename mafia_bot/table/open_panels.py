"""Private panels that stand open: how the doors tell of them, and what each of them shows in a position."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from enum import StrEnum
from typing import Any

from msgspec import Struct

from mafia_bot.delivery.board.rendering import rendered
from mafia_bot.delivery.committed import Committed
from mafia_bot.delivery.panels.reconciler import PrivatePanels
from mafia_bot.delivery.panels.wanted import OpenPanel, Shown, Told
from mafia_bot.delivery.trouble import Trouble
from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.ids import SeatNo, UserId
from mafia_bot.engine.offered import offered
from mafia_bot.engine.state import Game, LastWords
from mafia_bot.screens.names import at_table
from mafia_bot.screens.page import key_of
from mafia_bot.table import private
from mafia_bot.table.matters import moot
from mafia_bot.table.table import Table
from mafia_bot.table.trouble_desk import trouble_lines
from mafia_bot.texts import Language, Texts


class Screen(StrEnum):
    """What a private panel shows."""

    NIGHT = "night"
    BEST_MOVE = "best-move"
    HOST = "host"
    BOARD = "board"
    QUESTION = "question"


class Which(Struct, frozen=True):
    """One panel among those of its screen: of which night, of which seat, about what."""

    screen: str
    detail: str = ""


class Way(Struct, frozen=True):
    """How a private message is reached: by an interaction's token, until a moment (epoch seconds)."""

    nonce: int
    token: str
    until: float


class OpenPanels:
    """What the doors tell of the panels that they answer with; `panels` keeps them."""

    def __init__(self, panels: PrivatePanels) -> None:
        self._panels = panels

    async def opened(
        self,
        table: Table,
        user: UserId,
        which: Which,
        content: dict[str, Any],
        texts: Language,
        way: Way,
        *,
        note: str = "",
        message_id: int | None = None,
    ) -> None:
        """A panel is about to be sent, or (with its message's id) stands in place of a pressed one."""
        panel = OpenPanel(
            way.nonce,
            table.game_id,
            user,
            which.screen,
            which.detail,
            texts.code,
            way.token,
            way.until,
            message_id,
        )
        shown = Shown(panel, table.game.clock.step, note)
        await self._panels.opened(shown, rendered(**content).mark)

    async def stands(self, way: Way, message_id: int | None, *, apart: bool) -> None:
        """It was sent and has this id, or (None) did not arrive; `apart`: not as the interaction's answer."""
        await self._panels.stands(way.nonce, message_id, apart=apart)

    async def closed(self, user: UserId, message_id: int | None) -> None:
        """A pressed panel was answered with something that has nothing to press."""
        await self._panels.closed(user, message_id)

    def held(self, user: UserId, message_id: int | None) -> AbstractContextManager[None]:
        """While a press on it is answered, nobody else changes a panel."""
        return self._panels.held(user, message_id)


def night_of(game: Game) -> Which:
    """The panels of this night."""
    return Which(Screen.NIGHT, key_of(game))


def best_move_of(game: Game) -> Which:
    """The menu of these last words."""
    return Which(Screen.BEST_MOVE, str(game.clock.step))


def host_of(game: Game, user: UserId, seat: SeatNo | None = None) -> Which:
    """The panel of whoever rules, at one seat or at none."""
    return Which(Screen.HOST, f"{'leads' if game.leads(user) else 'rules'}:{seat or 0}")


def board_of(game: Game) -> Which:
    """A private copy of the board."""
    return Which(Screen.BOARD, " ".join(f"{one.press}:{one.step}:{one.seat}" for one in offered(game)))


def question_of(kind: str, parts: Sequence[object]) -> Which:
    """A question, with what its button says back."""
    detail = ":".join([kind, *(str(part) for part in parts)])
    return Which(f"{Screen.QUESTION}:{kind}", detail)


class PanelTeller:
    """Says what stands in a panel now. `now` gives epoch seconds."""

    def __init__(self, texts: Texts, now: Callable[[], float]) -> None:
        self._texts, self._now = texts, now

    def tell(self, shown: Shown, committed: Committed, troubles: Sequence[Trouble]) -> Told | None:
        """What a panel should show in a position; None: it may stay as it is."""
        panel, game = shown.panel, committed.game
        texts = at_table(game, self._texts.for_language(panel.language))
        match panel.screen:
            case Screen.NIGHT:
                return _night(shown, committed, texts)
            case Screen.HOST:
                return _host(shown, committed, troubles, texts)
            case Screen.BEST_MOVE:
                return None if _names_best_move(game, panel) else _over(texts)
            case Screen.BOARD:
                stands = set(_controls(panel.detail)) <= set(offered(game))
                return None if stands else _over(texts)
            case _:
                line = moot(game, panel.detail, self._now(), texts)
                return None if line is None else _over(texts, line)

    def closed(self, panel: OpenPanel) -> Told:
        """What is left of a panel whose game is gone, or that was opened anew elsewhere."""
        texts = self._texts.for_language(panel.language)
        return _over(texts, texts("panel-moved"))


def _night(shown: Shown, committed: Committed, texts: Language) -> Told | None:
    """The same moments for every role: when a step is over, and at no other (GE-11)."""
    game, seat = committed.game, committed.game.seat_of(UserId(shown.panel.user_id))
    if seat is None or not private.in_night(game) or key_of(game) != shown.panel.detail:
        return Told(rendered(**private.night_over(committed, seat, texts)), over=True)
    if shown.step == game.clock.step:
        return None
    return Told(rendered(**private.night(committed, seat, texts)))


def _host(shown: Shown, committed: Committed, troubles: Sequence[Trouble], texts: Language) -> Told:
    game, user = committed.game, UserId(shown.panel.user_id)
    kind, _, number = shown.panel.detail.partition(":")
    if (kind == "leads") is not game.leads(user):
        return _over(texts)
    seat = SeatNo(int(number))
    if game.has(seat):
        return Told(rendered(**private.host_seat(committed, user, seat, texts)))
    said = [shown.note] if shown.step == game.clock.step and shown.note else []
    note = "\n".join([*said, *trouble_lines(troubles, committed, texts)])
    return Told(rendered(**private.host(committed, user, texts, note)))


def _names_best_move(game: Game, panel: OpenPanel) -> bool:
    phase = game.phase
    here = isinstance(phase, LastWords) and game.seat_of(UserId(panel.user_id)) == phase.best_move
    return here and str(game.clock.step) == panel.detail


def _over(texts: Language, line: str | None = None) -> Told:
    return Told(rendered(**private.over(texts, line)), over=True)


def _controls(detail: str) -> list[Control]:
    found = (one.split(":") for one in detail.split())
    return [Control(Press(press), int(step), int(seat)) for press, step, seat in found]
