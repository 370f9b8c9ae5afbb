"""Which tables and lobbies have a say in which voice channels of one guild. No Discord."""

from collections.abc import Iterable

from mafia_bot.delivery.voice.plan import Table
from mafia_bot.engine.ids import GameId, UserId


class Claims:
    """``tables`` are the running games; a lobby claims nothing yet, but its channel is watched."""

    def __init__(self) -> None:
        self.tables: dict[GameId, Table] = {}
        self._lobbies: set[int] = set()

    @property
    def channels(self) -> set[int]:
        """Every channel in which we mute, or soon will."""
        return {table.channel_id for table in self.tables.values()} | self._lobbies

    def turn(
        self, game_id: GameId, channel_id: int, seats: frozenset[UserId], speakers: frozenset[UserId]
    ) -> bool:
        """A running game wants these heard. Returns whether others than before."""
        known = self.tables.get(game_id)
        old = known or Table(channel_id, seats, frozenset())
        self.tables[game_id] = old.turn_to(channel_id, seats, speakers)
        return known is None or known.speakers != speakers

    def drop(self, game_id: GameId) -> bool:
        """A game is over. Returns whether it was running."""
        return self.tables.pop(game_id, None) is not None

    def gathers(self, channel_id: int, gathers: bool) -> None:
        """A lobby has opened at a channel, or is over."""
        (self._lobbies.add if gathers else self._lobbies.discard)(channel_id)

    def concern(self, channels: Iterable[int]) -> bool:
        """Whether a running game is at one of these channels."""
        places = set(channels)
        return any(table.channel_id in places for table in self.tables.values())
