"""Permission overwrites of a room as a value: whole arrays of (target → allow, deny). It sends nothing."""

from collections.abc import Iterable, Mapping

import discord
import msgspec

from mafia_bot.engine.ids import UserId
from mafia_bot.engine.scene import RoomView

READ = discord.Permissions(view_channel=True)
WRITE = discord.Permissions(
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    create_private_threads=True,
    add_reactions=True,
)
BAN = discord.Permissions(view_channel=True, connect=True)
"""The exact denial that marks a member as removed from the hall; any other is somebody else's."""

OWN = READ | discord.Permissions(
    send_messages=True, embed_links=True, attach_files=True, read_message_history=True, connect=True
)
"""What the bot allows itself, lest it shut itself out of a hidden room."""

MANAGED = READ | WRITE


class Target(msgspec.Struct, frozen=True, order=True):
    """A role or a member that an overwrite speaks about."""

    id: int
    is_role: bool


class Bits(msgspec.Struct, frozen=True):
    """Allowed and denied permission bits; none at all is the same as no overwrite."""

    allow: int = 0
    deny: int = 0

    def only(self, mask: int) -> "Bits":
        """The part of it that is within ``mask``."""
        return Bits(self.allow & mask, self.deny & mask)

    def plus(self, other: "Bits") -> "Bits":
        """Both together; a bit that is allowed is not denied."""
        allow = self.allow | other.allow
        return Bits(allow, (self.deny | other.deny) & ~allow)


Array = dict[Target, Bits]


def array_of(channel: discord.abc.GuildChannel) -> Array:
    """The overwrites a channel has now, as far as the cache knows."""
    array: Array = {}
    for target, overwrite in channel.overwrites.items():
        is_role = isinstance(target, discord.Role) or getattr(target, "type", None) is discord.Role
        allow, deny = overwrite.pair()
        array[Target(target.id, is_role)] = Bits(allow.value, deny.value)
    return array


def payload_of(array: Array) -> dict[discord.Object, discord.PermissionOverwrite]:
    """The same as discord.py wants it, by ids: nobody has to be in the cache."""
    return {
        discord.Object(target.id, type=discord.Role if target.is_role else discord.Member): (
            discord.PermissionOverwrite.from_pair(
                discord.Permissions(bits.allow), discord.Permissions(bits.deny)
            )
        )
        for target, bits in sorted(array.items())
    }


def held_bits(me: discord.Member) -> int:
    """The bits that the bot may put into an overwrite: those it holds, and never Manage Permissions.

    Discord refuses the whole array for one bit more, and Manage Permissions asks for an administrator.
    """
    return me.guild_permissions.value & ~discord.Permissions(manage_roles=True).value


def room_array(
    current: Mapping[Target, Bits],
    category: Mapping[Target, Bits],
    view: RoomView,
    *,
    everyone: int,
    me: int,
    held: int,
) -> Array:
    """The whole array for a room. What we do not manage stays; what we manage is ours alone.

    A room open to everybody is as open as its category; in a restricted one no role keeps a way in.
    """
    array: Array = {}
    base = category if view.readers is None else {}
    for target in (*current, *category):
        kept = current.get(target, Bits()).only(~((MANAGED | BAN).value & held))
        array[target] = kept.plus(base.get(target, Bits()).only((READ | BAN).value & held))
    if view.readers is not None:
        _add(array, Target(everyone, True), Bits(deny=READ.value & held))
        _allow(array, view.readers, READ.value & held)
    if view.writers is not None:
        _add(array, Target(everyone, True), Bits(deny=WRITE.value & held))
        _allow(array, view.writers, WRITE.value & held)
    _add(array, Target(me, False), Bits(allow=OWN.value & held))
    return clean(array)


def banned(array: Array, bans: Iterable[UserId], held: int) -> Array:
    """The array with exactly these members shut out; earlier removals that are not in it end."""
    mark = Bits(deny=BAN.value & held)
    result = {
        target: Bits(bits.allow, bits.deny & ~mark.deny)
        if not target.is_role and bits.only(BAN.value & held) == mark
        else bits
        for target, bits in array.items()
    }
    for user_id in bans:
        bits = result.get(Target(user_id, False), Bits())
        result[Target(user_id, False)] = Bits(bits.allow & ~mark.deny, bits.deny | mark.deny)
    return clean(result)


def clean(array: Array) -> Array:
    """Without the entries that say nothing."""
    return {target: bits for target, bits in array.items() if bits != Bits()}


def _add(array: Array, target: Target, bits: Bits) -> None:
    array[target] = array.get(target, Bits()).plus(bits)


def _allow(array: Array, users: Iterable[UserId], bits: int) -> None:
    for user_id in users:
        _add(array, Target(user_id, False), Bits(allow=bits))
