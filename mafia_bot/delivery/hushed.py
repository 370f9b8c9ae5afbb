"""Who has the word and is muted by another hand, for the page of their turn. It has no words for it and mends
nothing.
"""

from collections.abc import Callable

from mafia_bot.delivery.trouble import Trouble, TroubleKind, Troubles
from mafia_bot.engine.ids import GameId, UserId


class Hushed:
    """Listens to troubles; `changed` hears of every game in which these people are others than before."""

    def __init__(self, troubles: Troubles, changed: Callable[[GameId], None]) -> None:
        self._troubles, self._changed = troubles, changed
        troubles.listen(self)

    def of(self, game_id: GameId) -> frozenset[UserId]:
        """Those of one game, now."""
        found = (t for t in self._troubles.open.values() if t.game_id == game_id)
        return frozenset(t.user for t in found if _hushes(t) and t.user is not None)

    def raised(self, trouble: Trouble) -> None:
        """Somebody more."""
        self._look(trouble)

    def settled(self, trouble: Trouble) -> None:
        """Somebody less."""
        self._look(trouble)

    def lapsed(self, trouble: Trouble) -> None:
        """The same: their turn is over, or they have gone."""
        self._look(trouble)

    def _look(self, trouble: Trouble) -> None:
        if _hushes(trouble) and trouble.game_id is not None:
            self._changed(trouble.game_id)


def _hushes(trouble: Trouble) -> bool:
    return trouble.kind is TroubleKind.MUTED_BY_OTHERS
