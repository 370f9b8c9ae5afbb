"""kill -9 at twelve moments of an evening of the real process: it comes back, and the evening ends well."""

import asyncio
import os
import random
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import discord
import pytest

from mafia_bot.engine.controls import Press
from mafia_bot.rulesets import load
from mafia_bot.rulesets.files import written
from tests.trial.standin import StandIn

CHECKOUT = str(Path(__file__).resolve().parents[2])
TOKEN = "MTIzNDU2.trial.trial"
SEATS = 4
KILLS = 12
LONGEST = 420.0

# The gateway is no setting of the product's; only this trial has another one than Discord's.
START = """
import sys, yarl, discord.gateway
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sys.argv.pop(1))
from mafia_bot.cli import app
app()
"""


class Process:
    """`mafia-bot run`, killed and started again at will."""

    def __init__(self, standin: StandIn, environment: dict[str, str]) -> None:
        self._standin, self._environment = standin, environment
        self._running: asyncio.subprocess.Process | None = None
        self.log = b""

    async def start(self) -> None:
        gateway = f"ws://127.0.0.1:{self._standin.port}/gateway/"
        self._running = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            START,
            gateway,
            "run",
            env={**os.environ, **self._environment},
            stderr=asyncio.subprocess.PIPE,
            cwd=CHECKOUT,
        )
        self._reading = asyncio.ensure_future(self._read())

    async def kill(self, number: int = signal.SIGKILL) -> None:
        assert self._running is not None
        if self._running.returncode is None:
            self._running.send_signal(number)
        await self._running.wait()
        await self._reading

    async def _read(self) -> None:
        assert self._running is not None
        assert self._running.stderr is not None
        while line := await self._running.stderr.readline():
            self.log += line


class Town:
    """A server with four people at a table, an admin, and hands that press whatever is offered to them."""

    def __init__(self, standin: StandIn, database_url: str) -> None:
        self.standin, self.url = standin, database_url
        backend = standin.backend
        owner = backend.make_user("owner")
        self.guild = backend.create_guild("Club", owner_id=owner.id).id
        everything = discord.Permissions.all()
        everything.administrator = False
        role = backend.create_role(self.guild, "bot", permissions=everything.value)
        backend.add_member(self.guild, backend.bot_user.id, roles=[role.id])
        staff = backend.create_role(
            self.guild, "staff", permissions=discord.Permissions(manage_guild=True, mute_members=True).value
        )
        self.admin = self._member("admin", staff.id)
        self.seats = [self._member(f"seat{number}") for number in range(1, SEATS + 1)]
        self.general = backend.create_channel(self.guild, "general", type=0).id

    def _member(self, name: str, *roles: int) -> int:
        user = self.standin.backend.make_user(name)
        self.standin.backend.add_member(self.guild, user.id, roles=list(roles))
        return int(user.id)

    def channel(self, kind: int, part: str) -> Any:
        found = (c for c in self.standin.backend.channels.values() if c.type == kind and c.name != "general")
        return next((c for c in found if part in (c.name or "").casefold()), None)

    def boards(self) -> list[Any]:
        """Messages of all channels that carry controls, oldest first."""
        backend = self.standin.backend
        return [
            message
            for channel in list(backend.channels)
            for _, message in sorted(backend.messages.get(channel, {}).items())
            if message.components and not message.is_ephemeral
        ]

    def offers(self, press: Press) -> list[tuple[Any, dict[str, Any]]]:
        """Every control of that kind that stands anywhere, newest last."""
        return [
            (message, part)
            for message in self.boards()
            for row in message.components
            for part in row.get("components", [])
            if str(part.get("custom_id", "")).startswith(f"mafia:{press}:") and not part.get("disabled")
        ]

    def heard(self) -> list[int]:
        """Seats that can be heard."""
        states = self.standin.backend.guilds[self.guild].voice_states
        return [n for n, user in enumerate(self.seats, 1) if user in states and not states[user].mute]

    async def press(self, seat: int, press: Press, *values: str) -> None:
        found = self.offers(press)
        if found:
            message, part = found[-1]
            await self.standin.press(self.seats[seat - 1], message, self.guild, part["custom_id"], *values)

    async def ask(self, query: str) -> list[Any]:
        connection = await asyncpg.connect(self.url)
        try:
            return list(await connection.fetch(query))
        finally:
            await connection.close()


@pytest.fixture
async def standin() -> AsyncIterator[StandIn]:
    async with StandIn() as found:
        yield found


def quick_rules(directory: Path) -> None:
    """«Masks» in which an evening takes a minute."""
    masks = load()["masks"]
    circle = masks.circle.model_copy(update={"speech_seconds": 6.0})
    vote = masks.vote.model_copy(update={"window_seconds": 6.0})
    plans = {
        name: tuple(step.model_copy(update={"seconds": 2.0}) for step in getattr(masks.night, name))
        for name in ("first", "later")
    }
    farewell = masks.farewell.model_copy(update={"vote_seconds": 3.0, "night_seconds": 3.0})
    trial = masks.model_copy(
        update={
            "id": "trial",
            "name": "Trial",
            "circle": circle,
            "vote": vote,
            "night": masks.night.model_copy(update=plans),
            "farewell": farewell,
        }
    )
    (directory / "trial.toml").write_text(written(trial), encoding="utf-8")


async def until(town: Town, done: Any, act: Any, seconds: float = 60.0) -> None:
    """Do it again and again until it is so: the process may be down, or die over it."""
    for _ in range(int(seconds * 2)):
        if done():
            return
        if town.standin.ready.is_set():
            await act()
        await asyncio.sleep(0.5)
    raise AssertionError("it never came to be")


async def begin(town: Town) -> None:
    standin, backend = town.standin, town.standin.backend
    await standin.ready.wait()
    for _ in range(100):
        if backend.commands.get(None):
            break
        await asyncio.sleep(0.2)
    await until(
        town,
        lambda: town.channel(2, "стол") is not None and town.channel(0, "стол") is not None,
        lambda: standin.command(town.admin, town.general, town.guild, "setup", language="ru"),
    )
    chat = town.channel(0, "стол").id
    await until(
        town,
        lambda: bool(town.offers(Press.JOIN)),
        lambda: standin.command(town.admin, chat, town.guild, "lobby open", ruleset="trial"),
    )
    for number, user in enumerate(town.seats, 1):
        backend.set_voice_state(town.guild, user, town.channel(2, "стол").id)
        await town.press(number, Press.JOIN)
    await until(
        town,
        lambda: bool(town.offers(Press.NIGHT)),
        lambda: standin.command(town.admin, chat, town.guild, "game start"),
    )


async def live(town: Town) -> None:
    """Everybody ends their speech, the first of day 2 names the mafia, and all vote for it."""
    while True:
        await asyncio.sleep(0.3)
        rows = await town.ask("SELECT id, status FROM games")
        if rows and rows[0]["status"] not in ("lobby", "running"):
            return
        dealt = await town.ask("SELECT data FROM journal WHERE kind = 'CardDealt'")
        cards = [__import__("json").loads(row["data"]) for row in dealt]
        mafia = next((card["seat"] for card in cards if card["role"] == "mafia"), None)
        circles = await town.ask("SELECT count(*) AS n FROM journal WHERE kind = 'DayBroke'")
        speaking = town.heard()
        if mafia is not None and len(speaking) == 1:
            seat = speaking[0]
            if circles[0]["n"] >= 2:
                target = mafia if seat != mafia else mafia % SEATS + 1
                await town.press(seat, Press.NOMINATE, str(target))
            await town.press(seat, Press.THANKS)
        for message, part in town.offers(Press.VOTE):
            if part["custom_id"].endswith(f":{mafia}"):
                for number, user in enumerate(town.seats, 1):
                    if number != mafia:
                        await town.standin.press(user, message, town.guild, part["custom_id"])


async def test_twelve_deaths_of_the_process_in_one_evening(
    standin: StandIn, database_url: str, tmp_path: Path
) -> None:
    quick_rules(tmp_path)
    town = Town(standin, database_url)
    process = Process(
        standin,
        {
            "MAFIA_BOT__DISCORD__TOKEN": TOKEN,
            "MAFIA_BOT__DISCORD__API_BASE": f"http://127.0.0.1:{standin.port}/api/v10",
            "MAFIA_BOT__DATABASE__URL": database_url,
            "MAFIA_BOT__RULES__DIRECTORY": str(tmp_path),
            "MAFIA_BOT__LOG__LEVEL": "info",
        },
    )
    dice = random.Random(12)
    await process.start()
    try:
        await asyncio.wait_for(begin(town), 40)
        evening = asyncio.ensure_future(live(town))
        for _ in range(KILLS):
            await asyncio.wait({evening}, timeout=dice.uniform(0.5, 7.0))
            await process.kill()
            await process.start()
            await asyncio.wait_for(standin.ready.wait(), 40)
        await asyncio.wait_for(evening, LONGEST)
        await asyncio.sleep(6)
    except BaseException:
        print(process.log.decode()[-6000:])  # noqa: T201
        raise
    finally:
        await process.kill(signal.SIGTERM)
    [game] = await town.ask("SELECT id, status, winners, reason FROM games")
    assert (game["status"], game["winners"], game["reason"]) == ("finished", '["town"]', "town")
    assert [r["won"] for r in await town.ask("SELECT won FROM results WHERE role = 'mafia'")] == [False]
    assert await town.ask("SELECT * FROM mute_ledger") == []
    members = standin.backend.guilds[town.guild].members
    assert [user for user in town.seats if members[user].mute] == []
    assert [m.embeds[0]["title"] for m in town.boards() if m.embeds] == [], "a page was left open"
    chat = standin.backend.messages[town.channel(0, "стол").id].values()
    sheets = [m for m in chat if "протокол" in (m.content or "").casefold()]
    assert len(sheets) == 1
    assert b"Traceback" not in process.log, process.log.decode()[-6000:]
