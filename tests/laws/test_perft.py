"""The counts of positions that small tables reach, kept in perft.json (`python -m tests.laws.perft`)."""

import json

import pytest

from tests.laws.games import RULESETS
from tests.laws.perft import DATA, STARTS, count, start

KEPT = json.loads(DATA.read_text(encoding="utf-8"))


@pytest.mark.parametrize("place", STARTS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_small_tables_reach_as_many_positions_as_before(ruleset: str, place: str) -> None:
    assert count(start(ruleset, place).game) == KEPT[ruleset][place]


def test_no_ruleset_is_kept_that_is_not_shipped() -> None:
    assert sorted(KEPT) == RULESETS
