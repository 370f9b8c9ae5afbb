"""What was said in the table chat: a nomination by the club's formula, thanks, a forbidden word.

Phrases and forbidden words are data of the ruleset; this module knows how to hear, not what is allowed.
"""

from collections.abc import Iterable
from enum import Enum

from mafia_bot.engine.ids import SeatNo
from mafia_bot.texts.lexicon import Forbidden, Heard, forbidden, heard
from mafia_bot.texts.numerals import number_of
from mafia_bot.texts.tokens import sentences, words

__all__ = [
    "NEAR_MISS",
    "Forbidden",
    "Heard",
    "NearMiss",
    "addressed",
    "forbidden",
    "formula",
    "heard",
    "thanks",
]

SEAT = "{seat}"
NUMBER_SIGNS = {"№", "номер", "number"}
CLOSINGS = {("спасибо",), ("пас",), ("thanks",), ("thank", "you"), ("pass",)}
HOSTS = ("ведущий", "ведущая", "host")
_ATTEMPTS = ("выстав", "выдвиг", "выдвин", "nominat")


class NearMiss(Enum):
    """Somebody tried to nominate, but not by the formula."""

    NEAR_MISS = "near miss"


NEAR_MISS = NearMiss.NEAR_MISS


def formula(text: str, phrases: Iterable[str]) -> SeatNo | NearMiss | None:
    """The seat nominated by a message (MA-04, CC-04, MW-04), NEAR_MISS for a botched attempt, else None.

    A phrase is a ruleset's formula, as `я выставляю кандидатуру игрока номер {seat}`. A whole sentence has
    to be that phrase, word for word; case, punctuation and ё do not matter, «номер» may be written № or left
    out, the number may be digits or a word (1 to 20), and «Спасибо» may follow. A near miss is met with
    silence, exactly like None.
    """
    wanted = [_without_sign(words(phrase.replace(SEAT, " SEATNUMBER "))) for phrase in phrases]
    said = [_without_thanks(_without_sign(sentence)) for sentence in sentences(text)]
    for sentence in said:
        for phrase in wanted:
            seat = _seat(sentence, phrase)
            if seat is not None:
                return seat
    tried = any(word.startswith(_ATTEMPTS) for sentence in said for word in sentence)
    return NEAR_MISS if tried else None


def addressed(text: str) -> bool:
    """Whether a line is said to the host: it begins with the word for him (CI-21)."""
    return words(text)[:1] in ([name] for name in HOSTS)


def thanks(text: str) -> bool:
    """Whether the message as a whole, or its last sentence, ends a speech: «Спасибо», «Пас!», "Thank you"."""
    said = sentences(text)
    return bool(said) and tuple(said[-1]) in CLOSINGS


def _seat(sentence: list[str], phrase: list[str]) -> SeatNo | None:
    if len(sentence) != len(phrase):
        return None
    seat: int | None = None
    for word, expected in zip(sentence, phrase, strict=True):
        if expected == "seatnumber":
            seat = number_of(word)
        elif word != expected:
            return None
    return None if seat is None else SeatNo(seat)


def _without_sign(sentence: list[str]) -> list[str]:
    return [word for word in sentence if word not in NUMBER_SIGNS]


def _without_thanks(sentence: list[str]) -> list[str]:
    for closing in CLOSINGS:
        if len(sentence) > len(closing) and tuple(sentence[-len(closing) :]) == closing:
            return sentence[: -len(closing)]
    return sentence
