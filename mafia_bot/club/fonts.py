"""The type of our pictures: Noto Sans in the weights we use, and which characters it can draw.

Knows the font and its gaps. A font is opened for each picture: FreeType objects are not shared by threads.
"""

from functools import cached_property

import fontpkg
from PIL import ImageFont

FAMILY = "Noto Sans"
REGULAR, BOLD = 400, 700
ELLIPSIS = "…"
_NORMAL_WIDTH = 100
# No font has a letter here, so its picture is that of every missing letter.
_MISSING = "\uffff"


class Face:
    """One size and weight."""

    def __init__(self, size: int, weight: int = REGULAR) -> None:
        """`size` in pixels; `weight` from 100 to 900."""
        self.font = ImageFont.truetype(str(fontpkg.path(FAMILY)), size)
        self.font.set_variation_by_axes([weight, _NORMAL_WIDTH])

    def width(self, text: str) -> float:
        """The width of a line in pixels."""
        return self.font.getlength(text)

    def clean(self, text: str) -> str:
        """The text without what cannot be drawn (emoji, scripts outside the font), spaces tidied."""
        return " ".join("".join(c for c in text if c.isspace() or self._draws(c)).split())

    def fit(self, text: str, width: float) -> str:
        """The text cut to a width, with an ellipsis in place of the rest."""
        if self.width(text) <= width:
            return text
        while text and self.width(text + ELLIPSIS) > width:
            text = text[:-1]
        return text.rstrip() + ELLIPSIS

    def _draws(self, character: str) -> bool:
        return character.isprintable() and bytes(self.font.getmask(character)) != self._missing

    @cached_property
    def _missing(self) -> bytes:
        return bytes(self.font.getmask(_MISSING))
