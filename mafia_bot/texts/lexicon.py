"""Hears forbidden words in every inflected form: by dictionary form, by root, by phrase.

Knows Russian morphology (pymorphy3, loaded at the first message) and not one forbidden word: they are data.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Protocol

import pymorphy3
from msgspec import Struct

from mafia_bot.texts.tokens import words

# A reading of a word counts from this share on: «господа» is first of all the plural of «господин».
LIKELY = 0.5
WILDCARD_REACH = 2
# Prefixes that turn a root into its cognates: не-честно, по-честному, без-божный, на-…, вы-….
PREFIXES = (
    "", "бес", "без", "в", "вы", "до", "долбо", "за", "из", "ис", "на", "наи", "не", "ни", "о", "об", "объ",
    "от", "отъ", "пере", "по", "под", "подъ", "при", "про", "раз", "разъ", "рас", "с", "съ", "у",
)  # fmt: skip


class Forbidden(Protocol):
    """One offence's words; the offences of a ruleset are such.

    `lemmas` are dictionary forms, matched in every inflection. `roots` are matched at the beginning of a
    word or after a prefix. `phrases` are words in a row: as written, or in any form with `~` before a word;
    `*` is nothing or up to two words.
    """

    @property
    def lemmas(self) -> tuple[str, ...]: ...
    @property
    def roots(self) -> tuple[str, ...]: ...
    @property
    def phrases(self) -> tuple[str, ...]: ...


class Heard(Struct, frozen=True):
    """A forbidden word or phrase as it was said (folded to lower case), and the offence it is."""

    offence: str
    word: str


def forbidden(text: str, lexicon: Mapping[str, Forbidden]) -> tuple[str, ...]:
    """The offences (ids of `lexicon`, in its order) that a message commits, each once."""
    return tuple(dict.fromkeys(hit.offence for hit in heard(text, lexicon)))


def heard(text: str, lexicon: Mapping[str, Forbidden]) -> tuple[Heard, ...]:
    """Every offence of a message with the first word or phrase that commits it."""
    said = words(text)
    hits = []
    for offence, entry in lexicon.items():
        word = _first(said, entry)
        if word is not None:
            hits.append(Heard(offence, word))
    return tuple(hits)


@lru_cache(maxsize=8192)
def lemmas_of(word: str) -> frozenset[str]:
    """The likely dictionary forms of a word, with е for ё. A hyphenated word has those of its parts too."""
    shares: defaultdict[str, float] = defaultdict(float)
    for reading in _morphology().parse(word):
        shares[reading.normal_form.replace("ё", "е")] += reading.score
    likely = {lemma for lemma, share in shares.items() if share >= LIKELY}
    for part in word.split("-") if "-" in word else ():
        likely |= lemmas_of(part)
    return frozenset(likely)


def _first(said: list[str], entry: Forbidden) -> str | None:
    lemmas = frozenset(lemma.replace("ё", "е") for lemma in entry.lemmas)
    for word in said:
        if (lemmas and lemmas & lemmas_of(word)) or _has_root(word, entry.roots):
            return word
    for phrase in entry.phrases:
        pattern = _pattern(phrase)
        for start in range(len(said)):
            end = _match(said, start, pattern)
            if end is not None:
                return " ".join(said[start:end])
    return None


def _has_root(word: str, roots: tuple[str, ...]) -> bool:
    if not roots:
        return False
    parts = word.split("-")
    return any(
        part.startswith(prefix) and part.startswith(roots, len(prefix))
        for part in parts
        for prefix in PREFIXES
    )


@lru_cache(maxsize=1024)
def _pattern(phrase: str) -> tuple[str, ...]:
    return tuple(phrase.casefold().replace("ё", "е").split())


def _match(said: list[str], start: int, pattern: tuple[str, ...]) -> int | None:
    """Where a phrase that begins at `start` ends, or None."""
    if not pattern:
        return start
    head, rest = pattern[0], pattern[1:]
    if head == "*":
        ends = (_match(said, start + skipped, rest) for skipped in range(WILDCARD_REACH + 1))
        return next((end for end in ends if end is not None), None)
    if start >= len(said):
        return None
    word = said[start]
    fits = bool(lemmas_of(word) & lemmas_of(head[1:])) if head.startswith("~") else word == head
    return _match(said, start + 1, rest) if fits else None


@cache
def _morphology() -> pymorphy3.MorphAnalyzer:
    # About 0.4 s and 30 MB, once in the life of the process; a club without MESSAGE_CONTENT never pays them.
    return pymorphy3.MorphAnalyzer(lang="ru")
