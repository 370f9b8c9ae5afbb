"""One real table of the registry: a started game on a simulated server, and its journal."""

from collections.abc import AsyncIterator

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.store import Store


@pytest.fixture
async def club(store: Store) -> AsyncIterator[SimulatedClub]:
    """Six seats of `masks`, night 0."""
    async with SimulatedClub(store, seats=6, check_errors=False) as club:
        await club.setup()
        await club.open("masks")
        await club.seat_all()
        await club.start()
        yield club
