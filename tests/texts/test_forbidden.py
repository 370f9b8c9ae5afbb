"""How words are heard: by dictionary form, by root, by phrase, and the innocent ones beside them.

The lexicon is made up; what the clubs forbid is tried in `test_shipped_lexicons`.
"""

from dataclasses import dataclass

import pytest

from mafia_bot.texts.speech import Heard, forbidden, heard


@dataclass(frozen=True)
class Entry:
    lemmas: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()


LEXICON = {
    "oath": Entry(
        lemmas=("клясться", "поклясться", "клятва", "божиться"),
        phrases=("зуб * даю", "даю * зуб", "за мужика отвечаю", "~честный ~слово"),
    ),
    "god": Entry(lemmas=("бог", "божий", "господь", "аллах", "христос", "ей-богу", "god")),
    "honest": Entry(lemmas=("честный", "честь", "бесчестье"), roots=("честн", "honest")),
    "bet": Entry(lemmas=("пари",), phrases=("спорим на", "давай поспорим", "ставлю * рублей")),
    "obscenity": Entry(
        lemmas=("бля",),
        roots=("хуй", "хуе", "хуя", "пизд", "еба", "ебл", "ебн", "бляд", "блят", "мудак"),
        phrases=("сука", "суки", "суку", "сукой"),
    ),
}


@pytest.mark.parametrize(
    "said",
    [
        "клянусь", "Клянусь!", "КЛЯНУСЬ", "клянемся", "клянёмся", "клянись", "клялся", "клялась", "поклялся",
        "поклянусь", "клятва", "клятвой", "мамой клянусь", "божусь", "зуб даю", "зуб тебе даю", "даю зуб",
        "за мужика отвечаю", "честное слово", "честного слова", "клянуcь", "кля\u200bнусь",
    ],
)  # fmt: skip
def test_oaths_are_heard(said: str) -> None:
    assert "oath" in forbidden(f"Слушайте, {said} вам", LEXICON)


@pytest.mark.parametrize(
    "said",
    ["Бог", "бога", "богу", "богом", "о боже", "боги", "божий", "ей-богу", "господи", "господом", "Аллах",
     "аллахом", "Христос", "христа ради", "oh my God"],
)  # fmt: skip
def test_the_name_of_god_is_heard(said: str) -> None:
    assert forbidden(said, LEXICON) == ("god",)


@pytest.mark.parametrize(
    "said",
    ["честно", "Честно говоря", "честный", "честному", "честен", "честна", "честнее", "честнейший",
     "нечестно", "бесчестный", "по-честному", "почестнее", "честность", "честью", "чести",
     "чeстно", "honestly"],
)  # fmt: skip
def test_honestly_and_its_cognates_are_heard(said: str) -> None:
    assert forbidden(said, LEXICON) == ("honest",)


@pytest.mark.parametrize(
    "said", ["пари", "спорим на рубль", "давай поспорим", "ставлю сто рублей", "ставлю 100 рублей"]
)
def test_offers_of_a_bet_are_heard(said: str) -> None:
    assert forbidden(said, LEXICON) == ("bet",)


@pytest.mark.parametrize(
    "said",
    ["нахуй", "похуй", "охуел", "пиздец", "распиздяй", "заебал", "ёбаный", "блядь", "блять", "сука", "суку"],
)
def test_obscene_words_are_heard(said: str) -> None:
    assert forbidden(said, LEXICON) == ("obscenity",)


@pytest.mark.parametrize(
    "said",
    [
        "часто", "частность", "в частности", "участник", "участь", "счастье", "прочесть", "учесть", "шесть",
        "шестнадцать", "честер", "манчестер", "богатый", "богатство", "богат", "убог", "убогий", "Богдан",
        "богиня", "место", "месть", "подключить", "спасибо", "клянчить", "клякса", "проклятый", "спор",
        "о чём мы спорим", "спорный", "ставлю на голосование", "ставлю вопрос", "парик", "парень", "господа",
        "господин шериф", "зубы", "даю слово четвёртому", "мужик отвечает", "слово мирного жителя",
        "психую", "страхуй", "застрахуй", "небо", "хлеба", "учеба", "потребление", "оскорблять",
        "употреблять", "бляха", "колебания", "гребля", "мудрый", "сук на дереве", "команда", "рубль",
        "худой", "себя",
    ],
)  # fmt: skip
def test_innocent_words_are_not(said: str) -> None:
    assert forbidden(said, LEXICON) == ()


def test_one_remark_can_be_several_offences() -> None:
    said = "Честно, клянусь Богом, это так"
    assert forbidden(said, LEXICON) == ("oath", "god", "honest")


@pytest.mark.parametrize(
    "said", ["вебинар", "вебу", "подебатируем", "подебажим", "Себастьян", "Себенцов", "из Ебурга", "ебург"]
)
def test_a_root_begins_neither_other_words_nor_names(said: str) -> None:
    assert forbidden(said, {"obscenity": Entry(roots=("еба", "ебу", "еби", "ебен"))}) == ()


@pytest.mark.parametrize("said", ["съебал", "сьебал", "подъебал", "въеби", "отъебись", "отебись", "разебал"])
def test_a_sign_stands_between_a_prefix_and_its_root(said: str) -> None:
    assert forbidden(said, {"obscenity": Entry(roots=("еба", "еби"))}) == ("obscenity",)


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("Спорим?", True),
        ("Я прав. Спорим, он мафия", True),
        ("спорим", True),
        ("Спорим об этом", False),
        ("мы спорим", False),
        ("Сидим, спорим, молчим", False),
    ],
)
def test_a_phrase_may_be_a_clause_of_its_own_at_the_beginning_of_a_sentence(said: str, heard: bool) -> None:
    assert bool(forbidden(said, {"bet": Entry(phrases=("^ спорим $",))})) is heard


def test_a_word_that_is_as_often_another_is_not_heard() -> None:
    honour = {"honest": Entry(lemmas=("честь",))}
    assert forbidden("Я чту правила", honour) == ()
    assert forbidden("Дело чести", honour) == ("honest",)
    assert forbidden("клятвенно", {"oath": Entry(lemmas=("клятвенно",))}) == ()
    assert forbidden("клятвенно", {"oath": Entry(lemmas=("клятвенно", "клятвенный"))}) == ("oath",)


def test_the_host_is_told_which_word_it_was() -> None:
    assert heard("Ну, зуб тебе ДАЮ!", LEXICON) == (Heard("oath", "зуб тебе даю"),)
    assert heard("По-честному, Боже", LEXICON) == (Heard("god", "боже"), Heard("honest", "по-честному"))


def test_an_empty_lexicon_hears_nothing() -> None:
    assert forbidden("клянусь", {}) == ()
    assert forbidden("", LEXICON) == ()
