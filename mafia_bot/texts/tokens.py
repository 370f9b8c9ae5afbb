"""Cuts a typed message into plain lower-case words: no punctuation, no ё, no letters passing for others."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import accumulate

from msgspec import Struct

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*|№|#")
_SENTENCE_END = re.compile(r"[.!?…;\n]+")
_CLAUSE_END = re.compile(r"[.!?…;:,\n()«»\"]+|\s[-–—]\s")
# "No. 4" and "№. 4" hold a full stop that ends nothing.
_NUMBER_SIGN = re.compile(r"№\s*\.?|\bno\s*\.(?=\s*\d)|#(?=\s*\d)", re.IGNORECASE)
# Latin letters that look like Cyrillic ones: «чeстно» with a Latin e is heard like the real word.
_ALIKE = str.maketrans("aceopxykmtbh", "асеорхукмтвн")
_CYRILLIC = re.compile(r"[а-я]")
_LATIN = re.compile(r"[a-z]")


def words(text: str) -> list[str]:
    """The words of a text in order. Hyphenated words stay whole; number signs become `№`."""
    folded = unicodedata.normalize("NFKC", text.replace("№", "\ue000")).replace("\ue000", "№")
    folded = "".join(c for c in folded if unicodedata.category(c) != "Cf")
    folded = _NUMBER_SIGN.sub(" № ", folded.casefold()).replace("ё", "е")
    return [_one_alphabet(word) for word in _WORD.findall(folded)]


def sentences(text: str) -> list[list[str]]:
    """The same, sentence by sentence; empty ones are left out."""
    cut = (words(part) for part in _SENTENCE_END.split(_NUMBER_SIGN.sub(" № ", text)))
    return [sentence for sentence in cut if sentence]


class Line(Struct, frozen=True):
    """A text as words, and the places among them at which a sentence begins or a clause ends."""

    words: list[str]
    openings: frozenset[int]
    closings: frozenset[int]


def line(text: str) -> Line:
    """A text cut into words, with what its punctuation said."""
    return Line(
        words(text),
        frozenset({0, *_ends(_SENTENCE_END, text)}),
        frozenset(_ends(_CLAUSE_END, text)),
    )


def _ends(cut: re.Pattern[str], text: str) -> Iterator[int]:
    return accumulate(len(words(part)) for part in cut.split(_NUMBER_SIGN.sub(" № ", text)))


def _one_alphabet(word: str) -> str:
    if _CYRILLIC.search(word) and _LATIN.search(word):
        return word.translate(_ALIKE)
    return word
