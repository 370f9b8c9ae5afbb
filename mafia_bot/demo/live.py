"""The demo that one watches: virtual time paced by the real one, with the table's page beside it."""

import asyncio
import contextlib

from rich.console import Console
from rich.live import Live as Picture
from simcord.backend.errors import SetupError
from simcord.preview import Preview

from mafia_bot import operator_texts as words
from mafia_bot.demo.evening import Evening, Report
from mafia_bot.demo.gate import Gate
from mafia_bot.demo.screen import Screen
from mafia_bot.engine.ids import UserId
from mafia_bot.engine.scene import speaker
from mafia_bot.engine.state import Ballot, Game, LiftVote, Night, NominationWindow, ShortNight

TICK = 0.05
"""Real seconds between two looks at the clock."""

SLOWEST_TICK = 0.5
"""Real seconds that one tick may count for, so that a machine that slept does not skip a speech."""

REFRESH, COUNTDOWN = 0.4, 1.5
"""Real seconds between two refreshes of the page: when something changed, and for countdowns alone."""

LOCALES = {"ru": "ru", "en": "en-US"}
"""The page's names of our languages."""

FOR_ALL = (Ballot, LiftVote, NominationWindow, Night, ShortNight)


class PageRefused(RuntimeError):
    """The page cannot be shown, with the simulator's own words."""


class Show:
    """`speed` is virtual seconds a real one. With `stays` the page is kept open after the game."""

    def __init__(self, evening: Evening, console: Console, speed: float, port: int, stays: bool) -> None:
        self._evening, self._console, self._speed = evening, console, speed
        self._port, self._stays = port, stays
        self._published = (-1, 0.0)

    async def run(self) -> Report:
        """Play, show, and hold the page open. Raises PageRefused, OSError, EveningFailed."""
        club, evening = self._evening.club, self._evening
        await evening.prepare()
        try:
            locale = LOCALES[club.locale]
            page = club.env.preview(club.chat, viewers=club.seats, layout="channel", locale=locale)
        except SetupError as problem:
            raise PageRefused(str(problem)) from problem
        async with page as preview, Gate(preview.url, evening.company.by_hand.add, self._port) as gate:
            self._console.print(words.DEMO_PAGE.format(url=gate.url), soft_wrap=True, highlight=False)
            closed = asyncio.create_task(preview.wait_closed())
            screen = Screen(self._console, evening)
            async with gate.lock:
                await evening.begin()
            await self._pace(gate, preview, screen)
            async with gate.lock:
                await evening.finish()
                await preview.refresh()
                report = await evening.report()
            self._console.print(screen.ending(report))
            if self._stays and not closed.done():
                self._console.print(words.DEMO_STAYS)
                await closed
            closed.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await closed
        return report

    async def _pace(self, gate: Gate, preview: Preview, screen: Screen) -> None:
        loop = asyncio.get_running_loop()
        last = loop.time()
        with self._picture() as picture:
            while not self._evening.over:
                await asyncio.sleep(TICK)
                now = loop.time()
                passed, last = min(now - last, SLOWEST_TICK), now
                async with gate.lock:
                    await self._evening.pass_time(passed * self.pace())
                    await self._publish(preview, now)
                if isinstance(picture, Picture):
                    picture.update(screen.picture())
                else:
                    screen.step()

    def _picture(self) -> contextlib.AbstractContextManager[object]:
        if not self._console.is_terminal:
            return contextlib.nullcontext()
        return Picture(console=self._console, auto_refresh=True, refresh_per_second=4, transient=True)

    def pace(self) -> float:
        """Virtual seconds a real second: no faster than life while a person has something to do."""
        wanted = any(_wanted(self._evening.game, UserId(user)) for user in self._evening.company.by_hand)
        return min(1.0, self._speed) if wanted else self._speed

    async def _publish(self, preview: Preview, now: float) -> None:
        size, at = self._published
        changed = len(self._evening.club.env.backend.transcript) != size
        if now - at > (REFRESH if changed else COUNTDOWN):
            await preview.refresh()
            self._published = (len(self._evening.club.env.backend.transcript), now)


def _wanted(game: Game, user: UserId) -> bool:
    """Whether something in this step is a person's to do."""
    seat = game.seat_of(user)
    if seat is None:
        return False
    return speaker(game) == seat or (game.player(seat).alive and isinstance(game.phase, FOR_ALL))
