"""A script is a promise: what is written in it is played and looked at, or the evening fails."""

import msgspec
import pytest

from tests.evening.conftest import Begin
from tests.evening.script import SCENARIOS, Script, parse, read

SHORTEST = "masks_six"


@pytest.mark.parametrize(
    ("after", "line"),
    [
        ('winner = "mafia"', "loser = 3"),
        ("[[nights]]", "chek = 3"),
        ("[[days]]", "justified = [3]"),
        ("[[days]]", 'rulings = [{ at = 1, warn = 2, offence = "noise", time = 3 }]'),
    ],
)
def test_a_key_that_no_script_has_is_an_error(after: str, line: str) -> None:
    text = (SCENARIOS / f"{SHORTEST}.toml").read_text(encoding="utf-8")
    parse(text)
    with pytest.raises(msgspec.ValidationError, match=line.split()[0] if "{" not in line else "time"):
        parse(text.replace(after, f"{after}\n{line}", 1))


async def played(begin: Begin, script: Script) -> set[str]:
    director = await begin(script)
    await director.play()
    return director.unplayed


async def test_a_line_that_the_evening_never_comes_to_is_named(begin: Begin) -> None:
    script = read(SHORTEST)
    script.days[0].justify = [3]
    script.days[1].agree = [1]
    script.nights[2].visit = 1  # the lover is dead by then
    assert await played(begin, script) == {"day 1: justify 1", "day 2: agree 1", "night 2: visit"}


async def test_a_wrong_private_answer_fails_the_evening(begin: Begin) -> None:
    script = read(SHORTEST)
    assert script.nights[1].check_says == "yes"
    script.nights[1].check_says = "no"
    with pytest.raises(AssertionError, match="мафия"):
        await played(begin, script)


async def test_a_check_without_its_answer_is_not_taken(begin: Begin) -> None:
    script = read(SHORTEST)
    script.nights[1].check_says = None
    with pytest.raises(AssertionError, match="write what the check says"):
        await played(begin, script)


async def test_a_justification_out_of_order_fails_the_evening(begin: Begin) -> None:
    script = read("most_wanted_town")
    script.days[2].justify = [8, 2]
    with pytest.raises(AssertionError, match="another one justifies himself"):
        await played(begin, script)
