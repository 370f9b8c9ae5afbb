"""What Discord's answers say beside their content: their status and their limits. It sends nothing."""

from collections.abc import Callable, Mapping
from types import SimpleNamespace

import aiohttp
import msgspec


class Reply(msgspec.Struct, frozen=True):
    """The head of an answer. `path` is whole, behind the host; the limits are `None` where none are told.

    `reset_after` and `retry_after` are seconds; `everywhere`: refused by the limit of the whole bot.
    """

    method: str
    path: str
    status: int
    limit: int | None = None
    remaining: int | None = None
    reset_after: float | None = None
    retry_after: float | None = None
    everywhere: bool = False


class Wire:
    """Listens to every answer that the client gets, in the moment it arrives."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[Reply], None]] = []

    def listen(self, listener: Callable[[Reply], None]) -> None:
        """Tell this listener of every answer. It may not raise or wait."""
        self._listeners.append(listener)

    def heard(self, reply: Reply) -> None:
        """Pass an answer on."""
        for listener in self._listeners:
            listener(reply)

    def trace(self) -> aiohttp.TraceConfig:
        """What the client needs to let us listen (its option `http_trace`)."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._ended)
        return config

    async def _ended(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        self.heard(reply_of(end.method, end.url.path, end.response.status, end.response.headers))


def reply_of(method: str, path: str, status: int, headers: Mapping[str, str]) -> Reply:
    """An answer's head in values; a header that cannot be read counts as absent."""

    def number(name: str) -> float | None:
        try:
            return float(headers[name])
        except (KeyError, ValueError):
            return None

    limit, remaining = number("X-RateLimit-Limit"), number("X-RateLimit-Remaining")
    return Reply(
        method,
        path,
        status,
        limit=None if limit is None else int(limit),
        remaining=None if remaining is None else int(remaining),
        reset_after=number("X-RateLimit-Reset-After"),
        retry_after=number("Retry-After"),
        everywhere="X-RateLimit-Global" in headers,
    )
