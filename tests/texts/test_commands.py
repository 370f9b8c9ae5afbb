"""Discord refuses a whole command tree for one bad name: every name and description keeps its limits."""

import re
from collections import Counter

import pytest

from mafia_bot.texts import LANGUAGES, Language, Texts

NAME = re.compile(r"[-_\w]{1,32}")


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Language:
    return Texts.load().for_language(request.param)


def bases(language: Language) -> list[str]:
    keys = [*language.keys_under("command-"), *language.keys_under("option-")]
    return [key.removesuffix("-name") for key in keys if key.endswith("-name")]


def test_names_are_lower_case_without_spaces(language: Language) -> None:
    for base in bases(language):
        name = language(f"{base}-name")
        assert NAME.fullmatch(name), name
        assert name == name.lower()


def test_descriptions_are_one_short_line(language: Language) -> None:
    for base in bases(language):
        assert 1 <= len(language(f"{base}-about")) <= 100


def test_siblings_have_different_names(language: Language) -> None:
    siblings = Counter(
        (base.rpartition("-")[0], language(f"{base}-name"))
        for base in bases(language)
        if "option" not in base
    )
    assert [pair for pair, count in siblings.items() if count > 1] == []


def test_buttons_fit_their_labels(language: Language) -> None:
    for key in language.keys_under("button-"):
        assert len(language(key, seat=20)) <= 80
