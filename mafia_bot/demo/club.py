"""A simulated Discord server with the real bot in it: a club, its table, and people with hands and voices.

Time is virtual: it moves only when somebody advances it. The demo and the tests of whole evenings share it.
"""

import asyncio
import functools
import gc
import random
import warnings
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import discord
import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simcord.results import InteractionResult
from sqlalchemy.exc import SAWarning

from mafia_bot.bot import MafiaBot
from mafia_bot.config import Config
from mafia_bot.demo import world
from mafia_bot.demo.onlooker import Onlooker
from mafia_bot.engine.controls import Press
from mafia_bot.engine.due import due
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.state import Game
from mafia_bot.store import Store
from mafia_bot.table.alarm import ARRIVAL_GRACE
from mafia_bot.table.halls import channels_of
from mafia_bot.table.table import Table

PATIENCE = 30
"""Real seconds that one operation of the simulator may take."""

QUIET = 0.001
"""Real seconds without work after which the bot counts as idle; the simulator's own 50 ms make it crawl."""


class NotAnswered(RuntimeError):
    """The bot left an interaction without any answer, or did so too late."""


class SimulatedClub(Onlooker):
    """Use as `async with SimulatedClub(store, seats=10) as club`. The store stays the caller's.

    `seed` draws the cards, or `dice` if they are given. `host` is a member who can be named host, `admin` one
    with the powers of a moderator. `locale` is the language of everybody's client. At a clean exit the bot's
    unhandled errors are raised, unless `check_errors` is false.
    """

    def __init__(
        self,
        store: Store,
        *,
        seats: int = 10,
        seed: int = 1,
        dice: random.Random | None = None,
        locale: str = "ru",
        config: Config | None = None,
        names: tuple[str, ...] = (),
        check_errors: bool = True,
    ) -> None:
        self.store, self.config = store, config or Config()
        self.locale, self.dice = locale, dice or random.Random(seed)
        self._check_errors = check_errors
        self.bot = self._new_bot()
        self.env = simcord.Env(self.bot, settle_timeout=PATIENCE, check_errors=check_errors)
        self._names = names or tuple(f"player{number}" for number in range(1, seats + 1))
        self.guild: GuildHandle
        self.lobby: ChannelHandle
        self.admin: MemberActor
        self.host: MemberActor
        self.seats: list[MemberActor] = []
        self._hall: Any = None

    async def __aenter__(self) -> Self:
        settle = functools.partial(self.env._settle_internal, idle=QUIET)
        self.env._settle_internal = settle  # type: ignore[method-assign]
        # Interactions of the simulator always come in English; this one's people speak what they like.
        self.env.backend.subscribers.insert(0, self._speak)
        await self.env.start()
        self.guild = self.env.create_guild("Club")
        self.lobby = self.guild.create_text_channel("general")
        powers = discord.Permissions(manage_guild=True, mute_members=True)
        role = self.guild.create_role("staff", permissions=powers)
        self.admin = self.newcomer("admin", roles=[role])
        self.host = self.newcomer("host")
        self.seats = [self.newcomer(name) for name in self._names]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            # What is still being written is finished first, or its connection would be torn off.
            await self.env.settle(idle=QUIET)
        await self.env.shutdown()
        if kind is None and self._check_errors:
            self.env.raise_errors()

    async def enter(self, actor: MemberActor, channel: ChannelHandle | None = None) -> None:
        """Walk into the table's voice channel or another one. As on Discord, a server mute waits at the door;
        the simulator's own `join_voice` would forget it.
        """
        member = self.env.backend.get_member(self.guild.id, actor.id)
        self.env.backend.set_voice_state(
            self.guild.id, actor.id, (channel or self.voice).id, mute=member.mute
        )
        await self.env.settle(idle=QUIET)

    def newcomer(self, name: str, **options: Any) -> MemberActor:
        """One more member of the server, not in voice yet."""
        number = len(self.env.backend.users)
        user = self.env.create_user(f"user{number}", global_name=name)
        return self.guild.add_member(user, **options)

    async def setup(self, language: str = "ru", **options: Any) -> InteractionResult:
        """`/setup`: after it the channels of the table are there, and this club's table is the newest one."""
        result = await self.slash(self.admin, self.lobby, "setup", language=language, **options)
        await self.look_again()
        return result

    async def look_again(self) -> None:
        """Ask the database which channels the newest table is made of, as after one was made anew."""
        self._hall = (await self.store.halls.of_guild(self.guild.id))[-1]

    async def open(self, ruleset: str = "most_wanted", host: MemberActor | None = None) -> InteractionResult:
        """`/lobby open`, led by the bot or by a member."""
        options: dict[str, Any] = {"ruleset": ruleset} | ({} if host is None else {"host": host})
        return await self.slash(self.admin, self.chat, "lobby open", **options)

    async def seat_all(self) -> None:
        """Everybody walks into the voice channel and presses «Join», in the order of their seats."""
        for actor in self.seats:
            await self.enter(actor)
            await self.press(actor, Press.JOIN)

    async def start(self, by: MemberActor | None = None) -> InteractionResult:
        """`/game start`: the cards are dealt and night 0 falls."""
        return await self.slash(by or self.admin, self.chat, "game start")

    async def slash(
        self,
        actor: MemberActor,
        channel: ChannelHandle,
        command: str,
        *,
        confirm: bool = True,
        **options: Any,
    ) -> InteractionResult:
        """Give a command, and say yes if it asks first (`confirm`); the last answer. Raises NotAnswered."""
        result = _answered(await actor.slash(channel, command, **options), command)
        question = world.question(result) if confirm else None
        if question is None or result.response is None:
            return result
        return _answered(await actor.click(result.response, custom_id=question), command)

    @property
    def chat(self) -> ChannelHandle:
        """The table chat."""
        return self._channel(channels_of(self._hall).rooms["table"])

    @property
    def voice(self) -> ChannelHandle:
        """The table's voice channel."""
        return self._channel(self._hall.voice_id)

    @property
    def graveyard(self) -> ChannelHandle:
        """Where the dead write."""
        return self.room("graveyard")

    def room(self, key: str) -> ChannelHandle:
        """A text channel of the table by its key: table, graveyard, mafia …"""
        return self._channel(channels_of(self._hall).rooms[key])

    @property
    def table(self) -> Table:
        """The bot's table; a test may look at it, a simulated player may not."""
        return next(table for table in self.bot.registry.tables() if table.hall_id == self._hall.id)

    @property
    def game(self) -> Game:
        """The position."""
        return self.table.game

    def seat(self, number: int) -> MemberActor:
        """Who sits on a seat, counted from 1."""
        return self.seats[number - 1]

    def board(self) -> discord.Message:
        """The newest message with controls in the table chat. Raises LookupError if there is none."""
        found = world.newest_board(self.env, self.chat.id)
        if found is None:
            raise LookupError("the table chat shows no board")
        return found

    async def press(
        self, actor: MemberActor, press: Press, seat: int = 0, on: world.Message | None = None
    ) -> InteractionResult:
        """Press a button, or choose `seat` in a menu, on the board or on another message.

        Raises NotOffered if it is not there, NotAnswered.
        """
        message = on or self.board()
        found = world.offer(message, press)
        return await self.touch(actor, message, found, [str(seat)] if found.values is not None else [])

    async def touch(
        self, actor: MemberActor, message: world.Message, found: world.Offer, values: list[Any]
    ) -> InteractionResult:
        """Press exactly this control. Raises NotAnswered."""
        if found.values is None:
            result = await actor.click(message, custom_id=found.token)
        else:
            result = await actor.select(message, values, custom_id=found.token)
        return _answered(result, found.token)

    async def panel(self, actor: MemberActor) -> InteractionResult:
        """Press the public button «Night»; the private panel is in `result.response`."""
        return await self.press(actor, Press.NIGHT)

    async def choose(self, actor: MemberActor, seat: SeatNo | int | None) -> InteractionResult:
        """Open the night panel and choose a seat in it, or (None) refuse to act."""
        opened = (await self.panel(actor)).response
        assert opened is not None
        return await self.press(actor, Press.REFUSE if seat is None else Press.TARGET, seat or 0, on=opened)

    async def order(self, actor: MemberActor, seats: list[int] | tuple[int, ...]) -> InteractionResult:
        """Open the night panel and name the seats one slot after another; the last answer."""
        result = await self.panel(actor)
        opened = result.response
        assert opened is not None
        for slot, seat in enumerate(seats, start=1):
            found = world.offer(opened, Press.ORDER, slot)
            result = await self.touch(actor, opened, found, [str(seat)])
        return result

    async def advance(self, seconds: float) -> None:
        """Let virtual time pass."""
        await self.env.advance_time(seconds)

    async def to_next_deadline(self) -> None:
        """Let the open step run out, and no more."""
        deadline = due(self.game)
        assert deadline is not None, "the game waits for people alone"
        grace = ARRIVAL_GRACE if deadline.by_arrival else 0.0
        await self.advance(max(0.0, deadline.at + grace - self.env.now().timestamp()) + 0.001)

    async def restart(self) -> None:
        """Stop the bot between two events and start another one on the same database."""
        self.bot = self._new_bot()
        await self.env.restart_bot(self.bot)

    async def crash(self, downtime: float = 0.0, meanwhile: Callable[[], object] = lambda: None) -> None:
        """Kill the bot where it stands, let `downtime` virtual seconds pass, start another one."""
        # Nothing that a dying bot still tries may reach Discord.
        self.env.inject_error("*", "*", status=503, times=None)
        await self.env.shutdown()
        with warnings.catch_warnings():
            # The killed bot gives no connection back; what it held is dropped here and nowhere later.
            warnings.simplefilter("ignore", SAWarning)
            gc.collect()
        self.env.backend.faults.clear()
        meanwhile()
        self.env._move_clock(self.env._virtual_time + downtime)
        self.bot = self._new_bot()
        self.env.bot = self.bot
        await self.env.start()

    def _new_bot(self) -> MafiaBot:
        return MafiaBot(
            self.config,
            self.store,
            sleep=self._sleep,
            dice=self.dice,
            steady=lambda: self.env._virtual_time,
            rate=None,
        )

    async def _sleep(self, seconds: float) -> None:
        """A wait that virtual time alone can end."""
        await self.env.external_wait(asyncio.sleep(seconds), reason="game timer")

    def _speak(self, event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            payload.update(locale=self.locale, guild_locale=self.locale)

    def _channel(self, channel_id: int) -> ChannelHandle:
        return ChannelHandle(self.env, self.guild, self.env.backend.channels[channel_id])


def _answered(result: InteractionResult, what: str) -> InteractionResult:
    if not result.acknowledged:
        raise NotAnswered(what)
    return result
