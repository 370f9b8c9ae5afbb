"""Whoever reads a number reads who it is."""

import pytest

from mafia_bot.engine.ids import Role
from mafia_bot.texts import Language, Texts

TEXTS = Texts.load()
RU = TEXTS.for_language("ru").seated({3: "Зоя", 4: "*Мишка*", 5: "زينب"})


def test_a_seat_is_written_with_its_name() -> None:
    assert RU("speech-next", seat=3) == "Готовится игрок №\u00a03 · Зоя."
    assert RU("nominations-list", seats=[3, 1]) == "Выставлены: №\u00a03 · Зоя и №\u00a01."


def test_a_language_without_a_table_writes_the_number() -> None:
    assert TEXTS.for_language("ru")("speech-next", seat=3) == "Готовится игрок №\u00a03."
    assert TEXTS.for_language("en")("speech-next", seat=3) == "Player #3 is next."


def test_a_name_cannot_change_the_layout_of_a_line() -> None:
    assert "№\u00a04 · \\*Мишка\\*" in RU("speech-next", seat=4)


def test_a_button_writes_a_name_as_it_is() -> None:
    assert RU.label("option-seat", seat=4) == "№\u00a04 · *Мишка*"


def test_a_name_from_right_to_left_leaves_the_line_as_it_is() -> None:
    assert RU.label("option-seat", seat=5) == "№\u00a05 · \u2068زينب\u2069"


@pytest.mark.parametrize("key", ["lobby-row", "sheet-row", "player-replaced", "card-seat"])
def test_where_the_person_stands_anyway_the_number_stands_alone(key: str) -> None:
    language: Language = RU
    assert "place" in language.fields(key)["seat"]


@pytest.mark.rule("CI-23")
def test_rules_that_call_a_card_otherwise_are_worded_so_in_every_case_of_the_word() -> None:
    city = RU.called({Role.SHERIFF: "commissioner"})
    assert city("role-sheriff") == "комиссар"
    assert city.word("role-sheriff", "gen") == "комиссара"
    assert "комиссар" in city("card-sheriff")
    assert "Просыпается комиссар" in city("night-step-check", role=Role.SHERIFF, deadline=0)
    assert city("speech-next", seat=3) == RU("speech-next", seat=3), "the seats keep their names"
    assert city.seated({})("role-sheriff") == "комиссар"
    assert city.called({})("role-sheriff") == RU("role-sheriff") == "шериф"


def test_a_name_that_no_text_has_is_passed_over() -> None:
    assert RU.called({Role.SHERIFF: "constable"})("role-sheriff") == "шериф"
