"""Loads the texts from `ru/*.toml` and `en/*.toml` and answers for them, key by key.

A key holds one template, or a table of grammatical forms (`nom`, `gen`, `dat`, `acc`, `ins`, `pre`).
"""

import logging
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Self

from mafia_bot.engine.ids import Role
from mafia_bot.texts.errors import TextError
from mafia_bot.texts.files import Catalogue, Forms, fields_of, read, with_own
from mafia_bot.texts.wording import NOBODY, Wording

LANGUAGES = ("ru", "en")
APOLOGY = "sorry"

AS_EVERYWHERE: Mapping[str, str] = {}
"""Cards that are called by names of their own: none."""

OF_CARDS = ("role", "card")
"""The kinds of texts that belong to a card, by the beginning of their keys."""

_log = logging.getLogger(__name__)


class Texts:
    """All languages together."""

    def __init__(self, catalogues: Mapping[str, Catalogue], *, strict: bool = True) -> None:
        self._languages = {
            code: Language(code, catalogue, strict=strict) for code, catalogue in catalogues.items()
        }

    @classmethod
    def load(cls, *, strict: bool = True, own: Path | None = None) -> Self:
        """Read every file once. Raises TextError for a key that stands twice.

        With `strict` off a text that cannot be made is logged and replaced by an apology: a game goes on.
        `own` is a club's directory laid out like ours: texts for roles of its own, or its words in place of
        ours. Raises TextError, naming all that is wrong in it.
        """
        shipped = {code: _shipped(code) for code in LANGUAGES}
        return cls(shipped if own is None else with_own(shipped, own), strict=strict)

    def for_language(self, code: str) -> "Language":
        """The texts of one of LANGUAGES. Raises KeyError for any other."""
        return self._languages[code]


class Language:
    """The texts of one language: call it with a key and fields."""

    def __init__(
        self,
        code: str,
        catalogue: Catalogue,
        names: Mapping[int, str] = NOBODY,
        cards: Mapping[str, str] = AS_EVERYWHERE,
        *,
        strict: bool = True,
    ) -> None:
        self.code = code
        self._catalogue, self._names, self._cards = catalogue, names, cards
        self._strict = strict
        self._wording = Wording(code, self._written, names)

    def seated(self, names: Mapping[int, str]) -> "Language":
        """The same language at a table where these people sit: a seat is written with the name beside it."""
        return Language(self.code, self._catalogue, names, self._cards, strict=self._strict)

    def called(self, cards: Mapping[Role, str]) -> "Language":
        """The same language under rules that call these cards otherwise: the texts `role-…` and `card-…` of
        the other name are said in place of the card's own, if there are any (CI-23).
        """
        own = {str(role): name for role, name in cards.items()}
        return Language(self.code, self._catalogue, self._names, own, strict=self._strict)

    def label(self, key: str, /, **fields: Any) -> str:
        """A text for a button or a menu, where names are written as they are: no layout is read there."""
        forms = self._catalogue[self._meant(key)]
        return Wording(self.code, self._written, self._names, plain=True).fill(forms["nom"], fields)

    def __call__(self, key: str, /, **fields: Any) -> str:
        """The text of a key with its fields filled in. Fields that it does not use are ignored.

        Raises TextError for an unknown key or a missing field if the texts were loaded strictly.
        """
        return self.word(key, "nom", **fields)

    def word(self, key: str, form: str, /, **fields: Any) -> str:
        """The same in a grammatical form; where the language does not tell it apart, the basic one."""
        try:
            return self._written(key, form, fields)
        except TextError as problem:
            if self._strict:
                raise
            _log.error("text %s (%s): %s", key, self.code, problem)
            return self._written(APOLOGY, "nom", {})

    def has(self, key: str) -> bool:
        """Whether there is such a text."""
        return key in self._catalogue

    def keys_under(self, prefix: str = "") -> Iterator[str]:
        """The keys that begin with a prefix, in the order of the files."""
        return (key for key in self._catalogue if key.startswith(prefix))

    def templates(self, key: str) -> Forms:
        """A key's templates by grammatical form."""
        return self._catalogue[key]

    def fields(self, key: str) -> dict[str, set[str]]:
        """The fields of a key, each with the specs it is written by."""
        return fields_of(self._catalogue[key])

    def _written(self, key: str, form: str, fields: Mapping[str, Any]) -> str:
        forms = self._catalogue.get(self._meant(key))
        if forms is None:
            raise TextError(f"no text {key!r} in {self.code}")
        return self._wording.fill(forms.get(form, forms["nom"]), fields)

    def _meant(self, key: str) -> str:
        kind, _, card = key.partition("-")
        if kind not in OF_CARDS or card not in self._cards:
            return key
        other = f"{kind}-{self._cards[card]}"
        return other if other in self._catalogue else key


@cache
def english(key: str) -> str:
    """A text without fields in English: what Discord shows to those whose language we do not speak."""
    return Texts.load().for_language("en")(key)


def language_of(locale: str) -> str:
    """The language for somebody with that Discord locale: Russian for Russian, English for the rest."""
    return "ru" if locale.partition("-")[0] == "ru" else "en"


@cache
def _shipped(code: str) -> Catalogue:
    return read(files(__package__).joinpath(code))
