"""Hears forbidden words in every inflected form: by dictionary form, by root, by phrase.

Knows Russian morphology (pymorphy3, loaded at the first message) and not one forbidden word: they are data.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Protocol

import pymorphy3
from msgspec import Struct

from mafia_bot.texts.tokens import Line, line

# A word is heard if more of its readings than this share are forbidden: «господа» is first of all the plural
# of «господин», «чту» as often of «чтить» as of «честь».
LIKELY = 0.5
WILDCARD_REACH = 2
# Prefixes that turn a root into its cognates: не-честно, по-честному, без-божный, на-…, вы-….
PREFIXES = (
    "", "бес", "без", "в", "вы", "до", "долбо", "за", "из", "ис", "на", "наи", "не", "недо", "ни", "о", "об",
    "от", "пере", "по", "под", "при", "про", "раз", "рас", "с", "у",
)  # fmt: skip
# Between a prefix and «е» stands a sign, often typed soft.
SIGNED = tuple(prefix + sign for prefix in ("в", "из", "об", "от", "под", "раз", "с") for sign in "ъь")
# Without their sign these begin other words than the root does: вебинар, Себастьян, подебатировать.
NEVER_BARE = {"в", "под", "с"}
EDGES = {"^": "openings", "$": "closings"}
NAMES = {"Name", "Surn", "Patr", "Geox", "Orgn"}
"""What the dictionary calls a proper name."""


class Forbidden(Protocol):
    """One offence's words; the offences of a ruleset are such.

    `lemmas` are dictionary forms, matched in every inflection. `roots` are matched at the beginning of a
    word or after a prefix, but not in proper names. `phrases` are words in a row: as written, or in any form
    with `~` before a word; `*` is nothing or up to two words, `^` the beginning of a sentence, `$` the end
    of a clause.
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
    said = line(text)
    hits = []
    for offence, entry in lexicon.items():
        word = _first(said, entry)
        if word is not None:
            hits.append(Heard(offence, word))
    return tuple(hits)


@lru_cache(maxsize=8192)
def _shares(word: str) -> dict[str, float]:
    """How likely each dictionary form of a word is, with е for ё, and so of its hyphened parts."""
    shares: defaultdict[str, float] = defaultdict(float)
    for reading in _morphology().parse(word):
        shares[reading.normal_form.replace("ё", "е")] += reading.score
    for part in word.split("-") if "-" in word else ():
        for lemma, share in _shares(part).items():
            shares[lemma] = max(shares[lemma], share)
    return dict(shares)


def _may_be(word: str, lemma: str) -> bool:
    """Whether a word of a phrase, where the words beside it speak too, may be a form of a lemma."""
    return any(
        _shares(word).get(form, 0) >= LIKELY for form, share in _shares(lemma).items() if share >= LIKELY
    )


def _first(said: Line, entry: Forbidden) -> str | None:
    lemmas = frozenset(lemma.replace("ё", "е") for lemma in entry.lemmas)
    for word in said.words:
        if _is_any(word, lemmas) or _has_root(word, entry.roots):
            return word
    for phrase in entry.phrases:
        for start in range(len(said.words)):
            end = _match(said, start, _pattern(phrase))
            if end is not None:
                return " ".join(said.words[start:end])
    return None


def _is_any(word: str, lemmas: frozenset[str]) -> bool:
    """Whether a word is a form of these rather than of others."""
    return bool(lemmas) and sum(share for lemma, share in _shares(word).items() if lemma in lemmas) > LIKELY


def _has_root(word: str, roots: tuple[str, ...]) -> bool:
    return bool(roots) and any(_begins(part, roots) and not _is_name(part) for part in word.split("-"))


def _begins(part: str, roots: tuple[str, ...]) -> bool:
    """Whether a word begins with a root, or with a prefix and a root."""
    for prefix in (*PREFIXES, *SIGNED):
        bare = prefix in NEVER_BARE and part.startswith("е", len(prefix))
        if not bare and part.startswith(prefix) and part.startswith(roots, len(prefix)):
            return True
    return False


@lru_cache(maxsize=1024)
def _is_name(word: str) -> bool:
    if not _morphology().word_is_known(word):
        return False
    return all(reading.tag.grammemes & NAMES for reading in _morphology().parse(word))


@lru_cache(maxsize=1024)
def _pattern(phrase: str) -> tuple[str, ...]:
    return tuple(phrase.casefold().replace("ё", "е").split())


def _match(said: Line, start: int, pattern: tuple[str, ...]) -> int | None:
    """Where a phrase that begins at `start` ends, or None."""
    if not pattern:
        return start
    head, rest = pattern[0], pattern[1:]
    if head in EDGES:
        return _match(said, start, rest) if start in getattr(said, EDGES[head]) else None
    if head == "*":
        ends = (_match(said, start + skipped, rest) for skipped in range(WILDCARD_REACH + 1))
        return next((end for end in ends if end is not None), None)
    if start >= len(said.words):
        return None
    word = said.words[start]
    fits = _may_be(word, head[1:]) if head.startswith("~") else word == head
    return _match(said, start + 1, rest) if fits else None


@cache
def _morphology() -> pymorphy3.MorphAnalyzer:
    # About 0.4 s and 30 MB, once in the life of the process; a club without MESSAGE_CONTENT never pays them.
    return pymorphy3.MorphAnalyzer(lang="ru")
