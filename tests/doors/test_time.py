"""Time is Discord's and goes on steadily, whatever the machine's clock says and however late things come."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from mafia_bot.bot import MafiaBot, virtual_now
from mafia_bot.demo.club import SimulatedClub
from mafia_bot.engine.controls import Press
from mafia_bot.engine.due import due
from mafia_bot.engine.state import Ballot
from mafia_bot.store import Store
from tests.doors.fixtures import Clubs
from tests.doors.visit import day, nominations, say


class OffClub(SimulatedClub):
    """Its machine's clock is `off` by so many seconds; for `asleep` seconds the machine stood still."""

    off = 0.0
    asleep = 0.0

    def _new_bot(self) -> MafiaBot:
        return MafiaBot(
            self.config,
            self.store,
            sleep=self._sleep,
            dice=self.dice,
            now=lambda: virtual_now() + self.off,
            steady=lambda: self.env._virtual_time - self.asleep,
        )


@pytest.mark.rule("GE-05")
@pytest.mark.parametrize("off", [-30.0, -3.0, 3.0, 30.0])
async def test_a_vote_in_an_open_window_counts_by_discords_time(store: Store, off: float) -> None:
    async with OffClub(store, seats=4) as club:
        club.off = off
        await club.restart()
        await day(club)
        await nominations(club, (1, 2), (2, 3))
        assert isinstance(club.game.phase, Ballot)
        deadline = due(club.game)
        assert deadline is not None
        assert 0 < deadline.at - club.env.now().timestamp() <= club.game.rules.vote.window_seconds + 0.01
        await club.press(club.seat(4), Press.VOTE)
        assert [voter for voter, _ in club.game.phase.votes] == [4]
        told = [m.content for m in club.chat.history() if m.content == say(club, "trouble-clock-skew")]
        assert len(told) == 1, "the owner hears of it, once"


@pytest.mark.parametrize("set_to", [-3600.0, 3600.0])
async def test_a_minute_is_a_minute_when_the_clock_is_set(store: Store, set_to: float) -> None:
    async with OffClub(store, seats=4) as club:
        await day(club)
        await club.advance(10)
        club.off = set_to
        await club.advance(49)
        assert club.game.phase.queue[0] == 1  # type: ignore[union-attr]
        await club.advance(2)
        assert club.game.phase.queue[0] == 2  # type: ignore[union-attr]


@pytest.mark.rule("GE-13")
async def test_a_machine_that_slept_takes_nobodys_time(store: Store) -> None:
    """Its monotonic clock stood still, so only Discord's next stamp tells; the step has what it had."""
    async with OffClub(store, seats=6) as club:
        await day(club)
        await club.advance(10)
        await club.seat(6).leave_voice()
        club.asleep = 600.0
        club.env._move_clock(club.env._virtual_time + 600.0)
        await club.slash(club.admin, club.chat, "game status")
        await club.env.settle()
        assert club.game.phase.queue[0] == 1  # type: ignore[union-attr]
        deadline = club.game.clock.deadline
        assert deadline is not None
        assert 49.9 <= deadline - club.env.now().timestamp() <= 50 + 5.0
        assert say(club, "outage-ended", deadline=deadline) in str(club.board().embeds[0].description)
        await club.advance(100)
        assert club.game.player(6).alive  # type: ignore[arg-type]


@contextmanager
def lagging(club: SimulatedClub) -> Iterator[list[tuple[str, Any]]]:
    """A gateway that keeps what happens; the caller brings it later."""
    backend, waiting = club.env.backend, []
    listeners = list(backend.subscribers)
    backend.subscribers[:] = [lambda event, payload: waiting.append((event, payload))]
    try:
        yield waiting
    finally:
        backend.subscribers[:] = listeners


async def bring(club: SimulatedClub, waiting: list[tuple[str, Any]]) -> None:
    for event, payload in waiting:
        for listener in list(club.env.backend.subscribers):
            listener(event, payload)
    await asyncio.sleep(0)
    await club.env.settle()


@pytest.mark.rule("GE-05", "CC-12")
async def test_a_line_sent_in_ones_own_minute_is_no_word_out_of_turn(clubs: Clubs) -> None:
    club = await clubs(seats=10)
    await day(club, "carcrash")
    await club.advance(59.8)
    with lagging(club) as waiting:
        await club.seat(1).send(club.chat, "Спасибо")
        await club.seat(1).send(club.chat, "Я выставляю кандидатуру игрока № 4")
    await club.advance(0.4)
    assert club.game.phase.queue[0] == 2  # type: ignore[union-attr]
    await bring(club, waiting)
    assert club.game.phase.queue[0] == 2, "the next speaker's minute is not ended by it"  # type: ignore[union-attr]
    assert club.game.player(1).warnings == 0  # type: ignore[arg-type]
    assert club.game.nominations == ()
    answers = [m.content for m in club.chat.history()]
    assert say(club, "nomination-late", seat=4) in answers, "not accepted, and not in silence"
    await club.seat(1).send(club.chat, "а теперь не вовремя")
    await club.env.settle()
    assert club.game.player(1).warnings == 1  # type: ignore[arg-type]
