"""Rulesets as data for tests: shipped ones, with axes changed, dealing just the cards that a test wants."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from mafia_bot.engine.ids import Role, UserId
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.ruleset.stored import ruleset_of, stored
from mafia_bot.rulesets import load


@cache
def shipped() -> dict[str, Ruleset]:
    """Every shipped ruleset by id."""
    return load()


def user(seat: int) -> UserId:
    """The person that sits on a seat of every table here."""
    return UserId(1000 + seat)


def rules(ruleset: str, axes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A shipped ruleset as data, with some axes changed: {"vote.tie.narrowing": True}."""
    data = stored(shipped()[ruleset])
    for path, value in (axes or {}).items():
        *groups, axis = path.split(".")
        place = data
        for group in groups:
            place = place[group]
        assert axis in place, path
        place[axis] = value
    return data


def fitted(data: dict[str, Any], cards: Sequence[Role]) -> dict[str, Any]:
    """The same ruleset, dealing just these cards: a club may set its own deal table."""
    counts = {role.value: cards.count(role) for role in Role if role in cards and role is not Role.CIVILIAN}
    try:
        usual = ruleset_of(data).cards(len(cards))
    except KeyError:
        usual = {}
    if {role.value: n for role, n in usual.items() if n and role is not Role.CIVILIAN} == counts:
        return data
    row = {"least": len(cards), "most": len(cards), "roles": counts, "thirds": False}
    data["seats"] = {"least": len(cards), "most": len(cards)}
    data["deal"]["rows"] = [row]
    return data
