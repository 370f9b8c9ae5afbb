"""What a table answers to a command: accepted, with what became public and private, or refused."""

import msgspec

from mafia_bot.engine.events import Event
from mafia_bot.engine.refusals import Refusal
from mafia_bot.engine.state import Game


class Accepted(msgspec.Struct, frozen=True):
    """The events and the position after them. No events: nothing had to change."""

    events: tuple[Event, ...]
    game: Game


Outcome = Accepted | Refusal
