"""Member edits over real HTTP: nothing waits inside the client, and nothing is sent that is overtaken."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterable

import discord
import pytest

from mafia_bot.delivery.budget import Budget
from mafia_bot.delivery.tasks import BackgroundTasks
from mafia_bot.delivery.trouble import Troubles
from mafia_bot.delivery.voice import flights as flying
from mafia_bot.delivery.voice.edits import Asked, Edits, _log
from mafia_bot.delivery.voice.flights import Flight
from mafia_bot.delivery.voice.patience import Outage
from mafia_bot.delivery.voice.plan import Rank, Wish
from mafia_bot.delivery.voice.problems import Problems
from mafia_bot.delivery.voice.standing import Standing
from mafia_bot.delivery.wire import Wire
from mafia_bot.engine.ids import GameId, UserId
from tests.delivery.loopback import Loopback

GUILD, CHANNEL = 10, 20


class Floor:
    """The smallest floor: who should be muted, and whom Discord's answers say to be."""

    def __init__(self, client: discord.Client, wire: Wire) -> None:
        self.tasks = BackgroundTasks(_log, "a test's edit")
        problems = Problems(Troubles(), GUILD)
        self.outage = Outage()
        self.standing = Standing(client, GUILD, now=time.monotonic, outage=self.outage, problems=problems)
        self.wanted: dict[UserId, Asked] = {}
        self.edits = Edits(
            client,
            GUILD,
            self.standing,
            now=time.monotonic,
            lots=random.Random(3),
            in_flight=flying.SLOTS,
            recheck=2.5,
            budget=Budget(now=time.monotonic),
            tasks=self.tasks,
            before=lambda _user, _mute: None,
            after=self._after,
            again=self.launch,
        )
        wire.listen(lambda reply: self.edits.replied(UserId(int(reply.path.rsplit("/", 1)[1])), reply))

    def wish(self, users: Iterable[int], mute: bool, rank: Rank = Rank.SEAT) -> None:
        """From now on this is wanted of these people, and is not so yet."""
        for user in users:
            self.wanted[UserId(user)] = Asked(Wish(mute, GameId(1), rank), CHANNEL)
        self.launch()

    def launch(self) -> None:
        self.edits.overdue()
        moments = self.edits.launch(self.wanted)
        if moments:
            self.tasks.run(self._again(min(moments)))

    async def _again(self, moment: float) -> None:
        await asyncio.sleep(max(0.0, moment - time.monotonic()))
        self.launch()

    async def _after(self, user: UserId, flight: Flight, outcome: object) -> None:
        # The event that confirms it.
        if flight.landed is not None:
            self.edits.flights.end(user, flight)
            if (asked := self.wanted.get(user)) is not None and asked.wish.mute is flight.mute:
                del self.wanted[user]
        self.launch()

    async def quiet(self, seconds: float = 5.0) -> None:
        """Until everything stands as wanted."""
        end = time.monotonic() + seconds
        while self.wanted:
            assert time.monotonic() < end, self.wanted
            await asyncio.sleep(0.01)


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with Loopback() as server:
        yield server


@pytest.fixture
async def floor(server: Loopback, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Floor]:
    monkeypatch.setattr(discord.http.Route, "BASE", server.base)
    wire = Wire()
    async with discord.Client(intents=discord.Intents(guilds=True), http_trace=wire.trace()) as client:
        await client.http.static_login("token")
        floor = Floor(client, wire)
        yield floor
        floor.tasks.stop()


async def test_a_dozen_goes_as_fast_as_the_limit_allows_and_is_never_refused(
    server: Loopback, floor: Floor
) -> None:
    floor.wish(range(1, 13), True)
    await floor.quiet()
    assert server.refused == 0
    assert server.peak <= flying.SLOTS
    moments = [moment for _, _, moment in server.arrived]
    assert sorted(user for user, _, _ in server.arrived) == list(range(1, 13))
    windows = [[m - moments[0] for m in moments[n : n + 5]] for n in (0, 5, 10)]
    assert windows[0][-1] < 0.5
    assert windows[1][0] >= 1.0
    assert windows[1][-1] < 1.5
    assert 2.0 <= windows[2][0] < 2.5


async def test_a_wish_that_was_overtaken_while_the_bucket_was_dry_is_never_sent(
    server: Loopback, floor: Floor
) -> None:
    floor.wish(range(1, 10), False)
    await asyncio.sleep(0.4)
    assert len(server.arrived) == 5
    late = [user for user in range(1, 10) if user not in {user for user, _, _ in server.arrived}]
    floor.wish(late, True)
    await floor.quiet()
    assert sorted(user for user, mute, _ in server.arrived if not mute) == sorted(
        set(range(1, 10)) - set(late)
    )
    assert sorted(user for user, mute, _ in server.arrived if mute) == late
    assert server.refused == 0


async def test_the_last_speaker_is_silenced_before_the_next_is_opened(server: Loopback, floor: Floor) -> None:
    floor.wish([1], True, Rank.HUSH)
    floor.wish([2], False, Rank.OPEN)
    await floor.quiet()
    (first, _, silenced), (second, _, opened) = server.arrived
    assert (first, second) == (1, 2)
    assert opened - silenced >= server.latency / 2, "not before the answer"


async def test_a_silence_that_is_not_answered_keeps_nobody_waiting_for_long(
    server: Loopback, floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flying, "LIMIT", 0.6)
    floor.wish([3], True)  # the client sends one alone until it has seen a limit
    await floor.quiet()
    server.faults.append(server.silent)
    began = time.monotonic()
    floor.wish([1], True, Rank.HUSH)
    floor.wish([2], False, Rank.OPEN)
    await asyncio.sleep(0.4)
    assert [user for user, _, _ in server.arrived] == [3, 2], "opened after a fifth of a second"
    await floor.quiet()
    assert server.arrived[-1][:2] == (1, True)
    assert 0.6 <= time.monotonic() - began < 1.5, "given up, and asked for again"


async def test_an_error_is_never_repeated_by_the_client_for_a_wish_of_before(
    server: Loopback, floor: Floor
) -> None:
    server.faults.append(server.broken)
    floor.wish([1], True)
    await asyncio.sleep(0.2)
    floor.wish([1], False)
    await floor.quiet()
    await asyncio.sleep(1.5)  # discord.py itself would ask again after a second
    assert [(user, mute) for user, mute, _ in server.arrived] == [(1, False)]


async def test_the_limit_of_the_whole_bot_stops_it_for_a_moment_and_not_for_good(
    server: Loopback, floor: Floor
) -> None:
    server.faults.append(server.everywhere)
    floor.wish([1], True)
    await floor.quiet(2.0)
    floor.wish([2, 3], True)
    await floor.quiet(2.0)
    assert next(user for user, _, _ in server.arrived) == 1
    assert sorted(user for user, _, _ in server.arrived) == [1, 2, 3]


async def test_an_edit_that_another_process_left_no_room_for_comes_back_to_us(
    server: Loopback, floor: Floor
) -> None:
    floor.wish([1], True)
    await floor.quiet()
    server._used = server.limit  # somebody else's edits
    floor.wish([2], True)
    await asyncio.sleep(0.1)
    assert server.refused == 1
    floor.wish([2], False)
    await floor.quiet(3.0)
    assert server.refused == 1
    assert [(user, mute) for user, mute, _ in server.arrived] == [(1, True), (2, False)]
