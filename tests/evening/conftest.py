"""Clubs for whole evenings: the real bot on a simulated server, a real database, chosen cards."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.rulesets import load
from mafia_bot.store import Store
from tests.evening.cards import deal
from tests.evening.director import Director
from tests.evening.law import abide
from tests.evening.script import Script, read

Begin = Callable[..., Awaitable[Director]]


@pytest.fixture
async def begin(store: Store, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Begin]:
    """Call it with a scenario's name (or a script) to get a started game of it, `guests` in voice too.

    Errors that discord.py only writes into its log fail the test too.
    """
    async with AsyncExitStack() as doors:
        opened: list[SimulatedClub] = []

        async def started(
            scenario: str | Script,
            *,
            guests: int = 0,
            start: bool = True,
            human: bool = False,
            errors: bool = True,
        ) -> Director:
            script = read(scenario) if isinstance(scenario, str) else scenario
            dice = deal(load()[script.ruleset], script.cards, script.deal)
            club = SimulatedClub(store, seats=len(script.cards), dice=dice, check_errors=errors)
            opened.append(await doors.enter_async_context(club))
            await club.setup()
            await club.open(script.ruleset, club.host if human else None)
            if script.deal:
                cards = ", ".join(f"{card} {count}" for card, count in script.deal.items())
                await club.slash(club.admin, club.chat, "lobby deal", cards=cards)
            await club.seat_all()
            people = [club.newcomer(f"guest{number}") for number in range(1, guests + 1)]
            if human:
                await club.enter(club.host)
            for guest in people:
                await club.enter(guest)
            director = Director(club, script, tuple(people))
            if start:
                await club.start(club.host if human else None)
                assert club.game.players, "the game did not start"
                assert [p.role.value for p in club.game.players] == script.cards
            return director

        yield started
        for club in opened:
            await abide(club)
    bad = [r for r in caplog.records if r.levelno >= logging.ERROR and r.name.startswith("discord")]
    assert not bad, [record.getMessage() for record in bad]
