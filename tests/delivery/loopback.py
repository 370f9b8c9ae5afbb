"""A loopback server that takes member edits as Discord does: limits in its headers, 429, errors, silence."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable

import discord
from aiohttp import web

Answer = Callable[[], Awaitable[web.Response]]


class Loopback:
    """`limit` edits in `window` seconds. `arrived` are the edits taken: (user, muted, seconds).

    `faults` answer the next requests instead, one each.
    """

    def __init__(self, limit: int = 5, window: float = 1.0, latency: float = 0.02) -> None:
        self.limit, self.window, self.latency = limit, window, latency
        self.arrived: list[tuple[int, bool, float]] = []
        self.refused = self.in_flight = self.peak = 0
        self.faults: list[Answer] = []
        self.client: discord.Client
        self._used, self._opened, self._began = 0, float("-inf"), time.monotonic()

    async def __aenter__(self) -> "Loopback":
        app = web.Application()
        app.router.add_get("/users/@me", self._me)
        app.router.add_patch("/guilds/{guild}/members/{user}", self._edit)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.base = f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}"  # type: ignore[union-attr]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    async def _me(self, _request: web.Request) -> web.Response:
        return _json({"id": "1", "username": "bot", "discriminator": "0", "avatar": None})

    async def _edit(self, request: web.Request) -> web.Response:
        body, user = await request.json(), int(request.match_info["user"])
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        try:
            await asyncio.sleep(self.latency / 2)
            if self.faults:
                return await self.faults.pop(0)()
            now = time.monotonic()
            if now - self._opened >= self.window:
                self._opened, self._used = now, 0
            left = self._opened + self.window - now
            if self._used >= self.limit:
                self.refused += 1
                return self._limited(left)
            self._used += 1
            self.arrived.append((user, body["mute"], now - self._began))
            reply = _json({}, headers=self._heads(left))
            await asyncio.sleep(self.latency / 2)
            return reply
        finally:
            self.in_flight -= 1

    def _heads(self, left: float) -> dict[str, str]:
        return {
            "Via": "1.1 google",
            "X-RateLimit-Bucket": "members",
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.limit - self._used),
            "X-RateLimit-Reset-After": f"{left:.3f}",
        }

    def _limited(self, left: float, everywhere: bool = False) -> web.Response:
        heads = {**self._heads(left), "Retry-After": f"{left:.3f}"}
        if everywhere:
            heads["X-RateLimit-Global"] = "true"
        body = {"message": "limited", "retry_after": left, "global": everywhere}
        return _json(body, status=429, headers=heads)

    async def everywhere(self) -> web.Response:
        """A fault: the limit of the whole bot is reached for a moment."""
        return self._limited(0.3, everywhere=True)

    async def broken(self) -> web.Response:
        """A fault: an error after which the client would ask again by itself."""
        return _json({"message": "broken"}, status=500)

    async def silent(self) -> web.Response:
        """A fault: no answer."""
        await asyncio.sleep(30)
        return web.Response(status=204)


def _json(content: object, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """discord.py reads JSON only under this very type, without a charset."""
    heads = {**(headers or {}), "Content-Type": "application/json"}
    return web.Response(body=json.dumps(content).encode(), status=status, headers=heads)
