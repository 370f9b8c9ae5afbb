"""A ruleset as journals and clubs' shelves keep it: it says its schema, and an older one still opens."""

from typing import Any

import pytest
from pydantic import ValidationError

from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.ruleset.stored import SCHEMAS, Schemas, UnknownSchema, ruleset_of, stored
from mafia_bot.rulesets import load
from mafia_bot.rulesets.files import Fault, read, written

SHIPPED = load()
MASKS = SHIPPED["masks"]
FIRST = MASKS.model_dump(mode="json")
"""What rulesets were stored as before they said their schema."""


def slower(data: dict[str, Any]) -> dict[str, Any]:
    """Schema 2 of this file: minutes became seconds."""
    return {"seconds": data["minutes"] * 60}


def split(data: dict[str, Any]) -> dict[str, Any]:
    """Schema 3 of this file: one limit became two."""
    return {"least": data["seconds"], "most": data["seconds"] + 1}


THREE = Schemas([slower, split])


@pytest.mark.parametrize("rules", SHIPPED.values(), ids=SHIPPED)
def test_a_stored_ruleset_says_its_schema_and_comes_back(rules: Ruleset) -> None:
    data = stored(rules)
    assert data["schema"] == SCHEMAS.newest
    assert ruleset_of(data) == rules


def test_a_ruleset_stored_before_there_were_schemas_is_of_the_first() -> None:
    assert "schema" not in FIRST
    assert ruleset_of(FIRST) == MASKS


def test_an_old_schema_is_raised_step_by_step_to_todays() -> None:
    assert THREE.newest == 3
    assert THREE.raised({"minutes": 2}) == {"least": 120, "most": 121}
    assert THREE.raised({"schema": 1, "minutes": 2}) == {"least": 120, "most": 121}
    assert THREE.raised({"schema": 2, "seconds": 7}) == {"least": 7, "most": 8}
    assert THREE.raised({"schema": 3, "least": 1, "most": 4}) == {"least": 1, "most": 4}


def test_raising_leaves_the_journals_own_data_as_it_was() -> None:
    data = {"schema": 1, "minutes": 2}
    THREE.raised(data)
    assert data == {"schema": 1, "minutes": 2}


@pytest.mark.parametrize("schema", [0, -1, "1", 1.0, None, True])
def test_a_schema_that_never_was_is_an_error(schema: object) -> None:
    with pytest.raises(UnknownSchema) as caught:
        ruleset_of({**FIRST, "schema": schema})
    assert not caught.value.newer


def test_a_schema_of_a_later_version_is_a_clear_error_and_not_a_list_of_strange_axes() -> None:
    with pytest.raises(UnknownSchema, match=r"schema 99 is not known: this program reads 1 to") as caught:
        ruleset_of({**FIRST, "schema": 99, "moon_phases": True})
    assert caught.value.newer


def test_what_no_schema_knows_is_still_an_unknown_axis() -> None:
    with pytest.raises(ValidationError, match="weather"):
        ruleset_of({**FIRST, "weather": "rain"})


def test_a_written_file_says_its_schema_and_a_later_one_is_named_with_its_line() -> None:
    text = written(MASKS)
    first, rest = text.split("\n", 1)
    assert first == f"schema = {SCHEMAS.newest}"
    assert read(rest) == MASKS, "a file written by hand says none"
    assert _only_fault(f"schema = 99\n{rest}").code == "newer-schema"
    assert _only_fault(f'schema = "new"\n{rest}').code == "kind"


def _only_fault(text: str) -> Fault:
    found = read(text)
    assert isinstance(found, tuple)
    (fault,) = found
    assert (fault.line, fault.axis) == (1, "schema")
    return fault


@pytest.mark.rule("CC-16")
def test_a_monster_of_the_first_schema_serves_by_presence_and_nobody_else() -> None:
    first = SHIPPED["carcrash"].model_dump(mode="json")
    for offence in first["discipline"]["offences"]:
        del offence["presence"]
    assert ruleset_of(first) == SHIPPED["carcrash"]
    by_presence = [o.id for o in SHIPPED["carcrash"].discipline.offences if o.presence]
    assert by_presence == ["monster"], "002: «пропускает 2 игры в его присутствии», the others just pass"


@pytest.mark.parametrize("broken", [{}, {"discipline": 3}, {"discipline": {"offences": [7]}}])
def test_raising_leaves_what_is_no_ruleset_to_the_reader(broken: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        ruleset_of(broken)
