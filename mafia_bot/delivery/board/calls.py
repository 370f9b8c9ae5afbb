"""Calls people to the table in messages of their own. It words nothing itself."""

from mafia_bot.delivery.board.reconciler import Board
from mafia_bot.delivery.channels import TABLE
from mafia_bot.delivery.committed import Committed
from mafia_bot.delivery.tasks import BackgroundTasks
from mafia_bot.screens.calls import Call, call


class Calls:
    """Posts what rings."""

    def __init__(self, board: Board, tasks: BackgroundTasks) -> None:
        self._board, self._tasks = board, tasks

    def show(self, committed: Committed) -> None:
        """Call whom these events need. Returns at once."""
        hall = committed.hall
        for event in committed.events:
            found = call(event, committed.game, hall.voice_id, committed.texts)
            if found is not None:
                self._tasks.run(self._post(hall.rooms[TABLE], found))

    async def _post(self, channel_id: int, found: Call) -> None:
        await self._board.post(channel_id, found.text, rings=found.users)
