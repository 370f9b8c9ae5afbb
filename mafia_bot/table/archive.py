"""What is read of a game beside its position: its journal as events, and its sheet once it is over."""

from mafia_bot.club.points import profile_of
from mafia_bot.club.results import finished_game
from mafia_bot.club.sheet import sheet_parts
from mafia_bot.delivery.committed import Committed
from mafia_bot.engine.events import Event
from mafia_bot.engine.events.codec import decode
from mafia_bot.engine.ids import GameId
from mafia_bot.screens.names import at_table, ruleset_name
from mafia_bot.store import Store


class Archive:
    """Asks the store alone, so the same is told of a game whoever asks and whenever."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def events(self, game_id: GameId) -> list[tuple[int, Event]]:
        """The whole journal of a game, events with their places. Raises UnknownEvent, and what a database
        raises.
        """
        records = await self._store.journal.load(game_id)
        return [(r.seq, decode(r.kind, r.version, r.data, r.at)) for r in records]

    async def sheet(self, ended: Committed) -> tuple[str, ...]:
        """The sheet of a game that is over, in parts that each fit a message, with that evening's names.

        Raises TypeError for a game that goes on.
        """
        texts = at_table(ended.game, ended.texts)
        finished = finished_game(ended.game, ended.game_id, ruleset_name(ended.game, texts))
        club = await self._store.clubs.get(ended.hall.guild_id)
        return sheet_parts(finished, texts, profile_of(club.settings))
