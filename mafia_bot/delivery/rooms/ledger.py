"""What we remember of a channel's overwrites, so that exactly what stood before can be put back. No SQL."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import msgspec

from mafia_bot.delivery.rooms.overwrites import NOTHING, Array, Bits, Target, clean

Stored = list[tuple[int, bool, int, int]]
"""An array as plain data: (target, is it a role?, allow, deny)."""


class Memory(msgspec.Struct, frozen=True):
    """`base` is the owner's own array; `ours` what we asked for, oldest first: any of it may stand now."""

    base: Array
    ours: tuple[Array, ...]

    def seen(self, current: Array) -> "Memory":
        """The memory after a look at the channel: each bit that no array of ours has said, the owner set."""
        base, ours = dict(self.base), [dict(array) for array in self.ours]
        for target in {*current, *(target for array in self.ours for target in array), *self.base}:
            now, mine = current.get(target, NOTHING), self._mine(target, current)
            base[target] = base.get(target, NOTHING).only(mine).joined(now.without(mine))
            for array in ours:
                # Whatever we asked for there, the owner's hand came later.
                array[target] = array.get(target, NOTHING).only(mine).joined(now.without(mine))
        return Memory(clean(base), tuple(clean(array) for array in ours))

    def _mine(self, target: Target, current: Array) -> int:
        """The bits that stand as some array of ours has them."""
        now, mine = current.get(target, NOTHING), 0
        for array in self.ours:
            asked = array.get(target, NOTHING)
            mine |= ~((now.allow ^ asked.allow) | (now.deny ^ asked.deny))
        return mine

    def asking(self, array: Array) -> "Memory":
        """The memory when we are about to ask for an array. None of the older ones is forgotten: whether
        Discord takes this one is not known yet, and another may have been lost on its way.
        """
        return Memory(self.base, (*(old for old in self.ours if old != array), array))

    def since(self, array: Array) -> "Memory":
        """The memory once an array of ours is known to have stood: the older ones are history."""
        place = self.ours.index(array) if array in self.ours else 0
        return Memory(self.base, self.ours[place:])


class RoomLedger(Protocol):
    """One row a channel, written before Discord is asked, kept for as long as the hall is ours."""

    async def remember(self, channel_id: int, guild_id: int, memory: Mapping[str, Any]) -> None:
        """Write what is known of a channel; all of it is replaced."""

    async def remembered(self, guild_id: int) -> Mapping[int, Mapping[str, Any]]:
        """Every channel of a server that we ever touched."""

    async def forget(self, channel_ids: Iterable[int]) -> None:
        """Nothing of ours is left in these channels, or they are gone."""


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
