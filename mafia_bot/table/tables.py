"""The tables that this process keeps, one a hall, and the games in halls that it cannot read."""

from mafia_bot.engine.ids import GameId
from mafia_bot.engine.state import Game
from mafia_bot.store import Hall
from mafia_bot.table.following import Following
from mafia_bot.table.halls import channels_of
from mafia_bot.table.services import Services
from mafia_bot.table.table import Look, Table


class Tables:
    """`unreadable` are games, by hall, that this version of the program cannot go on with."""

    def __init__(self, services: Services, following: Following, look: Look) -> None:
        self._services, self.following, self._look = services, following, look
        self._by_hall: dict[int, Table] = {}
        self.unreadable: dict[int, int] = {}

    def all(self) -> tuple[Table, ...]:
        """Every table, running, in its lobby, or just over."""
        return tuple(self._by_hall.values())

    def in_hall(self, hall_id: int) -> Table | None:
        """The table of a hall."""
        return self._by_hall.get(hall_id)

    def seat(self, game_id: GameId, hall: Hall, language: str, game: Game, seq: int) -> Table:
        """A table at a position, `seq` the next place of its journal; the hall's former one is closed."""
        if (old := self._by_hall.get(hall.id)) is not None:
            old.close()
            self._services.delivery.panels.retire(old.game_id)
        table = Table(
            game_id,
            hall.id,
            channels_of(hall),
            language,
            game,
            seq,
            self._services,
            self.following.committed,
            self._look,
        )
        self._by_hall[hall.id] = table
        return table
