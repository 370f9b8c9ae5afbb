"""What the mafia's own room is told. It words nothing itself."""

from mafia_bot.delivery.board.reconciler import Board
from mafia_bot.delivery.committed import Committed
from mafia_bot.delivery.tasks import BackgroundTasks
from mafia_bot.screens.private_lines import for_team


class TeamLines:
    """Posts the team's lines where only the team reads."""

    def __init__(self, board: Board, tasks: BackgroundTasks) -> None:
        self._board, self._tasks = board, tasks

    def show(self, committed: Committed) -> None:
        """Tell the team what these events mean to it. Returns at once."""
        room, texts = committed.hall.rooms.get("mafia"), committed.texts
        lines = [line for e in committed.events if (line := for_team(e, committed.game, texts)) is not None]
        if room is not None and lines:
            self._tasks.run(self._post(room, "\n".join(lines)))

    async def _post(self, channel_id: int, text: str) -> None:
        await self._board.post(channel_id, text)
