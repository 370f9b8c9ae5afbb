"""What we remember of a channel's overwrites, so that exactly what stood before can be put back. No SQL."""

from collections.abc import Mapping
from typing import Protocol

import msgspec

from mafia_bot.delivery.rooms.overwrites import NOTHING, Array, Bits, Target, clean

Stored = list[tuple[int, bool, int, int]]
"""An array as plain data: (target, is it a role?, allow, deny)."""


class Memory(msgspec.Struct, frozen=True):
    """`base` is the owner's own array; `sent` what we asked for last, `before` what stood when we did."""

    base: Array
    sent: Array
    before: Array

    def seen(self, current: Array) -> "Memory":
        """The memory after a look at the channel: whatever is neither ours nor was there before, the owner set."""
        base = dict(self.base)
        for target in {*current, *self.sent, *self.before}:
            now = current.get(target, NOTHING)
            if now not in (self.sent.get(target, NOTHING), self.before.get(target, NOTHING)):
                base[target] = now
        return Memory(clean(base), self.sent, self.before)


class RoomLedger(Protocol):
    """One row a channel, written before Discord is asked, kept for as long as the hall is ours."""

    async def remember(self, channel_id: int, guild_id: int, memory: Mapping[str, Stored]) -> None:
        """Write what is known of a channel; all of it is replaced."""

    async def remembered(self, guild_id: int) -> Mapping[int, Mapping[str, Stored]]:
        """Every channel of a server that we ever touched."""


def to_plain(memory: Memory) -> dict[str, Stored]:
    """A memory as data that a database can keep."""
    return {name: _plain(getattr(memory, name)) for name in Memory.__struct_fields__}


def from_plain(data: Mapping[str, Stored]) -> Memory:
    """The way back."""
    return Memory(*(_array(data[name]) for name in Memory.__struct_fields__))


def _plain(array: Array) -> Stored:
    return [(t.id, t.is_role, bits.allow, bits.deny) for t, bits in sorted(array.items())]


def _array(rows: Stored) -> Array:
    return {Target(target, is_role): Bits(allow, deny) for target, is_role, allow, deny in rows}
