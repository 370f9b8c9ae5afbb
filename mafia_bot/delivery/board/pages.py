"""The pages of every table and the lines of every team, as sides of the delivery. They decide nothing."""

from collections.abc import Callable
from weakref import WeakValueDictionary

from mafia_bot.delivery.board.archive import Archive
from mafia_bot.delivery.board.reconciler import Board
from mafia_bot.delivery.board.teller import TableScreens, TeamScreens, Teller
from mafia_bot.delivery.channels import TABLE
from mafia_bot.delivery.committed import Committed
from mafia_bot.engine.ids import GameId, UserId

MAFIA = "mafia"


class Tellers:
    """Who tells which game: one story, whoever shows what of it, for as long as somebody does."""

    def __init__(self, archive: Archive, hushed: Callable[[GameId], frozenset[UserId]]) -> None:
        self._archive, self._hushed = archive, hushed
        self._tellers: WeakValueDictionary[GameId, Teller] = WeakValueDictionary()

    def of(self, committed: Committed) -> Teller:
        """The teller of a game, who has heard of this step now."""
        teller = self._tellers.get(committed.game_id)
        if teller is None:
            teller = self._tellers[committed.game_id] = Teller(self._archive, committed, self._hushed)
        teller.hear(committed)
        return teller


class Pages:
    """Shows the pages of a game in its table's chat, and its sheet at the end."""

    def __init__(self, board: Board, tellers: Tellers) -> None:
        self._board, self._tellers = board, tellers

    def show(self, committed: Committed) -> None:
        """Bring the table's chat to a position. Returns at once."""
        hall = committed.hall
        self._board.show(
            committed.game_id,
            hall.guild_id,
            hall.rooms[TABLE],
            TableScreens(self._tellers.of(committed)),
            committed.carrier,
            again=committed.again,
        )


class TeamLines:
    """Posts the team's lines where only the team reads."""

    def __init__(self, board: Board, tellers: Tellers) -> None:
        self._board, self._tellers = board, tellers

    def show(self, committed: Committed) -> None:
        """Tell the team what these events mean to it. Returns at once."""
        hall = committed.hall
        room = hall.rooms.get(MAFIA)
        if room is None:
            return
        teller = self._tellers.of(committed)
        self._board.show(committed.game_id, hall.guild_id, room, TeamScreens(teller), again=committed.again)
