"""What is known of a private panel, and who says what it should show. No Discord."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from mafia_bot.delivery.board.rendering import Rendered
from mafia_bot.delivery.committed import Committed
from mafia_bot.delivery.trouble import Trouble
from mafia_bot.store.panels import OpenPanel

__all__ = ["OpenPanel", "PanelLedger", "PanelTeller", "Shown", "Told"]


class PanelLedger(Protocol):
    """Which panels are open: a memory that outlives the process. Moments are epoch seconds."""

    async def write(self, panel: OpenPanel) -> None:
        """Keep a panel as it is now, a new one or one known by its nonce."""

    async def forget(self, nonce: int) -> None:
        """A panel has nothing to press any more, or cannot be reached."""

    async def of_game(self, game_id: int, now: float) -> Sequence[OpenPanel]:
        """The panels of a game that can still be reached now, the oldest first."""


class Shown(msgspec.Struct, frozen=True):
    """What a panel shows: in which step it was drawn (None: by a process before this one), and what stands
    above it for as long as that step lasts.
    """

    panel: OpenPanel
    step: int | None = None
    note: str = ""


class Told(msgspec.Struct, frozen=True):
    """What a panel should show; `over`: nothing in it can be pressed any more."""

    rendered: Rendered
    over: bool = False


class PanelTeller(Protocol):
    """Knows what the panels of a game show. Pure."""

    def tell(self, shown: Shown, committed: Committed, troubles: Sequence[Trouble]) -> Told | None:
        """What a panel should show in a position, with what is wrong on the server; None: it may stay as it
        is.
        """

    def closed(self, panel: OpenPanel) -> Told:
        """What is left of a panel whose game is gone, or that was opened anew elsewhere."""
