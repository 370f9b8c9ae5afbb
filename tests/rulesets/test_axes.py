"""Changing one axis: what is legal, what is refused and why; every axis has its clauses and its words."""

import pytest

from mafia_bot.rulesets import load
from mafia_bot.rulesets.axes import AXES, AxisError, changed, value_of
from mafia_bot.rulesets.clauses import CLAUSES
from mafia_bot.texts import Texts

MASKS = load()["masks"]
TEXTS = Texts.load()


def test_every_axis_names_the_clauses_it_serves() -> None:
    assert set(CLAUSES) == set(AXES)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_every_axis_has_words(language: str) -> None:
    texts = TEXTS.for_language(language)
    assert [p for p in AXES if not texts.has(f"axis-{p.replace('.', '-')}")] == []


@pytest.mark.parametrize(
    ("path", "typed", "value"),
    [
        ("vote.window_seconds", "2.5", 2.5),
        ("vote.abstainers", "last", "last"),
        ("vote.abstainers", '"last"', "last"),
        ("visit.alibi", "false", False),
        ("discipline.ladder.critical_at", "[3, 4]", (3, 4)),
        ("deal.choice_from", "", None),
        ("wins.draw_rounds", " 3 ", 3),
    ],
)
def test_an_axis_is_set_and_the_version_rises(path: str, typed: str, value: object) -> None:
    after = changed(MASKS, path, typed)
    assert value_of(after, path) == value
    assert after.version == MASKS.version + 1


@pytest.mark.parametrize(
    ("path", "typed", "code"),
    [
        ("vote.window_seconds", "-1", "above"),
        ("vote.window_seconds", "soon", "kind"),
        ("vote.abstainers", "everybody", "choice"),
        ("wins.draw_rounds", "0", "at-least"),
        ("wins.curfew", "true", "curfew-undecided"),
    ],
)
def test_a_wrong_value_is_refused_with_its_reason(path: str, typed: str, code: str) -> None:
    with pytest.raises(AxisError) as refused:
        changed(MASKS, path, typed)
    assert refused.value.axis == AXES[path]
    assert [fault.code for fault in refused.value.faults] == [code]


def test_an_unknown_axis() -> None:
    with pytest.raises(AxisError) as refused:
        changed(MASKS, "vote.colour", "red")
    assert refused.value.axis is None


def test_a_choice_knows_its_values_and_a_number_its_ends() -> None:
    assert AXES["vote.abstainers"].values == ("nobody", "last", "self")
    assert (AXES["wins.draw_rounds"].least, AXES["wins.draw_rounds"].most) == (1, 50)
