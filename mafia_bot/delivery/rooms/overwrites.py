"""Permission overwrites of a room as a value: whole arrays of (target → allow, deny). It sends nothing."""

from collections.abc import Callable, Iterable, Mapping

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
    set_voice_channel_status=True,
)
NEVER = discord.Permissions(create_private_threads=True, set_voice_channel_status=True)
"""What nobody at the table needs: in a private thread the mafia could whisper past it (CL-09, GE-11)."""

WHISPER = discord.Permissions.create_private_threads.flag
NO_ONE = UserId(0)
"""Somebody without a role of their own: what holds for them holds for everybody."""

BAN = discord.Permissions(view_channel=True, connect=True)
"""What is denied to a member who was removed from the hall."""

OWN = READ | discord.Permissions(
    send_messages=True, embed_links=True, attach_files=True, read_message_history=True, connect=True
)
"""What the bot allows itself, lest it shut itself out of a hidden room."""


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

    def without(self, mask: int) -> "Bits":
        """The part of it that is outside ``mask``."""
        return self.only(~mask)

    def without_allowed(self, mask: int) -> "Bits":
        """The same, with none of these bits allowed."""
        return Bits(self.allow & ~mask, self.deny)

    def joined(self, other: "Bits") -> "Bits":
        """Both together, where they speak about different bits."""
        return Bits(self.allow | other.allow, self.deny | other.deny)

    def allowing(self, mask: int) -> "Bits":
        """The same, with these bits allowed."""
        return Bits(self.allow | mask, self.deny & ~mask)

    def denying(self, mask: int) -> "Bits":
        """The same, with these bits denied."""
        return Bits(self.allow & ~mask, self.deny | mask)


NOTHING = Bits()
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


class Ours(msgspec.Struct, frozen=True):
    """Who we are on a server: its @everyone, our own id, and the bits that we may use."""

    everyone: int
    me: int
    held: int


Usual = Callable[[UserId, Mapping[Target, Bits]], int]
"""What somebody may do in a channel with these overwrites, by the server's own rules."""


def room_array(
    base: Mapping[Target, Bits],
    category: Mapping[Target, Bits],
    view: RoomView,
    ours: Ours,
    usual: Usual = lambda _user, _array: 0,
) -> Array:
    """The whole array for a room: what the server's owner set (`base`), and the scene upon it.

    What the owner shut, in the room or in its category, stays shut, and nobody is given more than they have
    anyway; in a restricted room no role keeps a way in.
    """
    array, owners, everybody = dict(base), dict(base), Target(ours.everyone, True)
    if view.readers is not None:
        # That @everyone is kept out of a secret room says nothing of those whom it is for.
        own = owners.get(everybody, NOTHING)
        owners[everybody] = Bits(own.allow, own.deny & ~(READ | WRITE).value)
    for each in (array, owners):
        _inherit(each, category, (READ | BAN | WRITE).value & ours.held)
    if view.readers is not None:
        may = {user: usual(user, owners) for user in view.readers}
        _restrict(array, READ.value & ours.held, everybody, may)
    if view.writers is not None:
        may = {user: usual(user, owners) for user in view.writers}
        taken = NEVER.value
        if any(_whispers(bits) for bits in (*may.values(), usual(NO_ONE, owners))):
            # Nobody can tell a private thread from before the game by its writers.
            taken |= discord.Permissions.send_messages_in_threads.flag
        may = {user: bits & ~taken for user, bits in may.items()}
        _restrict(array, WRITE.value & ours.held, everybody, may)
    myself = Target(ours.me, False)
    own = array.get(myself, NOTHING)
    array[myself] = own.allowing(OWN.value & ours.held & ~own.deny)
    return clean(array)


def banned(array: Array, bans: Iterable[UserId], held: int) -> Array:
    """The array with these members shut out of the hall."""
    result, shut = dict(array), BAN.value & held
    for user_id in bans:
        target = Target(user_id, False)
        result[target] = result.get(target, NOTHING).denying(shut)
    return clean(result)


def clean(array: Array) -> Array:
    """Without the entries that say nothing."""
    return {target: bits for target, bits in array.items() if bits != NOTHING}


def _inherit(array: Array, category: Mapping[Target, Bits], mask: int) -> None:
    """Let the category speak wherever the room itself is silent."""
    for target, bits in category.items():
        own = array.get(target, NOTHING)
        silent = mask & ~(own.allow | own.deny)
        array[target] = Bits(own.allow | (bits.allow & silent), own.deny | (bits.deny & silent))


def _restrict(array: Array, mask: int, everybody: Target, may: Mapping[UserId, int]) -> None:
    """Take these ways in from everybody, whoever gave them, and leave these people what they may have."""
    for target, own in array.items():
        array[target] = own.without_allowed(mask)
    array[everybody] = array.get(everybody, NOTHING).denying(mask)
    for user, ways in may.items():
        target = Target(user, False)
        array[target] = array.get(target, NOTHING).allowing(mask & ways)


def _whispers(bits: int) -> bool:
    """Whether somebody could open a private thread; an administrator can do that whatever we deny."""
    return bool(bits & WHISPER) and not bits & discord.Permissions.administrator.flag
