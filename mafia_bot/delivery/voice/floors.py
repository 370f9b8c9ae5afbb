"""The voice floors of one process: tells each server's floor whom a position wants heard."""

from collections.abc import Callable

from mafia_bot.delivery.committed import Committed
from mafia_bot.delivery.tasks import BackgroundTasks
from mafia_bot.delivery.voice.reconciler import VoiceFloor
from mafia_bot.engine.ids import GameId
from mafia_bot.engine.scene import Scene, scene


class VoiceFloors:
    """`make` founds the floor of a guild at first need: all its tables share one bucket of edits."""

    def __init__(self, make: Callable[[int], VoiceFloor], tasks: BackgroundTasks) -> None:
        self._make, self._tasks = make, tasks
        self._floors: dict[int, VoiceFloor] = {}
        self._asked: dict[GameId, Scene] = {}

    def of(self, guild_id: int) -> VoiceFloor:
        """The voice floor of a guild."""
        if guild_id not in self._floors:
            self._floors[guild_id] = self._make(guild_id)
        return self._floors[guild_id]

    def show(self, committed: Committed) -> None:
        """Ask for the voices of a position if they are others than asked for last. Returns at once."""
        now, before = scene(committed.game), self._asked.get(committed.game_id)
        changed = before is None or now.speakers != before.speakers or now.running != before.running
        self._asked[committed.game_id] = now
        if changed or committed.again:
            self._tasks.run(self.ask(committed))

    async def ask(self, committed: Committed) -> None:
        """Say whom a game wants heard, and wait until it is written: a restart does so first."""
        wanted, game = scene(committed.game), committed.game
        await self.of(committed.hall.guild_id).wish(
            committed.hall.voice_id,
            committed.game_id,
            speakers=wanted.speakers,
            seats=frozenset(player.user for player in game.players),
            running=wanted.running,
        )

    def close(self) -> None:
        """Stop asking; the ledger remembers."""
        for floor in self._floors.values():
            floor.close()
