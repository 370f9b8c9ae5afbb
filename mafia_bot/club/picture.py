"""The rating table as a PNG: a dark card, zebra rows, medals for the first three places.

Knows how it looks. Drawing takes some 100 ms of one core, so the caller runs it in an executor.
"""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw

from mafia_bot.club.fonts import BOLD, Face
from mafia_bot.club.rating import RatingRow
from mafia_bot.texts import Language

ROWS_A_PAGE = 25
WIDTH, MARGIN, ROW, HEAD, COLUMNS_HEAD, FOOT = 1000, 40, 52, 132, 44, 56
NAME_LEFT = MARGIN + 76
# Right edges of the columns of numbers.
GAMES, WINS, SHARE, POINTS = 628, 758, 852, WIDTH - MARGIN - 16
NAME_RIGHT = 530

GROUND, STRIPE, LINE = (30, 31, 38), (38, 40, 49), (200, 58, 66)
INK, PALE, ACCENT = (238, 238, 242), (150, 153, 166), (255, 209, 102)
MEDALS = {1: (240, 190, 60), 2: (190, 198, 210), 3: (205, 134, 78)}
MEDAL_INK = (40, 34, 24)
MEDAL_RADIUS = 19


def pages(rows: Sequence[RatingRow]) -> int:
    """How many pictures a table takes: at least one, even when it is empty."""
    return max(1, -(-len(rows) // ROWS_A_PAGE))


def rating_picture(
    rows: Sequence[RatingRow], texts: Language, *, club: str, season: str, page: int = 1, games: int = 0
) -> bytes:
    """PNG bytes of one page of the whole table `rows`.

    `club` and `season` are the head, already in words; `games` is how many games the table counts. `page`
    runs from 1 to `pages(rows)`; a page beyond that raises ValueError. A name loses what the font cannot draw
    and is cut to its column.
    """
    if not 1 <= page <= pages(rows):
        raise ValueError(f"page {page} of {pages(rows)}")
    shown = rows[(page - 1) * ROWS_A_PAGE : page * ROWS_A_PAGE]
    height = HEAD + COLUMNS_HEAD + ROW * max(1, len(shown)) + FOOT
    image = Image.new("RGB", (WIDTH, height), GROUND)
    card = _Card(image, texts)
    card.head(club, season)
    for index, row in enumerate(shown):
        card.row(index, row)
    if not shown:
        card.empty()
    card.foot(height, len(rows), games, page, pages(rows))
    out = BytesIO()
    # The smallest file takes three times as long to press and saves a tenth.
    image.save(out, "PNG", compress_level=6)
    return out.getvalue()


class _Card:
    """The pen: where each thing goes, in which type and colour."""

    def __init__(self, image: Image.Image, texts: Language) -> None:
        self._image, self._draw, self._texts = image, ImageDraw.Draw(image), texts
        self._title, self._text, self._strong = Face(40, BOLD), Face(25), Face(25, BOLD)
        self._small = Face(20)

    def head(self, club: str, season: str) -> None:
        self._draw.rectangle((0, 0, WIDTH, 8), fill=LINE)
        room = WIDTH - 2 * MARGIN
        title = self._title.fit(self._title.clean(club), room)
        self._write(MARGIN, 60, title, self._title, INK)
        self._write(MARGIN, 104, self._small.fit(self._small.clean(season), room), self._small, PALE)
        y = HEAD + COLUMNS_HEAD / 2
        self._write(MARGIN + 28, y, self._texts("rating-column-place"), self._small, PALE, "mm")
        self._write(NAME_LEFT, y, self._texts("rating-column-name"), self._small, PALE)
        for name, right in (("games", GAMES), ("wins", WINS), ("share", SHARE), ("points", POINTS)):
            self._write(right, y, self._texts(f"rating-column-{name}"), self._small, PALE, "rm")

    def row(self, index: int, row: RatingRow) -> None:
        top = HEAD + COLUMNS_HEAD + index * ROW
        middle = top + ROW / 2
        if index % 2 == 0:
            box = (MARGIN - 16, top, WIDTH - MARGIN + 16, top + ROW - 1)
            self._draw.rounded_rectangle(box, radius=10, fill=STRIPE)
        self._place(middle, row.place)
        name = self._text.clean(row.name) or str(row.user)
        face = self._strong if row.place in MEDALS else self._text
        self._write(NAME_LEFT, middle, face.fit(name, NAME_RIGHT - NAME_LEFT), face, INK)
        self._write(GAMES, middle, str(row.games), self._text, INK, "rm")
        self._write(WINS, middle, str(row.wins), self._text, INK, "rm")
        self._write(SHARE, middle, f"{row.share:.0%}", self._text, PALE, "rm")
        points = self._texts("number", value=row.points)
        self._write(POINTS, middle, points, self._strong, ACCENT, "rm")

    def empty(self) -> None:
        y = HEAD + COLUMNS_HEAD + ROW / 2
        self._write(WIDTH / 2, y, self._texts("rating-empty"), self._text, PALE, "mm")

    def foot(self, height: int, players: int, games: int, page: int, of: int) -> None:
        y = height - FOOT / 2
        total = self._texts("rating-footer", players=players, games=games)
        self._write(MARGIN, y, total, self._small, PALE)
        if of > 1:
            number = self._texts("rating-page", page=page, pages=of)
            self._write(WIDTH - MARGIN - 16, y, number, self._small, PALE, "rm")

    def _place(self, middle: float, place: int) -> None:
        x = MARGIN + 28
        colour = MEDALS.get(place)
        if colour is None:
            self._write(x, middle, str(place), self._text, PALE, "mm")
            return
        self._disc(x, middle, colour)
        self._write(x, middle, str(place), self._strong, MEDAL_INK, "mm")

    def _disc(self, x: float, y: float, colour: tuple[int, int, int]) -> None:
        # Pillow draws hard edges: drawn larger and shrunk, a disc is round.
        side = 2 * MEDAL_RADIUS
        mask = Image.new("L", (side * 4, side * 4))
        ImageDraw.Draw(mask).ellipse((0, 0, side * 4 - 1, side * 4 - 1), fill=255)
        mask = mask.resize((side, side), Image.Resampling.LANCZOS)
        self._image.paste(colour, (round(x) - MEDAL_RADIUS, round(y) - MEDAL_RADIUS), mask)

    def _write(
        self, x: float, y: float, text: str, face: Face, colour: tuple[int, int, int], anchor: str = "lm"
    ) -> None:
        self._draw.text((x, y), text, font=face.font, fill=colour, anchor=anchor)
