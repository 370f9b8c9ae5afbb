"""Every value of every shipped ruleset once more, as the clubs' texts have it: none slips unseen."""

import pytest

from mafia_bot.rulesets import load
from tests.clauses import clauses
from tests.rulesets.promises import PROMISED, UNUSED, axes, promised

SHIPPED = load()


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_every_axis_is_as_promised_and_none_is_unpromised(ruleset: str) -> None:
    assert axes(SHIPPED[ruleset]) == {path: promise.value for path, promise in promised(ruleset).items()}


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_every_promise_says_why(ruleset: str) -> None:
    known = set(clauses())
    for path, promise in promised(ruleset).items():
        assert promise.clauses or "ours" in promise.why, path
        assert set(promise.clauses) <= known, path


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_an_offence_is_told_under_the_clause_that_forbids_it(ruleset: str) -> None:
    told = {f"offence.{offence.id}": offence.clause for offence in SHIPPED[ruleset].discipline.offences}
    assert told == {path: promised(ruleset)[path].clauses[0] for path in told}


def test_each_shipped_ruleset_and_no_other_has_its_promises() -> None:
    assert {path.stem for path in PROMISED.glob("*.toml")} == {*SHIPPED, UNUSED}
