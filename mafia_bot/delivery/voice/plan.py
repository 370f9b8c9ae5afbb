"""Who should be muted, and in which order to get there. Pure: no Discord, no clock, no dice."""

from collections.abc import Iterable, Mapping
from enum import IntEnum

import msgspec

from mafia_bot.engine.ids import GameId, UserId

Tables = Mapping[GameId, "Table"]
Heard = Mapping[UserId, "Voice"]


class Rank(IntEnum):
    """The order of edits: the last speaker is silenced, the next opened, then all the others."""

    HUSH = 0
    OPEN = 1
    SEAT = 2
    ONLOOKER = 3


class Voice(msgspec.Struct, frozen=True):
    """Where a human is connected now, and whether the server mutes them."""

    channel_id: int
    muted: bool


class Table(msgspec.Struct, frozen=True):
    """A running game's claim on its voice channel; ``former`` spoke before and were not seen again."""

    channel_id: int
    seats: frozenset[UserId]
    speakers: frozenset[UserId]
    former: frozenset[UserId] = frozenset()

    def turn_to(self, channel_id: int, seats: frozenset[UserId], speakers: frozenset[UserId]) -> "Table":
        """The same table a moment later, remembering who has to be silenced first."""
        return Table(channel_id, seats, speakers, (self.former | self.speakers) - speakers)

    def rank(self, user_id: UserId) -> Rank:
        """How urgent this member's edit is."""
        if user_id in self.speakers:
            return Rank.OPEN
        if user_id in self.former:
            return Rank.HUSH
        return Rank.SEAT if user_id in self.seats else Rank.ONLOOKER


class Wish(msgspec.Struct, frozen=True):
    """What we want of one member who is in voice now."""

    mute: bool
    game_id: GameId | None
    rank: Rank


def wishes(tables: Tables, heard: Heard, ours: Mapping[UserId, GameId | None]) -> dict[UserId, Wish]:
    """What we want of everybody in voice about whom we have a say (GE-03, GE-12).

    In the channel of a running game all but its speakers are muted, whoever they are. Anywhere else
    somebody whom we hold muted is set free: the mute is the member's, it follows them everywhere.
    """
    claims = {table.channel_id: (game_id, table) for game_id, table in tables.items()}
    wanted: dict[UserId, Wish] = {}
    for user_id, voice in heard.items():
        if (claim := claims.get(voice.channel_id)) is not None:
            game_id, table = claim
            wanted[user_id] = Wish(user_id not in table.speakers, game_id, table.rank(user_id))
        elif user_id in ours:
            wanted[user_id] = Wish(False, ours[user_id], Rank.SEAT)
    return wanted


def loud(table: Table, heard: Heard) -> Iterable[UserId]:
    """Who is heard in a table's channel and should not be."""
    return (
        user_id
        for user_id, voice in heard.items()
        if voice.channel_id == table.channel_id and not voice.muted and user_id not in table.speakers
    )


def held_by_others(wanted: Mapping[UserId, Wish], heard: Heard, ours: Mapping[UserId, object]) -> set[UserId]:
    """Those who should be heard but are muted by somebody else's hand, which we never undo."""
    return {u for u, wish in wanted.items() if not wish.mute and heard[u].muted and u not in ours}
