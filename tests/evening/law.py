"""The law of what can be pressed, held by the server itself at the end of every test on the bot: no control
stands anywhere that would be refused as over, and a game that goes on has its page with all of its controls.
"""

from collections.abc import Iterator
from datetime import datetime

from mafia_bot.delivery.channels import TABLE
from mafia_bot.demo.club import SimulatedClub
from mafia_bot.engine.controls import OF_THE_HOST, Control, Press
from mafia_bot.engine.ids import GameId
from mafia_bot.engine.offered import offered
from mafia_bot.table.matters import moot
from mafia_bot.table.private import offered_now
from mafia_bot.table.table import Table
from mafia_bot.texts import Texts

LONGEST_WAIT = 31.0
"""Virtual seconds after which whatever was put off by an outage has been tried again."""

ENGLISH = Texts.load().for_language("en")

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


def held(club: SimulatedClub) -> Iterator[str]:
    """The token of every control that one person alone can press, in messages that can still be changed."""
    within_reach = set(reachable(club))
    for messages in club.env.backend.messages.values():
        for message in messages.values():
            for row in message.components if message.id in within_reach and message.is_ephemeral else ():
                for item in row.get("components", ()):
                    token = str(item.get("custom_id") or "")
                    if token.startswith("mafia:"):
                        yield token


def reachable(club: SimulatedClub) -> Iterator[int]:
    """The answers to interactions that Discord still lets us change, with a minute to spare."""
    soon = club.env.now().timestamp() + 60.0
    for made in club.env.backend.interactions.values():
        if made.expires_at is not None and datetime.fromisoformat(made.expires_at).timestamp() > soon:
            yield from (found for found in (made.message_id, *made.followup_ids) if found is not None)


def open_to(tables: dict[GameId, Table], token: str, now: float) -> bool:
    """Whether what a private control stands for can still be done."""
    _, press, *parts = token.split(":")
    if press == "sure":
        kind, number, *_ = parts
        table = tables.get(GameId(int(number)))
        matter = ":".join(parts)
        return kind == "table" or (table is not None and moot(table.game, matter, now, ENGLISH) is None)
    table = tables.get(GameId(int(parts[0])))
    if table is None:
        return False
    control = Control(Press(press), int(parts[1]), int(parts[2]))
    if control.press in OF_THE_HOST:
        return control.step in (0, table.game.clock.step)
    return offered_now(table, control)


def breaches(club: SimulatedClub) -> list[str]:
    """What stands and should not, and what does not stand and should."""
    tables = {table.game_id: table for table in club.bot.registry.tables()}
    found = list(standing(club))
    wrong = [
        f"{control} of game {game} in channel {channel} leads nowhere"
        for channel, game, control in found
        if game not in tables or control not in offered(tables[game].game)
    ]
    wrong += [
        f"{token} in a private message leads nowhere"
        for token in held(club)
        if not open_to(tables, token, club.env.now().timestamp())
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
