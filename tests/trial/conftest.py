"""What every trial needs: the rules of the small evening, and a database reached through a fate."""

import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.engine.ids import Role
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.rulesets import load
from mafia_bot.rulesets.files import written
from mafia_bot.store import Store
from mafia_bot.store.tables import Rows
from tests.trial.evening import Evening, trial_config, what_is_left
from tests.trial.faults import Fate, Fault, FaultyDatabase, SlowCall, faulty_requests

CARDS = (Role.MAFIA, Role.DOCTOR, Role.LOVER, Role.CIVILIAN)
Trial = Callable[[Fault | None], Awaitable[tuple[dict[str, Any], Fate]]]


class SteadyDice(random.Random):
    """Deals the same cards as often as a start is tried."""

    def __init__(self, rules: Ruleset, cards: Sequence[Role]) -> None:
        super().__init__(7)
        deck = [role for role, count in rules.cards(len(cards)).items() for _ in range(count)]
        self.places = [deck.index(card) for card in cards]

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        if k == len(self.places):
            return [population[place] for place in self.places]
        return super().sample(population, k, counts=counts)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here is a trial: `make trial` runs it, `make test` does not."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.trial)


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """«Masks» with windows in which people who were not answered can press again."""
    masks = load()["masks"]
    vote = masks.vote.model_copy(update={"window_seconds": 40.0})
    plan = tuple(step.model_copy(update={"seconds": 40.0}) for step in masks.night.later)
    night = masks.night.model_copy(update={"later": plan})
    # As the database gives them back, so that the deck lies in one order before and after a restart.
    rows = tuple(
        row.model_copy(
            update={"roles": dict(sorted(row.roles.items(), key=lambda card: (len(card[0]), card)))}
        )
        for row in masks.deal.rows
    )
    deal = masks.deal.model_copy(update={"rows": rows})
    trial = masks.model_copy(
        update={"id": "trial", "name": "Trial", "deal": deal, "vote": vote, "night": night}
    )
    (tmp_path / "trial.toml").write_text(written(trial), encoding="utf-8")
    return tmp_path


@pytest.fixture
def trial(database_url: str, rules: Path) -> Trial:
    """Plays the evening with one fault (or none) and tells what is left of it."""

    async def play(fault: Fault | None) -> tuple[dict[str, Any], Fate]:
        await _empty(database_url)
        fate = Fate(fault)
        database = await FaultyDatabase.open(database_url, 2)
        assert isinstance(database, FaultyDatabase)
        database.fate = fate
        undo = faulty_requests(fate)
        store = Store(database, database_url)
        try:
            dice = SteadyDice(load(rules)["trial"], CARDS)
            config = trial_config(rules)
            async with SimulatedClub(store, seats=4, dice=dice, config=config, check_errors=False) as club:
                fate.hang, fate.armed = SlowCall(club.env), True
                await Evening(club, fate).play()
                fate.armed = False
                left = await what_is_left(club)
        finally:
            undo()
            await store.close()
        return left, fate

    return play


async def _empty(database_url: str) -> None:
    """A database as new for the next evening; a new one each time would take longer than the evening."""
    connection = await asyncpg.connect(database_url)
    try:
        tables = ", ".join(Rows.metadata.tables)
        await connection.execute(f"TRUNCATE {tables} RESTART IDENTITY CASCADE")
    finally:
        await connection.close()
