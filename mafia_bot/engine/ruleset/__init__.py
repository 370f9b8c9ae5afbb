"""A ruleset: the axes of one club, whole and in agreement. It must not know which club uses it."""

from typing import Self

from pydantic import model_validator
from pydantic_core import PydanticCustomError

from mafia_bot.engine.ruleset.axes import Axes
from mafia_bot.engine.ruleset.contradictions import contradictions


class Ruleset(Axes):
    """One club's rules, whole. Raises pydantic's ValidationError listing every fault of the file at once."""

    @model_validator(mode="after")
    def _no_contradictions(self) -> Self:
        faults = contradictions(self)
        if faults:
            text = "; ".join(str(fault) for fault in faults)
            raise PydanticCustomError("contradictions", "{text}", {"text": text, "faults": faults})
        return self
