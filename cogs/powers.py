"""What a door says beforehand of the powers and settings that could break a game, in the caller's words."""

from collections.abc import Iterable

from cogs.caller import Caller
from mafia_bot.engine.ids import UserId
from mafia_bot.screens.cautions import caution_lines
from mafia_bot.table.table import Table


def place_cautions(caller: Caller, voice_id: int, people: Iterable[UserId] = ()) -> list[str]:
    """Of a voice channel in the caller's server, and of these people in it."""
    guild_id = caller.interaction.guild_id
    assert guild_id is not None
    return caution_lines(caller.registry.cautions(guild_id, voice_id, people), caller.texts)


def table_cautions(caller: Caller, table: Table) -> list[str]:
    """Of a table and everybody who plays there."""
    return place_cautions(caller, table.hall.voice_id, (player.user for player in table.game.players))
