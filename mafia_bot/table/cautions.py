"""What a server's own settings and its people's powers would do to a game, looked at before it starts."""

from collections.abc import Iterable

from mafia_bot.delivery.eyes import Eyes
from mafia_bot.delivery.rooms.preflight import Power
from mafia_bot.engine.ids import UserId
from mafia_bot.screens.cautions import Cautions

GAME_SECONDS = 3600.0
"""As long as a game may last, and the longest that Discord lets somebody be silent before it moves them."""


def cautions(eyes: Eyes, guild_id: int, voice_id: int, people: Iterable[UserId] = ()) -> Cautions:
    """What is to be said of a table's voice channel, and of these people at it."""
    found = eyes.powerful(guild_id, people, voice_id)
    idle = eyes.idle(guild_id)
    if idle is not None and idle.seconds >= GAME_SECONDS and idle.channel_id != voice_id:
        idle = None
    return Cautions(
        voice_id,
        tuple(one.user_id for one in found if one.power is not Power.MUTES),
        tuple(one.user_id for one in found if one.power is Power.MUTES),
        None if idle is None else idle.channel_id,
        0.0 if idle is None else idle.seconds,
    )
