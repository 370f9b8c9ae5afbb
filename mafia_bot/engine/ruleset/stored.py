"""Rulesets as they lie in journals and clubs' shelves: plain data with the number of its schema. What was
stored under an older schema is raised to today's.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from mafia_bot.engine.ruleset import Ruleset

Raiser = Callable[[dict[str, Any]], dict[str, Any]]
"""Makes data of the next schema out of data of one schema. It may not change what it is given."""


def _monsters_serve_by_presence(data: dict[str, Any]) -> dict[str, Any]:
    """Schema 2: an offence says whether its bans are served by presence; a monster's always were (CC-16)."""
    discipline = data.get("discipline")
    offences = discipline.get("offences") if isinstance(discipline, dict) else None
    if not isinstance(discipline, dict) or not isinstance(offences, list):
        return data  # whoever reads it will say what is wrong with it
    raised = [
        {"presence": True, **offence}
        if isinstance(offence, dict) and offence.get("monster") and offence.get("games")
        else offence
        for offence in offences
    ]
    return {**data, "discipline": {**discipline, "offences": raised}}


RAISERS: tuple[Raiser, ...] = (_monsters_serve_by_presence,)
"""The first makes schema 2 of schema 1, and so on: whoever adds one has raised today's schema by it."""


class UnknownSchema(ValueError):
    """A stored ruleset of a later version of this program, or of none: `schema` is what it says,
    `newer` whether a later version may know it.
    """

    def __init__(self, schema: object, newest: int) -> None:
        super().__init__(f"ruleset schema {schema!r} is not known: this program reads 1 to {newest}")
        self.schema, self.newer = schema, type(schema) is int and schema > newest


class Schemas:
    """Every schema up to today's, and the way there."""

    def __init__(self, raisers: Sequence[Raiser]) -> None:
        self._raisers = tuple(raisers)

    @property
    def newest(self) -> int:
        """The schema of today, counted from 1."""
        return 1 + len(self._raisers)

    def raised(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Stored data as today's axes, without the number. Data that names none is of the first schema.

        Raises UnknownSchema.
        """
        schema = data.get("schema", 1)
        if type(schema) is not int or not 1 <= schema <= self.newest:
            raise UnknownSchema(schema, self.newest)
        axes = {name: value for name, value in data.items() if name != "schema"}
        for raiser in self._raisers[schema - 1 :]:
            axes = raiser(axes)
        return axes


SCHEMAS = Schemas(RAISERS)


def stored(rules: Ruleset) -> dict[str, Any]:
    """A ruleset as the plain data that events and shelves keep; `ruleset_of` takes it back."""
    return {"schema": SCHEMAS.newest, **rules.model_dump(mode="json")}


def ruleset_of(data: Mapping[str, Any]) -> Ruleset:
    """The ruleset that was stored.

    Raises UnknownSchema if a later version wrote it, pydantic.ValidationError if it cannot be played.
    """
    return _parsed(msgspec.json.encode(SCHEMAS.raised(data)))


@lru_cache(maxsize=64)
def _parsed(raw: bytes) -> Ruleset:
    # The same few rulesets lead every replay and every simulated game.
    return Ruleset.model_validate_json(raw)
