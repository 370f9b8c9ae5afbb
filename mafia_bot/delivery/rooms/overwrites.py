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


def usual_bits(guild: discord.Guild, user_id: UserId, base: Mapping[Target, Bits]) -> int:
    """What a member may do in a channel by the server's own rules, without anything of ours."""
    member = guild.get_member(user_id)
    roles = [guild.default_role, *(member.roles if member is not None else [])]
    bits = 0
    for role in roles:
        bits |= role.permissions.value
    allow = deny = 0
    for role in roles:
        if role.id == guild.id:
            own = base.get(Target(role.id, True), NOTHING)
            bits = (bits & ~own.deny) | own.allow
        else:
            own = base.get(Target(role.id, True), NOTHING)
            allow, deny = allow | own.allow, deny | own.deny
    bits = (bits & ~deny) | allow
    own = base.get(Target(user_id, False), NOTHING)
    return (bits & ~own.deny) | own.allow


class Ours(msgspec.Struct, frozen=True):
    """Who we are on a server: its @everyone, our own id, and the bits that we may use."""

    everyone: int
    me: int
    held: int


def room_array(
    base: Mapping[Target, Bits],
    category: Mapping[Target, Bits],
    view: RoomView,
    ours: Ours,
    usual: Callable[[UserId], int] | None = None,
) -> Array:
    """The whole array for a room: what the server's owner set (`base`), and the scene upon it.

    A room open to everybody is as open as its category, and what the owner shut stays shut; in a restricted
    one no role keeps a way in. `usual` says what a writer may do here anyway: nobody is given more than that.
    """
    array: Array = dict(base)
    read, write = READ.value & ours.held, WRITE.value & ours.held
    everybody = Target(ours.everyone, True)
    if view.readers is None:
        _inherit(array, category, (READ | BAN).value & ours.held)
    else:
        readers = {Target(user, False) for user in view.readers}
        _restrict(array, read, readers)
        array[everybody] = array.get(everybody, NOTHING).denying(read)
        for reader in readers:
            if not base.get(reader, NOTHING).deny & read:
                array[reader] = array.get(reader, NOTHING).allowing(read)
    if view.writers is not None:
        writers = {Target(user, False) for user in view.writers}
        _restrict(array, write, writers)
        array[everybody] = array.get(everybody, NOTHING).denying(write)
        for writer in writers:
            given = write & ~NEVER.value
            if usual is not None:
                given &= usual(UserId(writer.id))
            array[writer] = array.get(writer, NOTHING).without(write).allowing(given)
    myself = Target(ours.me, False)
    array[myself] = array.get(myself, NOTHING).allowing(OWN.value & ours.held)
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


def _restrict(array: Array, mask: int, but: set[Target]) -> None:
    """Take from every role and member the ways in that somebody gave them, but from these."""
    for target, bits in array.items():
        if target not in but:
            array[target] = Bits(bits.allow & ~mask, bits.deny)
