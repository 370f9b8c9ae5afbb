"""Dice that deal chosen cards once; everything else they draw is left to chance."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from mafia_bot.engine.ids import Role
from mafia_bot.engine.ruleset import Ruleset


def deal(rules: Ruleset, cards: Sequence[str], chosen: Mapping[str, int]) -> "StackedDice":
    """Dice with which seat n gets the n-th of these cards; `chosen` is the host's own deal, if he has one.

    Raises IndexError for cards that are not dealt.
    """
    own = {Role(card): count for card, count in chosen.items()}
    dealt = {**own, Role.CIVILIAN: len(cards) - sum(own.values())} if own else rules.cards(len(cards))
    deck = [role for role, count in dealt.items() for _ in range(count)]
    places: dict[Role, list[int]] = {}
    for place, role in enumerate(deck):
        places.setdefault(role, []).append(place)
    return StackedDice([places[Role(card)].pop(0) for card in cards])


class StackedDice(random.Random):
    """Its first sample of as many as there are cards is the wanted one."""

    def __init__(self, wanted: list[int]) -> None:
        super().__init__(7)
        self.wanted: list[int] | None = wanted

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        wanted = self.wanted
        if wanted is not None and k == len(wanted):
            self.wanted = None
            return [population[place] for place in wanted]
        return super().sample(population, k, counts=counts)
