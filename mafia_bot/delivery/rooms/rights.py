"""What people may do on a server by its own rules, so that nobody is given more. Knows roles by id alone."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping

import discord
import msgspec

from mafia_bot.delivery.rooms.overwrites import NOTHING, Bits, Target
from mafia_bot.engine.ids import UserId

ALL = discord.Permissions.all().value
ADMINISTRATOR = discord.Permissions.administrator.flag

KEPT = 5_000
"""How many people's roles are remembered; whoever is forgotten is asked for again when they matter."""


class Unknown(msgspec.Struct, frozen=True):
    """Discord did not say who somebody is (its status and code): without roles, then, until it does."""

    status: int
    code: int


class Rights:
    """Without the intent for members only those in voice are in the cache; the others' roles are remembered
    from what they did last, or asked for.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._seen: OrderedDict[tuple[int, int], frozenset[int]] = OrderedDict()

    def saw(self, member: discord.Member) -> None:
        """An event showed a member as they are now."""
        self._remember(member.guild.id, member.id, frozenset(role.id for role in member.roles))

    async def learn(self, guild: discord.Guild, users: Iterable[UserId]) -> Unknown | None:
        """Ask Discord for those of whom nothing is known; whoever has left the server has no roles."""
        unknown = None
        for user in sorted(users):
            if guild.get_member(user) is not None or (guild.id, user) in self._seen:
                continue
            try:
                self.saw(await guild.fetch_member(user))
            except discord.NotFound:
                self._remember(guild.id, user, frozenset())
            except discord.HTTPException as error:
                unknown = Unknown(error.status, error.code)
        return unknown

    def bits(self, guild: discord.Guild, user: UserId, array: Mapping[Target, Bits]) -> int:
        """What a member may do in a channel that has these overwrites, in Discord's own order."""
        member = guild.get_member(user)
        ids = self._seen.get((guild.id, user), frozenset())
        if member is not None:
            ids = frozenset(role.id for role in member.roles)
        roles = [role for i in ids if i != guild.id and (role := guild.get_role(i)) is not None]
        bits = guild.default_role.permissions.value
        for role in roles:
            bits |= role.permissions.value
        if bits & ADMINISTRATOR or user == guild.owner_id:
            return ALL
        bits = _over(bits, array.get(Target(guild.id, True), NOTHING))
        allow = deny = 0
        for role in roles:
            own = array.get(Target(role.id, True), NOTHING)
            allow, deny = allow | own.allow, deny | own.deny
        return _over(_over(bits, Bits(allow, deny)), array.get(Target(user, False), NOTHING))

    def _remember(self, guild_id: int, user_id: int, roles: frozenset[int]) -> None:
        self._seen[guild_id, user_id] = roles
        self._seen.move_to_end((guild_id, user_id))
        if len(self._seen) > KEPT:
            self._seen.popitem(last=False)


def _over(bits: int, own: Bits) -> int:
    return (bits & ~own.deny) | own.allow
