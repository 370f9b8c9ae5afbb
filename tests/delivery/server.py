"""A simulated server with a bare client: people walk in and out of voice, the stage works on it for real."""

import random
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import simcord

from mafia_bot.delivery.budget import Budget
from mafia_bot.delivery.trouble import Trouble, TroubleKind, Troubles
from mafia_bot.delivery.voice.patience import Outage
from mafia_bot.delivery.voice.reconciler import VoiceFloor
from mafia_bot.engine.ids import GameId, UserId
from tests.delivery.ledger import MemoryLedger

GAME = GameId(1)


def now() -> float:
    return discord.utils.utcnow().timestamp()


class QuietBot(discord.Client):
    """Passes gateway events to the floors and does, on a message, what the test asks."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True, voice_states=True, guild_messages=True))
        self.floors: list[VoiceFloor] = []
        self.orders: list[Callable[[], Awaitable[Any]]] = []
        self.answer: Any = None
        self.hears_powers = True

    async def on_voice_state_update(self, member: Any, before: Any, after: Any) -> None:
        for floor in self.floors:
            await floor.on_voice_state(member, before, after)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        for floor in self.floors if self.hears_powers else ():
            await floor.permissions_changed()

    async def on_guild_channel_update(self, before: Any, after: Any) -> None:
        for floor in self.floors if self.hears_powers else ():
            await floor.permissions_changed()

    async def on_message(self, message: discord.Message) -> None:
        if self.orders:
            self.answer = await self.orders.pop(0)()


class Server:
    def __init__(self, env: simcord.Env, bot: QuietBot, ledger: MemoryLedger) -> None:
        self.env, self.bot, self.ledger = env, bot, ledger
        self.guild = env.create_guild(name="Club")
        self.lobby = self.guild.create_text_channel("lobby")
        self.voice = self.guild.create_voice_channel("table")
        self.other = self.guild.create_voice_channel("elsewhere")
        self.clerk = self.guild.add_member(env.create_user("clerk"))
        self.people: dict[int, simcord.MemberActor] = {}
        self.troubles = Troubles()
        self.troubles.listen(self)
        self.told: list[tuple[TroubleKind, int]] = []
        self.well: list[tuple[TroubleKind, int]] = []
        self.floor = self.open_floor()

    def open_floor(self) -> VoiceFloor:
        """A fresh floor with an empty head, as after a start of the process."""
        for old in self.bot.floors:
            old.close()
        floor = VoiceFloor(
            self.bot,
            self.guild.id,
            self.ledger,
            now=now,
            lots=random.Random(7),
            troubles=self.troubles,
            budget=Budget(now=now, rate=None),
            outage=Outage(),
        )
        self.bot.floors = [floor]
        self.floor = floor
        return floor

    def raised(self, trouble: Trouble) -> None:
        self.told.append((trouble.kind, trouble.user or trouble.channel_id or 0))

    def settled(self, trouble: Trouble) -> None:
        self.well.append((trouble.kind, trouble.user or trouble.channel_id or 0))

    def lapsed(self, trouble: Trouble) -> None:
        """Nobody is told."""

    async def do(self, order: Callable[[], Awaitable[Any]]) -> Any:
        """Let the bot do something in its own name, and all that follows from it."""
        self.bot.orders.append(order)
        await self.clerk.send(self.lobby, "go")
        return self.bot.answer

    def newcomer(self, name: str) -> simcord.MemberActor:
        actor = self.guild.add_member(self.env.create_user(name))
        self.people[len(self.people) + 1] = actor
        return actor

    async def enter(self, actor: simcord.MemberActor, channel: simcord.ChannelHandle | None = None) -> None:
        """Join or move; on Discord a server mute waits at the door, the simulator forgets it."""
        member = self.env.backend.get_member(self.guild.id, actor.id)
        channel = channel or self.voice
        self.env.backend.set_voice_state(self.guild.id, actor.id, channel.id, mute=member.mute)
        await self.env.settle()

    async def hand(self, actor: simcord.MemberActor, mute: bool) -> None:
        """A moderator's hand on somebody's microphone."""
        self.env.backend.edit_member(self.guild.id, actor.id, {"mute": mute})
        await self.env.settle()

    async def seat(self, count: int) -> None:
        for number in range(1, count + 1):
            await self.enter(self.newcomer(f"player{number}"))

    def ids(self, *numbers: int) -> frozenset[UserId]:
        return frozenset(UserId(self.people[number].id) for number in numbers)

    async def turn(self, *speakers: int, game: GameId = GAME, voice: Any = None, seats: Any = None) -> None:
        await self.do(
            lambda: self.floor.wish(
                (voice or self.voice).id,
                game,
                speakers=self.ids(*speakers),
                seats=self.ids(*(seats or self.people)),
                running=True,
            )
        )

    async def end(self, game: GameId = GAME) -> None:
        await self.do(lambda: self.floor.release(game))

    async def power(self, **powers: bool) -> None:
        """Give the bot's role permissions, or take them from it."""
        guild = self.env.backend.guilds[self.guild.id]
        role = next(role for role in guild.roles.values() if role.name == "TestBot")
        granted = discord.Permissions(int(role.permissions))
        granted.update(administrator=False, **powers)
        self.env.backend.edit_role(guild.id, role.id, {"permissions": granted.value})
        await self.env.settle()

    def is_muted(self, actor: simcord.MemberActor) -> bool:
        return self.env.backend.get_member(self.guild.id, actor.id).mute

    def muted(self) -> set[int]:
        """The numbers of all who are server-muted, in voice or not."""
        return {number for number, actor in self.people.items() if self.is_muted(actor)}

    def edits(self, since: int = 0) -> list[tuple[int, bool]]:
        """Member edits so far: (number, muted)."""
        numbers = {str(actor.id): number for number, actor in self.people.items()}
        return [
            (numbers[request.path.rsplit("/", 1)[1]], request.json["mute"])
            for request in self.env.http_requests[since:]
            if request.method == "PATCH" and "/members/" in request.path and request.json
        ]

    def mark(self) -> int:
        return len(self.env.http_requests)
