"""The ledger of messages as the board needs it: a memory that outlives the process. It knows no SQL."""

from collections.abc import Sequence
from typing import Protocol

from mafia_bot.store.messages import Posted

__all__ = ["MessageLedger", "Posted"]


class MessageLedger(Protocol):
    """Which messages are ours: one row per message that was sent, or was about to be.

    A row exists before Discord is asked for the message. It stays open until the message stands in its final
    form, so a control that nobody could answer is never forgotten. All moments are epoch seconds.
    """

    async def write(self, posted: Posted) -> None:
        """Keep a message's row as it is now, a new one or one known by its nonce."""

    async def of_game(self, game_id: int) -> Sequence[Posted]:
        """Every message of a game, the oldest first."""

    async def unsettled(self) -> Sequence[int]:
        """The games that still owe a message, whether they go on or are over."""
