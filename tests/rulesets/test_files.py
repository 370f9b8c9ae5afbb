"""A ruleset as a file: read back unchanged, and every fault of a wrong one at once, with its line."""

from pathlib import Path

import pytest

from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.rulesets import RulesetError, load, parse
from mafia_bot.rulesets.clauses import CLAUSES
from mafia_bot.rulesets.files import Fault, places, read, written

SHIPPED = load()
SEVEN = {"carcrash", "city", "classic", "classic15", "masks", "most_wanted", "sport"}


def faults(text: str) -> dict[str, Fault]:
    found = read(text)
    assert isinstance(found, tuple)
    return {fault.axis: fault for fault in found}


def line_of(text: str, part: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), start=1) if part in line)


def test_seven_rulesets_come_with_the_bot() -> None:
    assert set(SHIPPED) == SEVEN


@pytest.mark.parametrize("rules", SHIPPED.values(), ids=SHIPPED)
def test_a_ruleset_survives_its_file(rules: Ruleset) -> None:
    assert read(written(rules)) == rules


def test_a_written_file_names_the_clauses_beside_the_axes() -> None:
    text = written(SHIPPED["masks"])
    line = text.splitlines()[line_of(text, "abstainers =") - 1]
    assert line == f'abstainers = "nobody" # {CLAUSES["vote.abstainers"]}'


def test_every_fault_is_found_at_once_with_its_line() -> None:
    text = written(SHIPPED["masks"])
    text = text.replace('abstainers = "nobody"', 'abstainers = "lost"')
    text = text.replace("draw_rounds = 5", "draw_rounds = 500")
    text = text.replace("lapse_nightly = true", "lapses = true")
    found = faults(text)
    assert set(found) == {"vote.abstainers", "wins.draw_rounds", "discipline.ladder.lapses"}
    assert found["vote.abstainers"].line == line_of(text, "abstainers =")
    assert found["vote.abstainers"].code == "choice"
    assert found["wins.draw_rounds"].line == line_of(text, "draw_rounds =")
    assert (found["wins.draw_rounds"].code, found["wins.draw_rounds"].data["le"]) == ("at-most", "50")
    assert found["discipline.ladder.lapses"].line == line_of(text, "lapses =")
    assert found["discipline.ladder.lapses"].code == "unknown"


def test_contradictions_are_all_named() -> None:
    text = written(SHIPPED["masks"])
    text = text.replace("curfew = false", "curfew = true")
    text = text.replace("from_mafia = true", "from_mafia = false")
    found = faults(text)
    assert found["wins.curfew"].code == "curfew-undecided"
    assert found["heal"].code == "saves-nobody"
    assert found["wins.curfew"].line == line_of(text, "curfew =")


def test_more_roles_than_seats() -> None:
    text = written(SHIPPED["most_wanted"]).replace("mafia = 2", "mafia = 12")
    assert faults(text)["deal.rows"].code == "too-many-roles"


def test_seats_out_of_range() -> None:
    found = faults(written(SHIPPED["masks"]).replace("most = 20", "most = 21", 1))
    assert found["seats.most"].code == "at-most"


def test_what_is_no_toml_has_the_line_where_it_breaks() -> None:
    found = read('id = "club"\nseats = {\n')
    assert isinstance(found, tuple)
    assert (found[0].code, found[0].line) == ("not-toml", 2)


def test_a_huge_file_is_not_read() -> None:
    found = read("# " + "x" * 70_000)
    assert isinstance(found, tuple)
    assert found[0].code == "too-large"


def test_an_operators_wrong_file_says_where_and_what() -> None:
    with pytest.raises(RulesetError, match=r"club\.toml: .*line 2: seats\.least"):
        parse('[seats]\nleast = "few"', "club.toml")


def test_places_number_the_members_of_a_list() -> None:
    assert places("[a]\nb = 1\n[[c.d]]\ne = 1\n[[c.d]]\ne = 2\n")["c.d.1.e"] == 6


def test_a_directory_that_is_not_there_is_no_empty_one(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match="there is no such directory"):
        load(tmp_path / "rules")
