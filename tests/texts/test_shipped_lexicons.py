"""The shipped rulesets' own words: what a rulebook forbids is heard, and decent speech is not."""

import pytest

from mafia_bot import rulesets
from mafia_bot.engine.ruleset.discipline import Offence
from mafia_bot.texts.speech import forbidden, formula

INNOCENT = (
    "Игрок номер четыре оправдывался слишком громко, в частности вчера",
    "Господа, спасибо за участие, место шерифа богато на выстрелы",
    "О чём мы спорим, если дон мафии убил мирного жителя",
    "Ставлю на голосование игрока номер шесть, это моё слово",
    "Учесть проверки, подключить логику и прочесть протокол",
)


def lexicon(ruleset: str) -> dict[str, Offence]:
    return {offence.id: offence for offence in rulesets.load()[ruleset].discipline.offences}


@pytest.mark.parametrize("ruleset", rulesets.load())
def test_a_decent_speech_offends_in_no_club(ruleset: str) -> None:
    assert [said for said in INNOCENT if forbidden(said, lexicon(ruleset))] == []


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        pytest.param("masks", "клянусь", marks=pytest.mark.rule("MA-23")),
        pytest.param("masks", "зуб даю", marks=pytest.mark.rule("MA-23")),
        pytest.param("masks", "за мужика отвечаю", marks=pytest.mark.rule("MA-23")),
        pytest.param("carcrash", "честное слово", marks=pytest.mark.rule("CC-12")),
        pytest.param("carcrash", "честный игрок", marks=pytest.mark.rule("CC-12")),
        pytest.param("carcrash", "ради бога", marks=pytest.mark.rule("CC-12")),
        pytest.param("carcrash", "клянусь", marks=pytest.mark.rule("CC-15")),
        pytest.param("most_wanted", "честного слова", marks=pytest.mark.rule("MW-16")),
        pytest.param("most_wanted", "аллахом", marks=pytest.mark.rule("MW-16")),
        pytest.param("most_wanted", "о боже", marks=pytest.mark.rule("MW-16")),
        pytest.param("most_wanted", "нечестно", marks=pytest.mark.rule("MW-17")),
        pytest.param("city", "клянёмся", marks=pytest.mark.rule("CI-14")),
    ],
)
def test_what_a_club_forbids_is_heard_there(ruleset: str, said: str) -> None:
    assert forbidden(said, lexicon(ruleset)) != ()


@pytest.mark.rule("MA-04", "CC-04", "MW-04")
@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        ("masks", "Я выставляю кандидатуру игрока номер четыре"),
        ("carcrash", "Я выставляю кандидатуру игрока №4"),
        ("most_wanted", "Я выдвигаю игрока номер 4"),
    ],
)
def test_each_club_has_its_formula(ruleset: str, said: str) -> None:
    assert formula(said, rulesets.load()[ruleset].circle.formulas) == 4
