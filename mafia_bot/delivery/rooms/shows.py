"""Which scene each hall is to show, tried until it stands or is overtaken. No rule and no word."""

import logging
from collections.abc import Awaitable, Callable

import msgspec

from mafia_bot.delivery.channels import HallChannels
from mafia_bot.delivery.committed import Committed
from mafia_bot.delivery.rooms.builder import HallBuilder
from mafia_bot.delivery.rooms.reconciler import RoomMissing, RoomRefused, Rooms
from mafia_bot.delivery.tasks import BackgroundTasks
from mafia_bot.delivery.trouble import Trouble, TroubleKind, Troubles
from mafia_bot.engine.ids import GameId, UserId
from mafia_bot.engine.scene import Scene, scene

WAITS = (2.0, 5.0, 10.0, 30.0)
"""Seconds between tries to bring rooms that Discord refused; the last goes on for as long as it takes."""

_log = logging.getLogger(__name__)


class _Show(msgspec.Struct):
    hall: HallChannels | None = None
    scene: Scene | None = None
    bans: frozenset[UserId] = frozenset()
    turn: int = 0
    """Counts what was asked for; whoever works for an older turn has been overtaken."""


class RoomShows:
    """`on_missing` hears of halls in which a channel is gone."""

    def __init__(
        self,
        rooms: Rooms,
        builder: HallBuilder,
        tasks: BackgroundTasks,
        troubles: Troubles,
        *,
        sleep: Callable[[float], Awaitable[None]],
        on_missing: Callable[[HallChannels], None],
    ) -> None:
        self.rooms, self._builder, self._tasks, self._troubles = rooms, builder, tasks, troubles
        self._sleep, self._on_missing = sleep, on_missing
        self._shows: dict[GameId, _Show] = {}
        self._on: dict[int, _Show] = {}

    def show(self, committed: Committed) -> None:
        """Bring the rooms to a position if they are to be otherwise. Returns at once."""
        show = self._shows.setdefault(committed.game_id, _Show())
        now, before = scene(committed.game), None if committed.again else show.scene
        show.scene, show.hall = now, committed.hall
        self._on[committed.hall.category_id] = show
        if before is None or now.rooms != before.rooms or now.running != before.running:
            self._ask(show)

    def ban(self, hall: HallChannels, game_id: GameId, users: frozenset[UserId]) -> None:
        """Close the hall to exactly these people, now and in every scene to come (removal from the hall)."""
        show = self._shows.setdefault(game_id, _Show())
        show.hall = show.hall or hall
        if users != show.bans:
            show.bans = users
            if show.scene is not None:
                # A removal may end the game, and after that there is no next scene.
                self._ask(show)

    def look(self, guild_id: int) -> None:
        """Something changed on a server: try at once what was refused before."""
        for show in self._on.values():
            if show.hall is not None and show.hall.guild_id == guild_id and show.scene is not None:
                self._ask(show)

    def _ask(self, show: _Show) -> None:
        show.turn += 1
        self._tasks.run(self._bring(show, show.turn))

    async def _bring(self, show: _Show, turn: int) -> None:
        tries = 0
        while show.turn == turn and show.hall is not None and show.scene is not None:
            if self._on.get(show.hall.category_id) is not show:
                return  # the next game in the hall asks for its own
            if not await self._try(show.hall, show.scene, show.bans):
                return
            await self._sleep(WAITS[min(tries, len(WAITS) - 1)])
            tries += 1

    async def _try(self, hall: HallChannels, wanted: Scene, bans: frozenset[UserId]) -> bool:
        """Bring the rooms once; whether it has to be tried again."""
        try:
            troubles = await self.rooms.apply(hall, wanted, bans)
        except Exception:
            _log.exception(
                "the rooms of hall %s cannot be brought to the scene; tried again", hall.category_id
            )
            self._troubles.raised(
                Trouble(TroubleKind.ROOMS_BEHIND, hall.guild_id, channel_id=hall.category_id)
            )
            return True
        for trouble in troubles:
            _log.warning("hall %s: %s", hall.category_id, trouble)
        if any(isinstance(trouble, RoomMissing) for trouble in troubles):
            self._on_missing(hall)
        refused = [trouble for trouble in troubles if isinstance(trouble, RoomRefused)]
        self._report(hall, refused)
        return bool(refused)

    def _report(self, hall: HallChannels, refused: list[RoomRefused]) -> None:
        lacking = self._builder.missing(hall.guild_id, hall) if refused else ()
        if lacking:
            self._troubles.raised(Trouble(TroubleKind.LOST_PERMISSIONS, hall.guild_id, names=lacking))
        elif any(trouble.status != 429 for trouble in refused):
            self._troubles.raised(
                Trouble(TroubleKind.ROOMS_BEHIND, hall.guild_id, channel_id=hall.category_id)
            )
        if not refused:
            self._troubles.settled(TroubleKind.ROOMS_BEHIND, hall.guild_id, channel_id=hall.category_id)


def _behind(hall: HallChannels) -> Trouble:
    return Trouble(TroubleKind.ROOMS_BEHIND, hall.guild_id, channel_id=hall.category_id)
