"""The mute ledger as the voice floor needs it: a memory that outlives the process. It knows no SQL."""

from collections.abc import Mapping
from typing import Protocol


class Ledger(Protocol):
    """Whose server mute is, or may be, ours: one row per (guild, user), written before Discord is asked.

    A row exists from the first wish to mute somebody until they were seen unmuted again, so a mute that
    a moderator set is never in it and never lifted by us. All moments are epoch seconds.
    """

    async def wish(self, guild_id: int, wishes: Mapping[int, bool], at: float, game_id: int | None) -> None:
        """Record what we are about to ask for (user id → muted?), all rows or none; ends their debts."""

    async def seen(self, guild_id: int, user_id: int, muted: bool, at: float) -> None:
        """Record what Discord says about somebody; without a row it does nothing."""

    async def owe(self, guild_id: int, user_id: int) -> None:
        """Mark a row as a debt: muted by us and out of our reach. Without a row it does nothing."""

    async def settle(self, guild_id: int, user_id: int) -> None:
        """Nothing of ours is left on this member: the row and its debt are gone."""

    async def held_in(self, guild_id: int) -> Mapping[int, tuple[int | None, bool]]:
        """Every row of the guild, debts among them: user id → (the game that muted them, is it a debt?)."""
