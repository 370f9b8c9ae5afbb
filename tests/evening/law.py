"""The law of what can be pressed, held by the server itself at the end of every test on the bot: no control
stands anywhere that would be refused as over, and a game that goes on has its page with all of its controls.
"""

from collections.abc import Iterator

from mafia_bot.delivery.channels import TABLE
from mafia_bot.demo.club import SimulatedClub
from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.ids import GameId
from mafia_bot.engine.offered import offered
from mafia_bot.table.table import Table

LONGEST_WAIT = 31.0
"""Virtual seconds after which whatever was put off by an outage has been tried again."""

Standing = tuple[int, GameId, Control]
"""A control in a message that everybody sees: the message's channel, the game, the control."""


def standing(club: SimulatedClub) -> Iterator[Standing]:
    """Every control that everybody can press."""
    for channel_id, messages in club.env.backend.messages.items():
        for message in messages.values():
            if message.is_ephemeral:
                continue
            for row in message.components:
                for item in row.get("components", ()):
                    token = str(item.get("custom_id") or "")
                    if token.startswith("mafia:"):
                        _, press, game, step, seat = token.split(":")
                        yield channel_id, GameId(int(game)), Control(Press(press), int(step), int(seat))


def breaches(club: SimulatedClub) -> list[str]:
    """What stands and should not, and what does not stand and should."""
    tables = {table.game_id: table for table in club.bot.registry.tables()}
    found = list(standing(club))
    wrong = [
        f"{control} of game {game} in channel {channel} leads nowhere"
        for channel, game, control in found
        if game not in tables or control not in offered(tables[game].game)
    ]
    return wrong + [line for table in tables.values() for line in _missing(table, found)]


def _missing(table: Table, found: list[Standing]) -> Iterator[str]:
    chat = table.hall.rooms[TABLE]
    for control in offered(table.game):
        times = found.count((chat, table.game_id, control))
        if times != 1:
            yield f"{control} of game {table.game_id} stands {times} times in its chat"


async def abide(club: SimulatedClub) -> None:
    """Whatever the test has broken is whole again: then the law holds, at once or after one more try."""
    await club.env.settle()
    if not breaches(club):
        return
    club.env.backend.faults.clear()
    await club.advance(LONGEST_WAIT)
    assert breaches(club) == []
