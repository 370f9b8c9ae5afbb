"""Who is in voice and who is not, told to the tables as absences and returns (GE-13)."""

from collections.abc import Callable

from mafia_bot.delivery.eyes import Eyes
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.ids import UserId
from mafia_bot.engine.state import Lobby, Over
from mafia_bot.table.table import Table


class Presence:
    """Looks at the voice channels of all tables."""

    def __init__(self, eyes: Eyes, tables: Callable[[], tuple[Table, ...]]) -> None:
        self._eyes, self._tables = eyes, tables

    async def moved(self, user: UserId, old: int | None, new: int | None) -> None:
        """Somebody went from one voice channel (or none) to another: an absence may begin or end."""
        if old == new:
            return
        for table in self._tables():
            seat = table.game.seat_of(user)
            if seat is None:
                continue
            if new == table.hall.voice_id:
                await table.submit(cmd.ComeBack(seat))
            elif old == table.hall.voice_id:
                await table.submit(cmd.DropOut(seat))

    async def gone(self, guild_id: int, user: UserId) -> None:
        """Somebody left the server: their grace begins like for anybody who is not in voice."""
        for table in self._tables():
            seat = table.game.seat_of(user)
            if table.hall.guild_id == guild_id and seat is not None:
                await table.submit(cmd.DropOut(seat))

    async def look(self, table: Table) -> None:
        """Compare the seats with who is in voice now, as after a restart or at the start of a game."""
        present = self.present(table)
        if present is None or isinstance(table.game.phase, (Lobby, Over)):
            return
        for player in table.game.players:
            if player.alive:
                here = player.user in present
                await table.submit(cmd.ComeBack(player.seat) if here else cmd.DropOut(player.seat))

    def present(self, table: Table) -> frozenset[int] | None:
        """Who is in the table's voice channel; None if the channel is not there."""
        return self._eyes.present(table.hall.voice_id)
