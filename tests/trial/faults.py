"""One fault at one call of an evening, on either side of the bot: Discord's requests, or the database's.

The parts that fail are the simulator's and the driver's; ours run as they are.
"""

import asyncio
import contextvars
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from enum import StrEnum
from typing import Any

import simcord
from msgspec import Struct
from simcord.backend.errors import BackendError
from simcord.http import router
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter, _raise_for
from sqlalchemy import Executable
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from mafia_bot.store.database import Database, Parameters, Row

HANG_SECONDS = 5.0
STEP_SECONDS = 0.5
REAL_SECONDS = 0.01
"""The real time after which the simulator's goes on by a step while a call hangs."""


class Side(StrEnum):
    """Whose call it is."""

    REST = "rest"
    STORE = "store"


class Kind(StrEnum):
    """Nothing is done and an error comes back; it is done 5 s late; it is done and the process dies."""

    ERROR = "error"
    HANG = "hang"
    DEATH = "death"


class Fault(Struct, frozen=True):
    """The call number `at` (from 1) of a side goes wrong in this way."""

    side: Side
    kind: Kind
    at: int


class Fate:
    """Counts the calls of both sides and lets one of them go wrong. `hang` waits in the simulator's time.

    `armed` once the bot has started: one that cannot start says why and ends.
    """

    def __init__(self, fault: Fault | None) -> None:
        self.fault, self.dead, self.armed, self.fired = fault, False, False, ""
        self.calls = {Side.REST: 0, Side.STORE: 0}
        self.hang: Callable[[], Awaitable[None]] = _nothing

    async def meet(
        self, side: Side, what: object, call: Callable[[], Awaitable[Any]], wrong: Callable[[], Exception]
    ) -> Any:
        """Make the call, unless this is the one; after a death none is made."""
        if self.dead:
            raise wrong()
        if not self.armed:
            return await call()
        self.calls[side] += 1
        fault = self.fault
        if fault is None or fault.side is not side or fault.at != self.calls[side]:
            return await call()
        self.fired = str(what)[:60]
        if fault.kind is Kind.ERROR:
            raise wrong()
        if fault.kind is Kind.HANG:
            await self.hang()
            return await call()
        found = await call()
        self.dead = True
        return found

    def born_again(self) -> None:
        """Another process has been started."""
        self.dead = False


class FaultyDatabase(Database):
    """The real database, reached through a fate."""

    fate: Fate

    async def rows(self, statement: Executable, values: Parameters | None = None) -> list[Row]:
        call = super().rows
        return await self._meet(statement, lambda: call(statement, values))

    async def row(self, statement: Executable, values: Parameters | None = None) -> Row | None:
        call = super().row
        return await self._meet(statement, lambda: call(statement, values))

    async def run(self, statement: Executable, values: Parameters | None = None) -> int:
        call = super().run
        return await self._meet(statement, lambda: call(statement, values))

    @asynccontextmanager
    async def transaction(self, *, snapshot: bool = False) -> AsyncIterator[AsyncConnection]:
        """A transaction is one call: an error comes at its end and undoes it, a death comes after it."""
        async with super().transaction(snapshot=snapshot) as connection:
            yield connection
            if self._next_is(Kind.ERROR) or self.fate.dead:
                await self._meet("transaction", _nothing)
        if not self._next_is(Kind.ERROR):
            await self._meet("transaction", _nothing)

    def _next_is(self, kind: Kind) -> bool:
        fault = self.fate.fault
        return (
            fault is not None
            and (fault.side, fault.kind) == (Side.STORE, kind)
            and fault.at == self.fate.calls[Side.STORE] + 1
        )

    async def _meet(self, what: object, call: Callable[[], Awaitable[Any]]) -> Any:
        return await self.fate.meet(Side.STORE, what, call, _connection_lost)


async def _nothing() -> None:
    return None


def _connection_lost() -> Exception:
    return OperationalError("a statement of the trial", None, ConnectionError("the connection was lost"))


def _no_answer() -> Exception:
    try:
        _raise_for(BackendError(503, 0, "no answer"))
    except Exception as error:
        return error
    raise AssertionError


class SlowCall:
    """A call that takes long. The simulator's time stands still for as long as anybody waits for something
    that is no timer, so it is moved on from outside meanwhile, step by step.
    """

    def __init__(self, env: simcord.Env) -> None:
        self._env, self._outside = env, contextvars.copy_context()

    async def __call__(self) -> None:
        """Wait until the time is over."""
        until = self._env._virtual_time + HANG_SECONDS
        over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        passing = self._outside.run(asyncio.create_task, self._pass(until, over))
        await over
        await passing

    async def _pass(self, until: float, over: asyncio.Future[None]) -> None:
        while self._env._virtual_time < until:
            await asyncio.sleep(REAL_SECONDS)
            self._env._move_clock(min(until, self._env._virtual_time + STEP_SECONDS))
        if not over.done():
            over.set_result(None)


def faulty_requests(fate: Fate) -> Callable[[], None]:
    """Let every request of the simulator's clients meet its fate. Returns what undoes it."""
    bare, hook = FakeHTTPClient.request, FakeWebhookAdapter.request

    async def request(self: FakeHTTPClient, route: Any, **options: Any) -> Any:
        what = f"{route.method} {route.path}"
        return await fate.meet(Side.REST, what, lambda: bare(self, route, **options), _no_answer)

    async def answer(self: FakeWebhookAdapter, route: Any, session: Any, **options: Any) -> Any:
        what = f"{route.method} {route.path}"
        return await fate.meet(Side.REST, what, lambda: hook(self, route, session, **options), _no_answer)

    FakeHTTPClient.request, FakeWebhookAdapter.request = request, answer  # type: ignore[method-assign,assignment]

    def undo() -> None:
        FakeHTTPClient.request, FakeWebhookAdapter.request = bare, hook  # type: ignore[method-assign]

    return undo


__all__ = ["Fate", "Fault", "FaultyDatabase", "Kind", "Side", "faulty_requests", "router"]
