"""A loopback stand-in for Discord: its REST routes and one gateway, for a bot in a process of its own.

Rules and state are the simulator's; here are only the wire and the real clock. People act on it by hand.
"""

import asyncio
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import discord
from aiohttp import WSMsgType, web
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError
from simcord.http import router
from simcord.http import routes as _routes  # noqa: F401  # importing registers the routes
from simcord.interactions import base_payload

APPLICATION_COMMAND, COMPONENT = 2, 3
HELLO, HEARTBEAT, HEARTBEAT_ACK, IDENTIFY, RESUME, INVALID_SESSION = 10, 1, 11, 2, 6, 9


class _RealClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Real time goes on by itself."""


class StandIn:
    """Use as `async with StandIn() as standin`; `port` is where it listens on 127.0.0.1."""

    def __init__(self) -> None:
        self.backend = Backend(clock=_RealClock())  # type: ignore[arg-type]
        self.sockets: set[web.WebSocketResponse] = set()
        self.ready = asyncio.Event()
        self.port = 0
        self._sequence = 0
        self._runner: web.AppRunner

    async def __aenter__(self) -> "StandIn":
        app = web.Application(client_max_size=2**24)
        app.router.add_get("/gateway/", self._gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._request)
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.backend.subscribers.append(self._dispatch)
        return self

    async def __aexit__(self, *_: object) -> None:
        for socket in list(self.sockets):
            await socket.close()
        await self._runner.cleanup()

    async def _request(self, request: web.Request) -> web.Response:
        path = "/" + request.match_info["path"]
        body: Any = None
        if request.content_type == "multipart/form-data":
            async for part in await request.multipart():
                if part.name == "payload_json":  # type: ignore[union-attr]
                    body = json.loads(await part.read(decode=True))  # type: ignore[union-attr]
        elif request.can_read_body:
            body = await request.json()
        if path.startswith("/gateway"):
            return _answer(200, {"url": f"ws://127.0.0.1:{self.port}/gateway/", "shards": 1})
        if path == "/users/@me":
            return _answer(200, dict(serializers.user_payload(self.backend.bot_user)))
        try:
            found = router.dispatch(
                self.backend, request.method, path, json=body, params=dict(request.query), files=[]
            )
        except BackendError as error:
            return _answer(error.status, error.to_json())
        return web.Response(status=204) if found is None else _answer(200, found)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=2**24)
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 41250}})
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    await self._hear(socket, json.loads(frame.data))
        finally:
            self.sockets.discard(socket)
            if not self.sockets:
                self.ready.clear()
        return socket

    async def _hear(self, socket: web.WebSocketResponse, frame: dict[str, Any]) -> None:
        if frame["op"] == HEARTBEAT:
            await socket.send_json({"op": HEARTBEAT_ACK})
        elif frame["op"] == RESUME:
            await socket.send_json({"op": INVALID_SESSION, "d": False})
        elif frame["op"] == IDENTIFY:
            backend = self.backend
            await self._send(
                socket,
                "READY",
                {
                    "v": 10,
                    "user": dict(serializers.user_payload(backend.bot_user)),
                    "guilds": [{"id": str(guild), "unavailable": True} for guild in backend.guilds],
                    "session_id": "standin",
                    "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway/",
                    "application": {"id": str(backend.application_id), "flags": 0},
                },
            )
            for guild in list(backend.guilds.values()):
                await self._send(socket, "GUILD_CREATE", serializers.guild_create_payload(backend, guild))
            self.sockets.add(socket)
            self.ready.set()

    def _dispatch(self, event: str, payload: Mapping[str, Any]) -> None:
        frame = json.dumps({"op": 0, "t": event, "s": self._next(), "d": payload}, default=_plain)
        for socket in self.sockets:
            asyncio.ensure_future(socket.send_str(frame)).add_done_callback(_forget)

    async def _send(self, socket: web.WebSocketResponse, event: str, payload: Any) -> None:
        await socket.send_str(
            json.dumps({"op": 0, "t": event, "s": self._next(), "d": payload}, default=_plain)
        )

    def _next(self) -> int:
        self._sequence += 1
        return self._sequence

    async def command(self, user: int, channel: int, guild: int, path: str, **options: Any) -> bool:
        """Give a slash command, options by name as text; whether it was answered within Discord's time."""
        names = path.split()
        command = next(c for c in self.backend.commands[None].values() if c["name"] == names[0])
        given = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
        if len(names) > 1:
            given = [{"name": names[1], "type": 1, "options": given}]
        data = {"id": str(command["id"]), "name": names[0], "type": 1, "options": given}
        return await self._interact(APPLICATION_COMMAND, user, channel, guild, data)

    async def press(self, user: int, message: Any, guild: int, token: str, *values: str) -> bool:
        """Press a button, or choose in a menu; whether it was answered within Discord's time."""
        data: dict[str, Any] = {"custom_id": token, "component_type": 3 if values else 2}
        if values:
            data["values"] = list(values)
        extra = {"message": dict(serializers.message_payload(self.backend, message))}
        return await self._interact(COMPONENT, user, message.channel_id, guild, data, extra)

    async def _interact(
        self,
        kind: int,
        user: int,
        channel: int,
        guild: int,
        data: dict[str, Any],
        extra: dict[str, Any] | None = None,
    ) -> bool:
        record, payload = base_payload(
            self.backend, type=kind, channel_id=channel, guild_id=guild, user_id=user, data=data
        )
        if extra is not None:
            record.source_message_id = int(extra["message"]["id"])
            payload.update(extra)
        self.backend.emit("INTERACTION_CREATE", {**payload, "locale": "ru", "guild_locale": "ru"})
        for _ in range(30):
            await asyncio.sleep(0.1)
            if record.responded:
                return True
        return False


def _answer(status: int, body: Any) -> web.Response:
    # discord.py reads JSON only from exactly this type, without a charset.
    data = json.dumps(body, default=_plain).encode()
    return web.Response(status=status, body=data, headers={"Content-Type": "application/json"})


def _plain(value: Any) -> Any:
    return int(value) if isinstance(value, (int, discord.enums.Enum)) else str(value)


def _forget(task: "asyncio.Future[None]") -> None:
    if not task.cancelled():
        task.exception()
