"""A refusal is numbered as in the rulebook that the table plays by."""

import pytest

from mafia_bot.rulesets import load
from mafia_bot.rulesets.clauses import FAMILY, clause_in


@pytest.mark.parametrize(
    ("clause", "base", "told"),
    [
        ("MA-17", "masks", "MA-17"),
        ("MA-17", "classic15", "CX-05"),
        ("MA-17", "city", "CI-04"),
        ("MA-21", "most_wanted", "MW-20"),
        ("MW-09", "carcrash", "CC-09"),
        ("MA-09", "classic15", "CL-07"),
        ("GE-05", "city", "GE-05"),
        ("MA-13", "city", ""),
        ("MA-13", "a_club_of_its_own", "MA-13"),
        ("", "masks", ""),
    ],
)
def test_the_same_clause_in_the_tables_own_rulebook(clause: str, base: str, told: str) -> None:
    assert clause_in(clause, base) == told


def test_every_shipped_ruleset_follows_a_rulebook() -> None:
    assert set(FAMILY) == set(load())
