"""An interaction as the board sees it. It knows no Discord."""

from typing import Any, Protocol


class Carrier(Protocol):
    """An interaction that can carry the next page back to the very message it came from, free of charge."""

    @property
    def message_id(self) -> int | None:
        """The board message that was pressed."""

    def claim(self) -> None:
        """From now on the board answers this interaction."""

    async def deliver(self, **content: Any) -> bool:
        """Edit that message; false if the interaction was answered already or has expired."""
