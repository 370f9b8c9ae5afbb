"""The room ledger in memory: a real implementation of the rooms' port."""

from collections.abc import Iterable, Mapping
from typing import Any


class MemoryRoomLedger:
    def __init__(self) -> None:
        self.rows: dict[int, tuple[int, Mapping[str, Any]]] = {}

    async def remember(self, channel_id: int, guild_id: int, memory: Mapping[str, Any]) -> None:
        self.rows[channel_id] = guild_id, dict(memory)

    async def remembered(self, guild_id: int) -> Mapping[int, Mapping[str, Any]]:
        return {channel: memory for channel, (guild, memory) in self.rows.items() if guild == guild_id}

    async def forget(self, channel_ids: Iterable[int]) -> None:
        for channel_id in channel_ids:
            self.rows.pop(channel_id, None)
