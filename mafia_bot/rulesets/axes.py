"""The axes of a ruleset one by one: what each may be, which clauses it serves, and a ruleset with one
of them changed.

Knows the shape of rulesets, not one club's; wording is made elsewhere from what is said here.
"""

import tomllib
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import msgspec
from annotated_types import Ge, Gt, Le
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.rulesets.clauses import CLAUSES
from mafia_bot.rulesets.files import Fault, faults_of

NOT_AXES = {"id", "version", "name", "copied_from"}


class Axis(msgspec.Struct, frozen=True):
    """One axis: its dotted path, its kind, and what it may be (`values`, or a range with open or
    closed ends).
    """

    path: str
    kind: Literal["flag", "choice", "whole", "number", "list"]
    values: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    optional: bool = False

    @property
    def clause(self) -> str:
        """The clauses that this axis serves, as written in the rules; "" if none names it."""
        return CLAUSES.get(self.path, "")


class AxisError(ValueError):
    """A change that cannot be made: an unknown axis (no `axis`), or a value it may not have (`faults`)."""

    def __init__(self, path: str, axis: Axis | None, faults: tuple[Fault, ...] = ()) -> None:
        super().__init__("; ".join(fault.problem for fault in faults) or f"{path}: unknown axis")
        self.path, self.axis, self.faults = path, axis, faults


def _walk(model: type[BaseModel], prefix: str) -> Iterator[Axis]:
    for name, field in model.model_fields.items():
        path = f"{prefix}.{name}" if prefix else name
        if path in NOT_AXES:
            continue
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            yield from _walk(inner, path)
        elif (axis := _axis(path, field)) is not None:
            yield axis


def _axis(path: str, field: FieldInfo) -> Axis | None:
    kinds = [kind for kind in get_args(field.annotation) if kind is not type(None)]
    optional = type(None) in get_args(field.annotation)
    kind = kinds[0] if optional else field.annotation
    bounds = [*field.metadata, *(getattr(kind, "__metadata__", ()))]
    if hasattr(kind, "__metadata__"):
        kind = get_args(kind)[0]
    if kind is bool:
        return Axis(path, "flag", ("true", "false"), optional=optional)
    if get_origin(kind) is Literal:
        return Axis(path, "choice", tuple(str(value) for value in get_args(kind)), optional=optional)
    if kind in (int, float):
        ends = [item for bound in bounds for item in (getattr(bound, "metadata", None) or [bound])]
        least = next(
            (end.ge if isinstance(end, Ge) else end.gt for end in ends if isinstance(end, (Ge, Gt))), None
        )
        most = next((end.le for end in ends if isinstance(end, Le)), None)
        name: Literal["whole", "number"] = "whole" if kind is int else "number"
        return Axis(path, name, (), _number(least), _number(most), optional)
    if get_origin(kind) is tuple and get_args(kind)[0] in (str, int):
        return Axis(path, "list", optional=optional)
    return None


def _number(end: Any) -> float | None:
    return None if end is None else float(end)


AXES: dict[str, Axis] = {axis.path: axis for axis in _walk(Ruleset, "")}
"""Every axis that can be changed by itself, by its path. Deals, night plans, rungs and offences are
whole lists:
they are changed in the file."""


def value_of(rules: Ruleset, path: str) -> Any:
    """What an axis is in a ruleset. Raises AxisError for an unknown axis."""
    if path not in AXES:
        raise AxisError(path, None)
    found: Any = rules
    for name in path.split("."):
        found = getattr(found, name)
    return found


def changed(rules: Ruleset, path: str, typed: str) -> Ruleset:
    """The next version of a ruleset with one axis set to what was typed (`true`, `2.5`, `last`, `[3, 4]`).

    Raises AxisError naming the axis and why: unknown, not one of its values, or a contradiction with others.
    """
    axis = AXES.get(path)
    if axis is None:
        raise AxisError(path, None)
    data = rules.model_dump(mode="json")
    place = data
    *groups, name = path.split(".")
    for group in groups:
        place = place[group]
    place[name] = _typed(axis, typed.strip())
    data["version"] = rules.version + 1
    try:
        return Ruleset.model_validate(data)
    except ValidationError as error:
        raise AxisError(path, axis, faults_of(error)) from error


def _typed(axis: Axis, typed: str) -> Any:
    if axis.optional and typed.casefold() in ("", "none", "-", "нет"):
        return None
    try:
        return tomllib.loads(f"value = {typed}")["value"]
    except tomllib.TOMLDecodeError:
        return typed
