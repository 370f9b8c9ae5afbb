"""Who is there and who is not: seats, told to their tables as absences and returns (GE-13), and hosts."""

from collections.abc import Callable, Iterable

from mafia_bot.delivery.eyes import Eyes
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.ids import GameId, UserId
from mafia_bot.engine.state import Lobby, Over
from mafia_bot.table.table import Table

VANISHED_SECONDS = 300.0
"""After so long without a sign a host who is not in voice is gone, as far as a table can see."""


class Presence:
    """Looks at the voice channels of all tables, and remembers the hosts' latest signs of life."""

    def __init__(self, eyes: Eyes, tables: Callable[[], tuple[Table, ...]], now: Callable[[], float]) -> None:
        self._eyes, self._tables, self._now = eyes, tables, now
        self._signs: dict[GameId, tuple[UserId, float]] = {}

    def sign(self, user: UserId) -> None:
        """Somebody pressed, commanded or wrote something."""
        for table in self._tables():
            if table.game.host == user:
                self._signs[table.game_id] = user, self._now()

    async def host_gone(self, table: Table) -> bool:
        """Whether a human host has left the server, or vanished: neither in voice nor heard of for long
        (GE-17).
        """
        host = table.game.host
        if host is None or host in (self.present(table) or ()):
            return False
        user, at = self._signs.get(table.game_id, (host, table.kept_since))
        quiet = self._now() - (at if user == host else table.kept_since)
        return quiet >= VANISHED_SECONDS or not await self._eyes.is_member(table.hall.guild_id, host)

    async def moved(self, user: UserId, old: int | None, new: int | None) -> None:
        """Somebody went from one voice channel (or none) to another: an absence may begin or end."""
        if old == new:
            return
        self.sign(user)
        for table in self._tables():
            seat = table.game.seat_of(user)
            if seat is None:
                continue
            if new == table.hall.voice_id:
                await table.submit(cmd.ComeBack(seat))
            elif old == table.hall.voice_id and self.present(table) is not None:
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

    async def excuse(self, table: Table) -> None:
        """The voice channel is not there: nobody is out of it by their own doing (GE-13)."""
        for seat, _ in table.game.absent:
            await table.submit(cmd.ComeBack(seat))

    def names(self, guild_id: int, users: Iterable[UserId]) -> tuple[tuple[UserId, str], ...]:
        """What these people are called now, as far as it can be seen without asking."""
        return self._eyes.names(guild_id, users)

    def present(self, table: Table) -> frozenset[int] | None:
        """Who is in the table's voice channel; None if the channel is not there."""
        return self._eyes.present(table.hall.voice_id)
