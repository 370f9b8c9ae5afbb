"""The channels of one hall by id, and the two rooms every hall has. No Discord, no names."""

import msgspec

from mafia_bot.engine.scene import RoomKey

TABLE: RoomKey = "table"
GRAVEYARD: RoomKey = "graveyard"
VOICE: RoomKey = "voice"
CATEGORY: RoomKey = "category"
"""``VOICE`` and ``CATEGORY`` are no rooms of a scene; the keys name them in what is reported."""


class HallChannels(msgspec.Struct, frozen=True):
    """Where a table lives on a server: channel ids, kept in the store, valid for one guild.

    ``rooms`` holds ``"table"``, ``"graveyard"`` and one key for each role's night room.
    """

    guild_id: int
    category_id: int
    voice_id: int
    rooms: dict[RoomKey, int]
