"""The shipped rulesets' own words: all that a rulebook forbids is heard there, in every form, as what it is;
no word in a list is idle; and decent speech offends in no club. What is said lies in `said.toml`.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from mafia_bot import rulesets
from mafia_bot.engine.ruleset.discipline import Offence
from mafia_bot.texts.speech import forbidden, formula

SHIPPED = rulesets.load()
SAID = {
    kind: said["heard"]
    for kind, said in tomllib.loads(Path(__file__).with_name("said.toml").read_text(encoding="utf-8")).items()
}
KINDS = {
    "masks": {
        "improper_words": ("insult", "coarse"),
        "oath": ("oath", "vow", "tooth"),
        "bet": ("bet",),
        "obscene": ("obscene",),
    },
    "classic": {"obscene": ("obscene",)},
    "classic15": {"obscene": ("obscene",)},
    "carcrash": {
        "honestly": ("honest", "honest_word"),
        "god": ("god",),
        "obscene": ("obscene",),
        "insult": ("insult",),
        "oath": ("oath", "solemn"),
    },
    "city": {
        "obscene": ("obscene",),
        "insult": ("insult",),
        "oath": ("oath", "solemn", "vow", "tooth", "sworn"),
        "threat": ("threat",),
        "bribery": ("bribe",),
        "bet": ("bet",),
    },
    "most_wanted": {
        "oath": ("oath", "solemn", "vow", "tooth", "sworn", "honest_word"),
        "god": ("god", "religion"),
        "bet": ("bet",),
        "honestly": ("honest",),
        "obscene": ("obscene", "coarse"),
        "disrespect": ("insult",),
    },
    "sport": {"obscene": ("obscene",)},
}
"""Ruleset → offence → what is said that is this offence there."""


class Words(Struct, frozen=True):
    """The words of one offence."""

    lemmas: tuple[str, ...]
    roots: tuple[str, ...]
    phrases: tuple[str, ...]


def lexicon(ruleset: str) -> dict[str, Offence]:
    return {offence.id: offence for offence in SHIPPED[ruleset].discipline.offences}


def words_of(ruleset: str, offence: str) -> Words:
    found = lexicon(ruleset)[offence]
    return Words(found.lemmas, found.roots, found.phrases)


def said(ruleset: str, offence: str) -> list[str]:
    return [line for kind in KINDS[ruleset][offence] for line in SAID[kind]]


@pytest.mark.parametrize(
    ("ruleset", "offence"),
    [
        pytest.param("masks", "improper_words", marks=pytest.mark.rule("MA-20")),
        pytest.param("masks", "oath", marks=pytest.mark.rule("MA-23")),
        pytest.param("masks", "bet", marks=pytest.mark.rule("MA-23")),
        pytest.param("masks", "obscene", marks=pytest.mark.rule("MA-23")),
        ("classic", "obscene"),
        ("classic15", "obscene"),
        pytest.param("carcrash", "honestly", marks=pytest.mark.rule("CC-12")),
        pytest.param("carcrash", "god", marks=pytest.mark.rule("CC-12")),
        pytest.param("carcrash", "obscene", marks=pytest.mark.rule("CC-12")),
        pytest.param("carcrash", "insult", marks=pytest.mark.rule("CC-12")),
        pytest.param("carcrash", "oath", marks=pytest.mark.rule("CC-15")),
        pytest.param("city", "obscene", marks=pytest.mark.rule("CI-14")),
        pytest.param("city", "insult", marks=pytest.mark.rule("CI-14")),
        pytest.param("city", "oath", marks=pytest.mark.rule("CI-14")),
        pytest.param("city", "threat", marks=pytest.mark.rule("CI-14")),
        pytest.param("city", "bribery", marks=pytest.mark.rule("CI-14")),
        pytest.param("city", "bet", marks=pytest.mark.rule("CI-14")),
        pytest.param("most_wanted", "oath", marks=pytest.mark.rule("MW-16")),
        pytest.param("most_wanted", "god", marks=pytest.mark.rule("MW-16")),
        pytest.param("most_wanted", "bet", marks=pytest.mark.rule("MW-16")),
        pytest.param("most_wanted", "honestly", marks=pytest.mark.rule("MW-17")),
        pytest.param("most_wanted", "obscene", marks=pytest.mark.rule("MW-17")),
        pytest.param("most_wanted", "disrespect", marks=pytest.mark.rule("MW-17")),
        ("sport", "obscene"),
    ],
)
def test_what_a_club_forbids_is_heard_there(ruleset: str, offence: str) -> None:
    words = lexicon(ruleset)
    assert [line for line in said(ruleset, offence) if offence not in forbidden(line, words)] == []


def _every_list() -> Iterator[tuple[str, str]]:
    """Each different list of words once."""
    met = set()
    for ruleset, offences in KINDS.items():
        for offence, kinds in offences.items():
            if (words := (words_of(ruleset, offence), kinds)) not in met:
                met.add(words)
                yield ruleset, offence


@pytest.mark.parametrize(("ruleset", "offence"), [*_every_list()])
def test_no_word_of_a_list_is_idle(ruleset: str, offence: str) -> None:
    words, lines, idle = words_of(ruleset, offence), said(ruleset, offence), []
    for name in Words.__struct_fields__:
        for entry in getattr(words, name):
            fewer = replace(words, **{name: tuple(e for e in getattr(words, name) if e != entry)})
            idle += [entry] if all(forbidden(line, {"it": fewer}) for line in lines) else []
    assert idle == []


def test_whatever_a_shipped_ruleset_hears_is_said_here() -> None:
    listening = {
        ruleset: {id_ for id_, o in lexicon(ruleset).items() if o.lemmas or o.roots or o.phrases}
        for ruleset in SHIPPED
    }
    assert listening == {ruleset: set(offences) for ruleset, offences in KINDS.items()}


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_decent_speech_offends_in_no_club(ruleset: str) -> None:
    words = lexicon(ruleset)
    assert {line: hits for line in SAID["innocent"] if (hits := forbidden(line, words))} == {}


@pytest.mark.parametrize(
    ("ruleset", "line", "offences"),
    [
        pytest.param("carcrash", "он честный", ("honestly",), marks=pytest.mark.rule("CC-12")),
        pytest.param("carcrash", "клянусь", ("oath",), marks=pytest.mark.rule("CC-15")),
        pytest.param("carcrash", "зуб даю", (), marks=pytest.mark.rule("CC-15")),
        pytest.param("masks", "честно", (), marks=pytest.mark.rule("MA-23")),
        pytest.param("city", "ей-богу", (), marks=pytest.mark.rule("CI-14")),
        pytest.param("most_wanted", "честное слово", ("oath", "honestly"), marks=pytest.mark.rule("MW-16")),
        pytest.param("most_wanted", "честно", ("honestly",), marks=pytest.mark.rule("MW-17")),
        pytest.param(
            "most_wanted",
            "Честно, клянусь Богом, это так",
            ("oath", "god", "honestly"),
            marks=pytest.mark.rule("MW-18"),
        ),
    ],
)
def test_a_word_is_what_the_clubs_own_text_calls_it(
    ruleset: str, line: str, offences: tuple[str, ...]
) -> None:
    assert forbidden(line, lexicon(ruleset)) == offences


@pytest.mark.rule("MA-04", "CC-04", "MW-04")
@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        ("masks", "Я выставляю кандидатуру игрока номер четыре"),
        ("carcrash", "Я выставляю кандидатуру игрока №4"),
        ("most_wanted", "Я выставляю игрока номер 4"),
        ("most_wanted", "Я выдвигаю игрока номер 4"),
    ],
)
def test_each_club_has_its_formula(ruleset: str, said: str) -> None:
    assert formula(said, SHIPPED[ruleset].circle.formulas) == 4
