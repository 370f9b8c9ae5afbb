"""Which scene each hall is to show, tried until it stands or is overtaken. No rule and no word."""

from collections.abc import Awaitable, Callable

import msgspec

from mafia_bot.delivery.channels import HallChannels
from mafia_bot.delivery.committed import Committed
from mafia_bot.delivery.rooms.reconciler import RoomRefused, Rooms, RoomTrouble
from mafia_bot.delivery.tasks import BackgroundTasks
from mafia_bot.engine.ids import GameId, UserId
from mafia_bot.engine.scene import Scene, scene

ROOM_WAITS = (2.0, 10.0, 60.0)
"""Seconds between tries to bring rooms that Discord refused; after the last the next scene tries."""


class _Show(msgspec.Struct):
    scene: Scene | None = None
    bans: frozenset[UserId] = frozenset()


class RoomShows:
    """`on_trouble` hears of rooms that could not be brought to the scene."""

    def __init__(
        self,
        rooms: Rooms,
        tasks: BackgroundTasks,
        *,
        sleep: Callable[[float], Awaitable[None]],
        on_trouble: Callable[[HallChannels, tuple[RoomTrouble, ...]], None],
    ) -> None:
        self.rooms, self._tasks, self._sleep, self._on_trouble = rooms, tasks, sleep, on_trouble
        self._shows: dict[GameId, _Show] = {}
        self._on: dict[int, _Show] = {}

    def show(self, committed: Committed) -> None:
        """Bring the rooms to a position if they are to be otherwise. Returns at once."""
        show = self._shows.setdefault(committed.game_id, _Show())
        now, before = scene(committed.game), None if committed.again else show.scene
        show.scene = now
        self._on[committed.hall.category_id] = show
        if before is None or now.rooms != before.rooms or now.running != before.running:
            self._tasks.run(self._apply(committed.hall, show, now))

    def ban(self, hall: HallChannels, game_id: GameId, users: frozenset[UserId]) -> None:
        """Close the hall to exactly these people, now and in every scene to come (removal from the hall)."""
        show = self._shows.setdefault(game_id, _Show())
        if users == show.bans:
            return
        show.bans = users
        if show.scene is not None:
            # A removal may end the game, and after that there is no next scene.
            self._tasks.run(self._apply(hall, show, show.scene))

    async def _apply(self, hall: HallChannels, show: _Show, wanted: Scene) -> None:
        for wait in (*ROOM_WAITS, None):
            troubles = await self.rooms.apply(hall, wanted, show.bans)
            if troubles:
                self._on_trouble(hall, troubles)
            if wait is None or not any(isinstance(trouble, RoomRefused) for trouble in troubles):
                return
            await self._sleep(wait)
            if self._overtaken(hall, show, wanted):
                return

    def _overtaken(self, hall: HallChannels, show: _Show, wanted: Scene) -> bool:
        """Whether the rooms are to be otherwise by now, for this game or for the next one in the hall."""
        now = show.scene
        if now is None or self._on.get(hall.category_id) is not show:
            return True
        return now.rooms != wanted.rooms or now.running != wanted.running
