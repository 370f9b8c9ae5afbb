"""What we remember of a channel's overwrites, so that exactly what stood before can be put back. No SQL."""

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from mafia_bot.delivery.rooms.overwrites import NOTHING, Array, Bits, Target, clean

Stored = list[tuple[int, bool, int, int]]
"""An array as plain data: (target, is it a role?, allow, deny)."""


KEPT = 4
"""How many of our own arrays are remembered: events of the older ones may still be on their way."""


class Memory(msgspec.Struct, frozen=True):
    """`base` is the owner's own array; `ours` what stood when we came and what we have asked for since."""

    base: Array
    ours: tuple[Array, ...]

    def seen(self, current: Array) -> "Memory":
        """The memory after a look at the channel: what no array of ours has said, the owner set."""
        base = dict(self.base)
        for target in {*current, *(target for array in self.ours for target in array)}:
            now = current.get(target, NOTHING)
            if now not in [array.get(target, NOTHING) for array in self.ours]:
                base[target] = now
        return Memory(clean(base), self.ours)

    def asking(self, array: Array) -> "Memory":
        """The memory when we are about to ask for another array."""
        return Memory(self.base, (*self.ours, array)[-KEPT:])

    def settled(self, current: Array) -> "Memory":
        """The memory when the channel is as we asked last: the older arrays are history."""
        return Memory(self.base, self.ours[-1:]) if current == self.ours[-1] else self


class RoomLedger(Protocol):
    """One row a channel, written before Discord is asked, kept for as long as the hall is ours."""

    async def remember(self, channel_id: int, guild_id: int, memory: Mapping[str, Any]) -> None:
        """Write what is known of a channel; all of it is replaced."""

    async def remembered(self, guild_id: int) -> Mapping[int, Mapping[str, Any]]:
        """Every channel of a server that we ever touched."""


def to_plain(memory: Memory) -> dict[str, Any]:
    """A memory as data that a database can keep."""
    return {"base": _plain(memory.base), "ours": [_plain(array) for array in memory.ours]}


def from_plain(data: Mapping[str, Any]) -> Memory:
    """The way back."""
    return Memory(_array(data["base"]), tuple(_array(array) for array in data["ours"]))


def _plain(array: Array) -> Stored:
    return [(t.id, t.is_role, bits.allow, bits.deny) for t, bits in sorted(array.items())]


def _array(rows: Stored) -> Array:
    return {Target(target, is_role): Bits(allow, deny) for target, is_role, allow, deny in rows}
