"""The ledger of messages in memory: a real implementation of the board's port, held to the same contract."""

from mafia_bot.delivery.board.ledger import Posted


class MemoryMessages:
    def __init__(self) -> None:
        self.rows: dict[int, Posted] = {}
        self.broken = False
        self.refuses: set[int] = set()
        self.written = 0

    async def write(self, posted: Posted) -> None:
        self.written += 1
        if self.broken or self.written in self.refuses:
            raise ConnectionError("the ledger is away")
        self.rows[posted.nonce] = posted

    async def of_game(self, game_id: int) -> list[Posted]:
        mine = [row for row in self.rows.values() if row.game_id == game_id]
        return sorted(mine, key=lambda row: (row.written_at, row.nonce))

    async def unsettled(self) -> list[int]:
        return sorted({row.game_id for row in self.rows.values() if row.open})
