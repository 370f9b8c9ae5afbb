"""What stands between a position and the server, as values: raised once, told, settled when well.

It has no words for it and mends nothing.
"""

import logging
from enum import StrEnum
from typing import Protocol

import msgspec

from mafia_bot.engine.ids import GameId, UserId

_log = logging.getLogger(__name__)


class TroubleKind(StrEnum):
    """What is wrong; each has its words and its way out in the texts (`trouble-…`)."""

    LOST_PERMISSIONS = "lost-permissions"
    """Discord refuses us something for want of the permissions named in `names`."""
    CANNOT_POST = "cannot-post"
    """A chat does not take our messages."""
    BOARD_BEHIND = "board-behind"
    """Discord does not take a table's messages, for no reason that people here could mend; tried on."""
    CHANNEL_LIMIT = "channel-limit"
    """The server or the category has as many channels as Discord allows."""
    CHANNEL_GONE = "channel-gone"
    """A channel of the hall is gone and cannot be made anew just now."""
    ROOMS_BEHIND = "rooms-behind"
    """Rooms could not be brought to the scene; tried on."""
    MUTED_BY_OTHERS = "muted-by-others"
    """Whoever should be heard is muted by somebody else's hand, which we never undo."""
    CANNOT_MUTE = "cannot-mute"
    """Nobody can be muted in a voice channel for want of the permissions named in `names`."""
    CONTESTED = "contested"
    """Another hand, perhaps the member's own, undid our mute of this member; we mute again."""
    LEFT_UNMUTED = "left-unmuted"
    """The same again and again: we do not mute this member any more before the next turn."""
    UNREACHABLE = "unreachable"
    """Discord does not answer for this member, or for a whole voice channel; tried on."""
    LEFT_THE_SERVER = "left-the-server"
    """A member is gone whom we hold muted; freed when they come back."""
    SHOWER_FAILED = "shower-failed"
    """One side of the delivery raised an error (`names`: which); retried, the game goes on."""
    DATABASE_GONE = "database-gone"
    """Nothing can be written: no step ends until the database is back."""
    CLOCK_SKEW = "clock-skew"
    """The machine's clock differs from Discord's."""


class Trouble(msgspec.Struct, frozen=True):
    """One thing that is wrong: where (server, game, channel), with whom, and the names it is about.

    `names` are permissions by discord.py's name, or whatever the kind says.
    """

    kind: TroubleKind
    guild_id: int
    game_id: GameId | None = None
    channel_id: int | None = None
    user: UserId | None = None
    names: tuple[str, ...] = ()

    @property
    def place(self) -> "Place":
        """What makes it the same trouble again, whatever its names are by then."""
        return (self.kind, self.guild_id, self.channel_id, self.user)


Place = tuple[TroubleKind, int, int | None, UserId | None]


class Listener(Protocol):
    """Somebody who tells people. No call may raise or wait."""

    def raised(self, trouble: Trouble) -> None:
        """It is wrong now, or wrong in another way than before."""

    def settled(self, trouble: Trouble) -> None:
        """It is well again."""

    def lapsed(self, trouble: Trouble) -> None:
        """Nobody minds any more, well or not."""


class Troubles:
    """The open troubles of all servers; each is told once until it is settled or its names change."""

    def __init__(self) -> None:
        self.open: dict[Place, Trouble] = {}
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Tell this listener from now on."""
        self._listeners.append(listener)

    def raised(self, trouble: Trouble) -> None:
        """Something is wrong. Told to the listeners unless they know it already."""
        if self.open.get(trouble.place) == trouble:
            return
        self.open[trouble.place] = trouble
        _log.warning("%s", trouble)
        for listener in self._listeners:
            listener.raised(trouble)

    def settled(
        self,
        kind: TroubleKind,
        guild_id: int,
        *,
        channel_id: int | None = None,
        user: UserId | None = None,
    ) -> None:
        """It is well again there; without an open trouble of that place nothing happens."""
        trouble = self.open.pop((kind, guild_id, channel_id, user), None)
        if trouble is not None:
            for listener in self._listeners:
                listener.settled(trouble)

    def lapsed(
        self,
        kind: TroubleKind,
        guild_id: int,
        *,
        channel_id: int | None = None,
        user: UserId | None = None,
    ) -> None:
        """It is of no interest any more, well or not."""
        trouble = self.open.pop((kind, guild_id, channel_id, user), None)
        if trouble is not None:
            for listener in self._listeners:
                listener.lapsed(trouble)

    def of_guild(self, guild_id: int) -> tuple[Trouble, ...]:
        """What is wrong on a server now."""
        return tuple(trouble for trouble in self.open.values() if trouble.guild_id == guild_id)
