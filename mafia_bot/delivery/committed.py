"""One step out of the journal, as every shower gets it. Values only."""

import msgspec

from mafia_bot.delivery.board.carrier import Carrier
from mafia_bot.delivery.channels import HallChannels
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import GameId
from mafia_bot.engine.state import Game
from mafia_bot.texts import Language


class Committed(msgspec.Struct, frozen=True):
    """What was written of a game, and the position after it; `carrier` can take the next page back for free.

    `place` is that of the last event in the game's journal. No events: the position is to be shown again, as
    after an outage.
    """

    hall: HallChannels
    game_id: GameId
    game: Game
    texts: Language
    events: tuple[ev.Event, ...] = ()
    carrier: Carrier | None = None
    again: bool = False
    place: int = 0
