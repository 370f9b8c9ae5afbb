"""A ruleset as a TOML file and back: written with a clause beside each axis, read with every fault and
its line.
"""

import re
from typing import Any

import msgspec
import tomlkit
from pydantic import ValidationError

from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.ruleset.stored import SCHEMAS, UnknownSchema
from mafia_bot.rulesets.clauses import CLAUSES

LARGEST = 64 * 1024
"""Bytes beyond which a file is no ruleset."""

HEADER = re.compile(r"^\s*\[{1,2}\s*([A-Za-z0-9_.]+)\s*\]{1,2}")
KEY = re.compile(r"^\s*([A-Za-z0-9_.]+)\s*=")


class Fault(msgspec.Struct, frozen=True):
    """One fault: its line counted from 1 (None when it has no place), the axis, a code, and what the
    wording needs.

    `problem` says the same in plain English, for logs and for operators.
    """

    line: int | None
    axis: str
    code: str
    data: dict[str, Any]
    problem: str


def read(text: str) -> Ruleset | tuple[Fault, ...]:
    """The ruleset of a file, or all its faults at once in the order of their lines.

    A file that names no schema was written by hand, after what is written today.
    """
    if len(text.encode()) > LARGEST:
        return (Fault(None, "", "too-large", {"most": LARGEST}, f"more than {LARGEST} bytes"),)
    try:
        data = tomlkit.parse(text).unwrap()
    except tomlkit.exceptions.ParseError as error:
        return (Fault(error.line, "", "not-toml", {}, str(error)),)
    except tomlkit.exceptions.TOMLKitError as error:
        return (Fault(None, "", "not-toml", {}, str(error)),)
    try:
        return Ruleset.model_validate(SCHEMAS.raised(data) if "schema" in data else data)
    except UnknownSchema as error:
        line, code = _line(places(text), "schema"), "newer-schema" if error.newer else "kind"
        return (Fault(line, "schema", code, {"given": str(error.schema)[:60]}, str(error)),)
    except ValidationError as error:
        return faults_of(error, text)


def faults_of(error: ValidationError, text: str = "") -> tuple[Fault, ...]:
    """Every fault of a failed validation, with the line of the text that it stands on."""
    lines = places(text)
    found: list[Fault] = []
    for item in error.errors(include_url=False):
        context = item.get("ctx", {})
        if item["type"] == "contradictions":
            found += [
                Fault(_line(lines, fault.axis), fault.axis, fault.code, fault.data, str(fault))
                for fault in context["faults"]
            ]
        else:
            path = ".".join(str(part) for part in item["loc"])
            data = {name: str(value) for name, value in context.items()} | {"given": str(item["input"])[:60]}
            found.append(Fault(_line(lines, path), path, _code(item["type"]), data, item["msg"]))
    return tuple(sorted(found, key=lambda fault: fault.line or 0))


CODES = {
    "extra_forbidden": "unknown",
    "missing": "missing",
    "literal_error": "choice",
    "enum": "choice",
    "greater_than": "above",
    "greater_than_equal": "at-least",
    "less_than_equal": "at-most",
    "string_pattern_mismatch": "pattern",
}


def _code(kind: str) -> str:
    """pydantic's name of a fault as ours; whatever is left is a value of the wrong kind."""
    return CODES.get(kind, "kind")


def _line(lines: dict[str, int], path: str) -> int | None:
    while path:
        if path in lines:
            return lines[path]
        path = path.rpartition(".")[0]
    return None


def places(text: str) -> dict[str, int]:
    """The line on which each dotted path of a TOML text begins; members of a list of tables are numbered."""
    found: dict[str, int] = {}
    counts: dict[str, int] = {}
    prefix = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := HEADER.match(line):
            prefix = header[1]
            if line.lstrip().startswith("[["):
                counts[prefix] = counts.get(prefix, -1) + 1
                found.setdefault(prefix, number)
                prefix = f"{prefix}.{counts[prefix]}"
            found.setdefault(prefix, number)
        elif key := KEY.match(line):
            found.setdefault(f"{prefix}.{key[1]}" if prefix else key[1], number)
    return found


def written(rules: Ruleset) -> str:
    """The ruleset as a TOML file that `read` takes back unchanged, with the clauses beside each axis."""
    document = tomlkit.document()
    document.add("schema", tomlkit.item(SCHEMAS.newest))
    for name, value in rules.model_dump(mode="json", exclude_none=True).items():
        document.add(name, _item(value, name))
    return tomlkit.dumps(document)


def _item(value: Any, path: str) -> Any:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        tables = tomlkit.aot()
        for entry in value:
            tables.append(_item(entry, path))
        return tables
    if isinstance(value, dict):
        table = tomlkit.table()
        # TOML reads every plain key after a sub-table as that sub-table's own.
        for key in sorted(value, key=lambda key: _nested(value[key])):
            table.add(key, _item(value[key], f"{path}.{key}"))
        return table
    item = tomlkit.item(value)
    if path in CLAUSES:
        item.comment(CLAUSES[path])
    return item


def _nested(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))
