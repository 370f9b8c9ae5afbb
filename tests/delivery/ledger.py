"""The mute ledger in memory: a real implementation of the floor's port, held to the same contract."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass
class Entry:
    game_id: int | None
    wish: bool
    seen: bool | None = None
    debt: bool = False


class MemoryLedger:
    def __init__(self) -> None:
        self.entries: dict[tuple[int, int], Entry] = {}
        self.broken = False

    async def wish(self, guild_id: int, wishes: Mapping[int, bool], at: float, game_id: int | None) -> None:
        if self.broken:
            raise ConnectionError("the ledger is away")
        for user_id, mute in wishes.items():
            old = self.entries.get((guild_id, user_id))
            self.entries[guild_id, user_id] = Entry(game_id, mute, old.seen if old else None)

    async def seen(self, guild_id: int, user_id: int, muted: bool, at: float) -> None:
        if (entry := self.entries.get((guild_id, user_id))) is not None:
            entry.seen = muted

    async def owe(self, guild_id: int, user_id: int) -> None:
        if (entry := self.entries.get((guild_id, user_id))) is not None:
            entry.debt = True

    async def settle(self, guild_id: int, user_id: int) -> None:
        self.entries.pop((guild_id, user_id), None)

    async def held_in(self, guild_id: int) -> Mapping[int, tuple[int | None, bool]]:
        return {
            user: (entry.game_id, entry.debt)
            for (guild, user), entry in self.entries.items()
            if guild == guild_id
        }
