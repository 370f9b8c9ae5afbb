"""Killed in the middle of a change, at every single request of it: the next start makes the world agree."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from simcord.results import InteractionResult

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import question
from mafia_bot.engine.state import Lobby, Over, Speeches
from mafia_bot.store import Store
from tests.evening import watching as see
from tests.evening.law import breaches

Deed = Callable[[SimulatedClub], Awaitable[Any]]


class Tripwire(list[Any]):
    """The log of requests; after so many more of them Discord hears nothing from this bot."""

    def __init__(self, club: SimulatedClub, calls: int) -> None:
        super().__init__(club.env.backend.http_requests)
        self.club, self.calls = club, calls

    def append(self, entry: Any) -> None:
        super().append(entry)
        self.calls -= 1
        if self.calls == 0:
            self.club.env.inject_error("*", "*", status=503, times=None)


async def killed_at(club: SimulatedClub, number: int, deed: Deed) -> bool:
    """Do it with a bot that dies after so many requests; false if the deed needs fewer."""
    wire = Tripwire(club, number)
    club.env.backend.http_requests = wire
    await deed(club)
    club.env.backend.http_requests = list(wire)
    await club.crash(downtime=2.0)
    await club.advance(3.0)
    assert breaches(club) == [], "a page that leads nowhere, or none where a game goes on"
    return wire.calls <= 0


async def start(club: SimulatedClub) -> InteractionResult:
    return await club.admin.slash(club.chat, "game start")


async def end(club: SimulatedClub) -> InteractionResult:
    asked = await club.admin.slash(club.chat, "game end")
    if (token := question(asked)) is None:
        return asked
    return await club.admin.click(asked.response, custom_id=token)


@pytest.fixture
def small(store: Store) -> SimulatedClub:
    """Four seats: enough people for every kind of request."""
    return SimulatedClub(store, seats=4, check_errors=False)


async def ready_to_start(club: SimulatedClub) -> None:
    await club.open("masks")
    await club.seat_all()


async def speaking(club: SimulatedClub) -> None:
    while not isinstance(club.game.phase, Speeches):
        await club.to_next_deadline()


def check_night(club: SimulatedClub) -> None:
    assert see.heard(club) == set()
    assert see.writers(club, "table") == set()
    assert see.readers(club, "graveyard") == set()


def check_rest(club: SimulatedClub, games: int) -> None:
    assert see.all_muted(club) == set()
    assert see.writers(club, "table") == see.seats(range(1, 5))
    assert see.readers(club, "mafia") == set()
    said = [m.content or "" for m in club.chat.history()]
    told = [sum(f"№ {game}**" in text for text in said) for game in range(1, games + 1)]
    assert told == [1] * games, "every game has its sheet, and has it once"


async def test_while_the_game_starts_and_while_it_ends(small: SimulatedClub) -> None:
    async with small as club:
        await club.setup()
        number, in_start, in_end = 0, True, True
        while in_start or in_end:
            number += 1
            await ready_to_start(club)
            if in_start:
                in_start = await killed_at(club, number, start)
            else:
                await club.start()
            if isinstance(club.game.phase, Lobby):
                await club.start()
            check_night(club)
            in_end = await killed_at(club, number, end)
            if club.bot.registry.tables() and not isinstance(club.game.phase, Over):
                await club.slash(club.admin, club.chat, "game end")
            check_rest(club, number)
        assert number >= 8, "hardly anything was asked of Discord"


async def test_while_a_turn_changes(small: SimulatedClub) -> None:
    async with small as club:
        await club.setup()
        await ready_to_start(club)
        await club.start()
        number, more = 0, True
        while more:
            number += 1
            await speaking(club)
            queue = club.game.phase.queue  # type: ignore[union-attr]
            more = await killed_at(club, number, SimulatedClub.to_next_deadline)
            if isinstance(club.game.phase, Speeches):
                assert club.game.phase.queue == queue[1:], "a turn was lost or given twice"
                assert see.heard(club) == see.seats(queue[1:2])
                assert str(queue[1]) in see.board_text(club)
        assert number >= 3
        await club.slash(club.admin, club.chat, "game end")
        check_rest(club, 1)
