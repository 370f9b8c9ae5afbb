"""Simulated players: they play by the rules, by what they may know, and leave a person's seat alone."""

import pytest

from mafia_bot.demo import world
from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.evening import Evening
from mafia_bot.engine.controls import Press
from mafia_bot.engine.state import Speeches
from mafia_bot.store import Store


@pytest.mark.parametrize(("ruleset", "seats"), [("masks", 12), ("city", 10), ("carcrash", 10)])
async def test_the_bot_refuses_nothing_of_what_they_do(store: Store, ruleset: str, seats: int) -> None:
    async with SimulatedClub(store, seats=seats, seed=5) as club:
        evening = Evening(club, ruleset, seed=5)
        await evening.prepare()
        await evening.begin()
        await evening.play()
        assert evening.company.refused == []
        assert evening.accounts.most_edits <= 2
        assert evening.accounts.most_messages <= 1


async def test_a_seat_that_a_person_took_does_nothing_by_itself(store: Store) -> None:
    async with SimulatedClub(store, seed=1) as club:
        evening = Evening(club, "most_wanted", seed=1)
        await evening.prepare()
        await evening.begin()
        evening.company.by_hand |= {actor.id for actor in club.seats}
        while not isinstance(club.game.phase, Speeches):
            await club.to_next_deadline()
        mark = len(club.chat.history())
        await evening.pass_time(150)
        # Nobody said or pressed anything: two minutes ran out to the last second.
        assert club.game.phase.queue[0] == 3
        assert len(club.chat.history()) == mark


async def test_a_control_that_is_not_there_cannot_be_pressed(store: Store) -> None:
    async with SimulatedClub(store) as club:
        await club.setup()
        await club.open()
        with pytest.raises(world.NotOffered):
            await club.press(club.seat(1), Press.VOTE)
