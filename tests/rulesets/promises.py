"""What a shipped ruleset promises, read from `promised/`, and what it is, laid out in the same way. Knows no
club: every value there was taken from the clubs' own texts, not from the rulesets' files.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel

from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.ruleset.discipline import Offence, Rung
from mafia_bot.engine.ruleset.night import NightStep

PROMISED = Path(__file__).parent / "promised"
UNUSED = "unused"
CLAUSE = re.compile(r"\b[A-Z]{2}-\d\d\b")
APART = {"deal.rows", "night.first", "night.later", "discipline.ladder.rungs", "discipline.offences"}
"""Lists, laid out one member a line: cards by seats, steps by place, rungs by warning, offences by id."""


class Promise(NamedTuple):
    """A value and why it is so: its clauses, or `ours`."""

    value: Any
    why: str

    @property
    def clauses(self) -> list[str]:
        """The clauses that `why` names, in order."""
        return CLAUSE.findall(self.why)


@cache
def promised(ruleset: str) -> dict[str, Promise]:
    """Every axis that a ruleset promises, those that nothing there asks for among them."""
    own, unused = _read(ruleset), _read(UNUSED)
    spared = own.pop("unused")
    return dict(_leaves(own)) | {
        path: promise for group in spared for path, promise in _leaves(unused[group])
    }


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((PROMISED / f"{name}.toml").read_text(encoding="utf-8"))


def _leaves(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Promise]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", Promise(*value)


def axes(rules: Ruleset) -> dict[str, Any]:
    """Every axis of a ruleset by the path under which it is promised, without its lists of words."""
    tables = range(rules.seats.least, rules.seats.most + 1)
    steps = {"first": rules.night.first, "later": rules.night.later}
    return {
        **dict(_plain(rules)),
        **{f"deal.{seats}": {str(role): n for role, n in rules.cards(seats).items()} for seats in tables},
        **{f"night.{name}.{n}": _step(s) for name, plan in steps.items() for n, s in enumerate(plan, 1)},
        **{f"discipline.ladder.{rung.at}": _rung(rung) for rung in rules.discipline.ladder.rungs},
        **{f"offence.{offence.id}": _offence(offence) for offence in rules.discipline.offences},
    }


def _plain(group: BaseModel, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name in type(group).model_fields:
        path, value = f"{prefix}{name}", getattr(group, name)
        if isinstance(value, BaseModel):
            yield from _plain(value, f"{path}.")
        elif path not in APART:
            yield path, list(value) if isinstance(value, tuple) else "none" if value is None else value


def _step(step: NightStep) -> str:
    return f"{step.wake} {step.act}, {step.seconds:g} s" + _besides(step, "wake", "act", "seconds")


def _rung(rung: Rung) -> str:
    return _besides(rung, "at")[2:]


def _offence(offence: Offence) -> str:
    heard = ", heard" if offence.lemmas or offence.roots or offence.phrases else ""
    besides = _besides(offence, "id", "sanctions", "clause", "lemmas", "roots", "phrases")
    return " or ".join(offence.sanctions) + besides + heard


def _besides(axis: BaseModel, *told: str) -> str:
    """Whatever else is not as usual: an axis that is new in a list is promised by its own name."""
    usual = {name: field.default for name, field in type(axis).model_fields.items() if name not in told}
    values = {name: getattr(axis, name) for name in usual if getattr(axis, name) != usual[name]}
    return "".join(
        f", {name}" if value is True else f", no {name}" if value is False else f", {name} {value}"
        for name, value in values.items()
    )
