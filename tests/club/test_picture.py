"""The rating table as a picture."""

import io

import pytest
from PIL import Image

from mafia_bot.club.fonts import ELLIPSIS, Face
from mafia_bot.club.picture import ROWS_A_PAGE, WIDTH, pages, rating_picture
from mafia_bot.club.rating import RatingRow
from mafia_bot.engine.ids import UserId
from mafia_bot.texts import Texts

RU = Texts.load().for_language("ru")


def table(count: int, name: str = "Игрок") -> list[RatingRow]:
    return [RatingRow(n, UserId(n), f"{name} {n}", 4, 2, 0.5, 2.5) for n in range(1, count + 1)]


def drawn(rows: list[RatingRow], page: int = 1) -> Image.Image:
    return Image.open(io.BytesIO(rating_picture(rows, RU, club="Клуб", season="Осень", page=page)))


def test_it_is_a_png_that_grows_with_its_rows() -> None:
    small, large = drawn(table(3)), drawn(table(25))
    assert small.format == "PNG"
    assert small.width == large.width == WIDTH
    assert large.height > small.height


def test_a_page_holds_twenty_five_rows() -> None:
    assert [pages(table(n)) for n in (0, 1, ROWS_A_PAGE, ROWS_A_PAGE + 1)] == [1, 1, 1, 2]
    assert drawn(table(30), page=2).height < drawn(table(30), page=1).height
    with pytest.raises(ValueError, match="page 3 of 2"):
        drawn(table(30), page=3)


def test_an_empty_table_says_so_in_a_picture_too() -> None:
    assert drawn([]).format == "PNG"


def test_the_same_table_is_the_same_picture() -> None:
    assert drawn(table(3)).tobytes() == drawn(table(3)).tobytes()
    assert drawn(table(3)).tobytes() != drawn(table(3, "Другой")).tobytes()


def test_the_font_has_every_letter_of_our_texts() -> None:
    face = Face(24)
    for letters in ("АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "Zoë№«»—…·"):
        assert face.clean(letters) == letters


def test_what_the_font_cannot_draw_is_left_out() -> None:
    assert Face(24).clean("✨ Ёжик  в тумане 🎩") == "Ёжик в тумане"
    assert Face(24).clean("李雷") == ""


def test_long_names_end_in_an_ellipsis() -> None:
    face = Face(24)
    cut = face.fit("Очень длинное имя, которому тесно", 120)
    assert cut.endswith(ELLIPSIS)
    assert face.width(cut) <= 120
    assert face.fit("Аня", 120) == "Аня"
