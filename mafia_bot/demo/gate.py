"""The door before the simulator's page: presses wait for the driver, outlive a refresh, and tell who played.

Speaks only the page's own HTTP protocol (version 3); knows no game.
"""

import asyncio
import json
from collections.abc import Callable
from importlib.resources import files
from types import TracebackType
from typing import Any, Self

from aiohttp import ClientSession, web

PRESSES = frozenset({"click", "select", "modal_submit", "run_command", "send_message"})
"""What counts as playing; looking through other eyes does not."""

HOP = frozenset({"content-length", "transfer-encoding", "content-encoding", "connection", "date", "server"})
"""Headers that belong to one connection and are not passed on."""

REMEMBERED = 64
"""Published states kept for presses that were made on an older page."""

SCRIPT = b'<script src="/follow.js" defer></script></head>'


class Gate:
    """Use as `async with Gate(preview.url) as gate`, then open `gate.url`.

    `lock` has to be held around every operation on the simulator. `on_press` hears the user id of whoever a
    person played for. Raises OSError if the port (0: any) is taken.
    """

    def __init__(
        self, preview_url: str, on_press: Callable[[int], None] = lambda user: None, port: int = 0
    ) -> None:
        self._inner, self._capability = preview_url.split("/#")
        self.lock = asyncio.Lock()
        self._on_press, self._port = on_press, port
        self._seen: dict[tuple[str, int], dict[str, Any]] = {}
        self._session: ClientSession
        self._runner: web.AppRunner
        self.url = ""

    async def __aenter__(self) -> Self:
        self._session = ClientSession()
        app = web.Application(client_max_size=32 << 20)
        app.router.add_get("/follow.js", self._script)
        app.router.add_post("/api/action", self._action)
        app.router.add_route("*", "/{path:.*}", self._pass)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        except OSError:
            await self.__aexit__(None, None, None)
            raise
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}/#{self._capability}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._runner.cleanup()
        await self._session.close()

    async def _script(self, _request: web.Request) -> web.Response:
        text = files(__package__).joinpath("follow.js").read_text(encoding="utf-8")
        return web.Response(text=text, content_type="application/javascript")

    async def _pass(self, request: web.Request) -> web.Response:
        return await self._forward(request, await request.read())

    async def _action(self, request: web.Request) -> web.Response:
        body = await request.read()
        async with self.lock:
            if request.content_type == "application/json":
                body = await self._carried(request, json.loads(body))
            return await self._forward(request, body)

    async def _forward(self, request: web.Request, body: bytes) -> web.Response:
        address = self._inner + request.path_qs
        headers = self._headers(request)
        async with self._session.request(
            request.method, address, headers=headers, data=body or None
        ) as answer:
            data = await answer.read()
            if request.path == "/":
                data = data.replace(b"</head>", SCRIPT)
            if answer.status == 200 and request.path in {"/api/state", "/api/pages"}:
                self._remember(json.loads(data))
            kept = {name: value for name, value in answer.headers.items() if name.lower() not in HOP}
            return web.Response(status=answer.status, body=data, headers=kept)

    def _headers(self, request: web.Request) -> dict[str, str]:
        kept = {
            name: value
            for name, value in request.headers.items()
            if name.lower().startswith("x-simcord") or name.lower() == "content-type"
        }
        return kept | ({"Origin": self._inner} if "Origin" in request.headers else {})

    def _remember(self, state: dict[str, Any]) -> None:
        key = (state["context"]["id"], state["publishedRevision"])
        self._seen.pop(key, None)
        self._seen[key] = state
        while len(self._seen) > REMEMBERED:
            del self._seen[next(iter(self._seen))]

    async def _carried(self, request: web.Request, body: dict[str, Any]) -> bytes:
        """A press made on an older page still counts, if what was pressed is the same on the newest."""
        async with self._session.get(self._inner + "/api/state", headers=self._headers(request)) as answer:
            now = await answer.json() if answer.status == 200 else None
        if now is not None:
            if body.get("kind") in PRESSES:
                self._on_press(int(now["viewerId"]))
            page = request.headers.get("X-Simcord-Context", "")
            old = self._seen.get((page, body.get("published_revision", -1)))
            if old is not None and now["context"] == old["context"] and unchanged(body, old, now):
                body["published_revision"] = now["publishedRevision"]
        return json.dumps(body).encode()


def unchanged(body: dict[str, Any], old: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether what an action is aimed at is the same in two published states."""
    if body.get("kind") in {"click", "select"}:
        target = str(body.get("target_id"))
        path = str(body.get("control_key")).partition(":component:")[2]
        before = _at(old["messages"].get(target, {}).get("components"), path)
        return before is not None and before == _at(now["messages"].get(target, {}).get("components"), path)
    if body.get("kind") == "modal_submit":
        return (old["modal"] or {}).get("handle") == (now["modal"] or {}).get("handle")
    return True


def _at(components: Any, path: str) -> Any:
    """The component at a path such as `0.components.1`, or None."""
    found = components
    for part in path.split("."):
        try:
            found = found[int(part)] if isinstance(found, list) else found[part]
        except (IndexError, KeyError, TypeError, ValueError):
            return None
    return found
