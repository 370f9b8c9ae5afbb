"""The gate before the simulator's page: what it passes on, what it carries over, whom it tells."""

import asyncio
import socket
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from mafia_bot.demo.gate import Gate, unchanged

BUTTON = [{"components": [{"custom_id": "a"}]}]
OTHER = [{"components": [{"custom_id": "b"}]}]
BESIDE = [{"components": [{"custom_id": "a"}, {"custom_id": "new"}]}]


def state(revision: int, components: Any = BUTTON, modal: Any = None) -> dict[str, Any]:
    return {
        "context": {"id": "page"},
        "publishedRevision": revision,
        "viewerId": "42",
        "messages": {"7": {"components": components}},
        "modal": modal,
    }


class Page:
    """The simulator's side of the protocol: one state, and what was asked of it."""

    def __init__(self) -> None:
        self.state = state(1)
        self.acted: list[dict[str, Any]] = []
        self.origins: list[str | None] = []
        self.url = ""

    async def show(self, _request: web.Request) -> web.Response:
        return web.json_response(self.state)

    async def act(self, request: web.Request) -> web.Response:
        self.acted.append(await request.json())
        self.origins.append(request.headers.get("Origin"))
        return web.json_response({})

    async def home(self, _request: web.Request) -> web.Response:
        return web.Response(text="<head></head>", content_type="text/html")


@pytest.fixture
async def page() -> AsyncIterator[Page]:
    found = Page()
    app = web.Application()
    app.router.add_get("/api/state", found.show)
    app.router.add_post("/api/action", found.act)
    app.router.add_get("/", found.home)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    found.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield found
    await runner.cleanup()


@pytest.fixture
async def browser() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(headers={"X-Simcord-Context": "page"}) as session:
        yield session


def press(revision: int, kind: str = "click") -> dict[str, Any]:
    return {
        "kind": kind,
        "target_id": "7",
        "control_key": "message:7:component:0.components.0",
        "published_revision": revision,
    }


async def test_the_page_keeps_its_capability_and_gets_the_script(
    page: Page, browser: aiohttp.ClientSession
) -> None:
    async with Gate(f"{page.url}/#secret") as gate:
        address, capability = gate.url.split("/#")
        assert capability == "secret"
        assert "follow.js" in await (await browser.get(address + "/")).text()
        assert "nameMentions" in await (await browser.get(address + "/follow.js")).text()


@pytest.mark.parametrize(("components", "carried"), [(BUTTON, 2), (BESIDE, 2), (OTHER, 1), ([], 1)])
async def test_a_press_on_an_older_page_counts_if_what_was_pressed_is_the_same(
    page: Page, browser: aiohttp.ClientSession, components: Any, carried: int
) -> None:
    async with Gate(f"{page.url}/#secret") as gate:
        address = gate.url.split("/#")[0]
        await browser.get(address + "/api/state")
        page.state = state(2, components)
        await browser.post(address + "/api/action", json=press(1), headers={"Origin": address})
        assert page.acted[0]["published_revision"] == carried
        assert page.origins == [page.url]


async def test_whoever_presses_plays_by_hand_and_whoever_looks_does_not(
    page: Page, browser: aiohttp.ClientSession
) -> None:
    played: list[int] = []
    async with Gate(f"{page.url}/#secret", played.append) as gate:
        address = gate.url.split("/#")[0] + "/api/action"
        await browser.post(address, json=press(1, "switch_viewer"))
        assert played == []
        await browser.post(address, json=press(1))
        assert played == [42]


async def test_a_press_waits_until_the_driver_lets_go(page: Page, browser: aiohttp.ClientSession) -> None:
    async with Gate(f"{page.url}/#secret") as gate:
        address = gate.url.split("/#")[0] + "/api/action"
        async with gate.lock:
            pressing = asyncio.create_task(browser.post(address, json=press(1)).__aenter__())
            await asyncio.sleep(0.1)
            assert page.acted == []
        await pressing
        assert len(page.acted) == 1


async def test_a_port_that_is_taken_is_an_error_of_the_system(page: Page) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OSError, match="address already in use"):
            await Gate(f"{page.url}/#secret", port=taken.getsockname()[1]).__aenter__()


def test_a_form_is_the_same_only_while_it_is_the_same_form() -> None:
    old = state(1, modal={"handle": "x"})
    assert unchanged({"kind": "modal_submit"}, old, state(2, modal={"handle": "x"}))
    assert not unchanged({"kind": "modal_submit"}, old, state(2, modal={"handle": "y"}))
    assert not unchanged({"kind": "modal_submit"}, old, state(2))
    assert unchanged({"kind": "send_message"}, old, state(2))
