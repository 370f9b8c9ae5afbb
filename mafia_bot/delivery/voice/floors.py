"""The voice floors of one process: tells each server's floor whom a position wants heard."""

import re
from collections.abc import Callable

import discord

from mafia_bot.delivery.committed import Committed
from mafia_bot.delivery.tasks import BackgroundTasks
from mafia_bot.delivery.voice.patience import Outage
from mafia_bot.delivery.voice.reconciler import VoiceFloor
from mafia_bot.delivery.wire import Reply
from mafia_bot.engine.ids import GameId, UserId
from mafia_bot.engine.scene import Scene, scene
from mafia_bot.engine.state import Lobby

MEMBER = re.compile(r"/guilds/(\d+)/members/(\d+)$")


class VoiceFloors:
    """`make` founds the floor of a guild at first need: all its tables share one bucket of edits."""

    def __init__(
        self,
        make: Callable[[int, Outage], VoiceFloor],
        tasks: BackgroundTasks,
        *,
        now: Callable[[], float],
    ) -> None:
        self._make, self._tasks, self._now = make, tasks, now
        self._outage = Outage()
        self._floors: dict[int, VoiceFloor] = {}
        self._asked: dict[GameId, Scene] = {}
        self._steps: dict[GameId, int] = {}

    def of(self, guild_id: int) -> VoiceFloor:
        """The voice floor of a guild."""
        if guild_id not in self._floors:
            self._floors[guild_id] = self._make(guild_id, self._outage)
        return self._floors[guild_id]

    def show(self, committed: Committed) -> None:
        """Ask for the voices of a position if they are others than asked for last. Returns at once."""
        now, before = scene(committed.game), self._asked.get(committed.game_id)
        changed = before is None or now.speakers != before.speakers or now.running != before.running
        self._asked[committed.game_id] = now
        if before is None or changed:
            gathers = isinstance(committed.game.phase, Lobby)
            self.of(committed.hall.guild_id).gathers(committed.hall.voice_id, gathers)
        step = committed.game.clock.step
        last, self._steps[committed.game_id] = self._steps.get(committed.game_id), step
        if changed or committed.again:
            self._tasks.run(self.ask(committed))
        elif step != last:
            self._tasks.run(self.of(committed.hall.guild_id).new_step(committed.game_id))

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

    async def silence(
        self, committed: Committed, seats: frozenset[UserId], leaders: frozenset[UserId], bound: float
    ) -> bool:
        """Silence the channel of a lobby that is about to start, but for its leaders, and wait for it at most
        ``bound`` seconds. Returns whether it is silent.

        A game that does not start after all has to be asked for again, which frees everybody; so does a
        restart, for its position is still a lobby.
        """
        floor = self.of(committed.hall.guild_id)
        await floor.wish(
            committed.hall.voice_id, committed.game_id, speakers=leaders, seats=seats, running=True
        )
        return await floor.silence(committed.game_id, bound)

    def look(self) -> None:
        """Look for those of all tables whose arrival may have gone unheard. Returns at once."""
        for floor in self._floors.values():
            floor.look()

    async def permissions_changed(self, guild_id: int) -> None:
        """Tell the guild's floor, if it has one, that it may do more, or less, than before."""
        if (floor := self._floors.get(guild_id)) is not None:
            await floor.permissions_changed()

    async def on_voice_state(
        self, member: discord.Member, before: discord.VoiceState, after: discord.VoiceState
    ) -> None:
        """Tell the guild's floor what Discord says of a member's voice."""
        await self.of(member.guild.id).on_voice_state(member, before, after)

    def replied(self, reply: Reply) -> None:
        """Discord answered something. Whatever it is, Discord is there; edits are told of theirs."""
        if reply.status < 300:
            self._outage.sign(self._now())
        place = MEMBER.search(reply.path) if reply.method == "PATCH" else None
        if place is not None and (floor := self._floors.get(int(place[1]))) is not None:
            floor.replied(UserId(int(place[2])), reply)

    def close(self) -> None:
        """Stop asking; the ledger remembers."""
        for floor in self._floors.values():
            floor.close()
