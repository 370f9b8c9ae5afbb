"""A club's own texts: its words in place of ours, or those of a role of its own."""

from pathlib import Path

import pytest

from mafia_bot.texts import TextError, Texts


def club(directory: Path, ru: str, en: str) -> Path:
    """A directory with one file a language."""
    for code, text in (("ru", ru), ("en", en)):
        (directory / code).mkdir()
        (directory / code / "club.toml").write_text(text, encoding="utf-8")
    return directory


def test_a_club_says_things_in_its_own_words_and_the_rest_in_ours(tmp_path: Path) -> None:
    own = club(tmp_path, 'night-hint = "Тсс!"', 'night-hint = "Hush!"')
    texts = Texts.load(own=own)
    assert [texts.for_language(code)("night-hint") for code in ("ru", "en")] == ["Тсс!", "Hush!"]
    assert texts.for_language("en")("panel-title") == Texts.load().for_language("en")("panel-title")
    assert Texts.load().for_language("en")("night-hint") != "Hush!", "another club's words are its own"


def test_a_club_brings_words_for_what_we_do_not_have(tmp_path: Path) -> None:
    own = club(tmp_path, '[role-jester]\nnom = "шут"\ngen = "шута"', '[role-jester]\nnom = "jester"')
    texts = Texts.load(own=own)
    assert texts.for_language("ru").word("role-jester", "gen") == "шута"
    assert texts.for_language("en")("deal-row", role="jester", count=1) == "Jester — 1"


@pytest.mark.parametrize(
    ("ru", "en", "fault"),
    [
        ('night-hint = "Тсс!"', "", "en: no text 'night-hint'"),
        ('night-hint = "{moon}"', 'night-hint = "Hush!"', "ru: night-hint: no field 'moon' is given to it"),
        ('night-hint = "Тсс!"', 'night-hint = "{moon"', "en: night-hint: expected '}'"),
        ('jest = "{n:plurall|a|b}"', 'jest = "ha"', "ru: jest: unknown spec 'plurall|a|b'"),
        ("jest = 3", 'jest = "ha"', "ru: jest: neither a text nor a table"),
        ('[jest]\ngen = "ха"', 'jest = "ha"', "ru: jest: neither a text nor a table"),
        ("jest =", 'jest = "ha"', "club.toml: Invalid value"),
        ('jest = "ха"\njest = "ха"', 'jest = "ha"', "club.toml: Cannot overwrite a value"),
    ],
)
def test_what_is_wrong_in_a_clubs_texts_is_said_at_the_start(
    ru: str, en: str, fault: str, tmp_path: Path
) -> None:
    with pytest.raises(TextError) as refused:
        Texts.load(own=club(tmp_path, ru, en))
    assert fault in str(refused.value)


def test_everything_wrong_is_said_at_once(tmp_path: Path) -> None:
    own = club(tmp_path, 'night-hint = "{moon}"\njest = "ха"', 'night-hint = "{sun}"')
    with pytest.raises(TextError) as refused:
        Texts.load(own=own)
    assert all(word in str(refused.value) for word in ("moon", "sun", "jest"))


def test_a_key_in_two_files_is_refused(tmp_path: Path) -> None:
    own = club(tmp_path, 'jest = "ха"', 'jest = "ha"')
    (own / "ru" / "other.toml").write_text('jest = "хи"', encoding="utf-8")
    with pytest.raises(TextError, match=r"other.toml: jest stands twice"):
        Texts.load(own=own)


def test_a_directory_that_is_not_there_is_no_empty_one(tmp_path: Path) -> None:
    with pytest.raises(TextError, match="there is no such directory"):
        Texts.load(own=tmp_path / "nowhere")
