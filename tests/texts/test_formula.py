"""The spoken formula of nomination, typed in the chat."""

import pytest

from mafia_bot.texts.numerals import RUSSIAN
from mafia_bot.texts.speech import NEAR_MISS, formula, thanks

MASKS = ("я выставляю кандидатуру игрока номер {seat}", "i nominate player number {seat}")
MOST_WANTED = ("я выставляю игрока номер {seat}", "я выдвигаю игрока номер {seat}")


@pytest.mark.rule("MA-04", "CC-04")
@pytest.mark.parametrize(
    "said",
    [
        "Я выставляю кандидатуру игрока номер четыре",
        "я выставляю кандидатуру игрока №4",
        "Я выставляю кандидатуру игрока № 4.",
        "Я выставляю кандидатуру игрока №. 4!",
        "Я  ВЫСТАВЛЯЮ, кандидатуру игрока номер 4...",
        "«Я выставляю кандидатуру игрока номер четыре»",
        "Я выставляю кандидатуру игрока 4",
        "Думаю, он чёрный. Я выставляю кандидатуру игрока номер 4. Спасибо!",
        "Я выставляю кандидатуру игрока номер 4, спасибо",
        "**Я выставляю кандидатуру игрока #4**",
        "I nominate player number four",
        "I nominate player No. 4, thank you",
    ],
)
def test_the_whole_formula_nominates(said: str) -> None:
    assert formula(said, MASKS) == 4


@pytest.mark.rule("MA-04", "CC-04")
@pytest.mark.parametrize(
    "said",
    [
        "выставляю четвёртого",
        "Выставляю кандидатуру игрока номер 4",
        "Я выставляю игрока номер 4",
        "Я выставил кандидатуру игрока номер 4",
        "Я не выставляю кандидатуру игрока номер 4",
        "Я выставляю кандидатуру игрока номер четвёртый",
        "Я выставляю кандидатуру игрока номер 0",
        "Я выставляю кандидатуру игрока номер 21",
        "Я выставляю кандидатуру игрока номер 4 и номер 5",
        "Я выставляю кандидатуру игрока",
        "I nominate 4",
    ],
)
def test_a_near_miss_is_not_a_nomination(said: str) -> None:
    assert formula(said, MASKS) is NEAR_MISS


@pytest.mark.parametrize("said", ["", "Четыре", "Игрок номер 4 — чёрный", "Спасибо", "!!!"])
def test_other_talk_is_nothing(said: str) -> None:
    assert formula(said, MASKS) is None


@pytest.mark.rule("MW-04")
@pytest.mark.parametrize("verb", ["выставляю", "выдвигаю"])
def test_another_club_has_another_formula(verb: str) -> None:
    assert formula(f"Я {verb} игрока номер двадцать", MOST_WANTED) == 20
    assert formula("Я выставляю кандидатуру игрока номер 4", MOST_WANTED) is NEAR_MISS


@pytest.mark.parametrize("number", range(1, 21))
def test_every_seat_can_be_said_in_digits_and_words(number: int) -> None:
    for said in (str(number), RUSSIAN.split()[number - 1]):
        assert formula(f"Я выставляю кандидатуру игрока номер {said}", MASKS) == number


def test_without_formulas_nothing_nominates() -> None:
    assert formula("Я выставляю кандидатуру игрока номер 4", ()) is NEAR_MISS


@pytest.mark.rule("CL-04")
@pytest.mark.parametrize("said", ["Спасибо", "СПАСИБО!", "Мне нечего сказать. Спасибо.", "Пас!", "Thank you"])
def test_thanks_ends_a_speech(said: str) -> None:
    assert thanks(said)


@pytest.mark.parametrize("said", ["Спасибо ведущему за игру", "спасибочки", "", "пасую"])
def test_a_word_of_thanks_in_passing_does_not(said: str) -> None:
    assert not thanks(said)
