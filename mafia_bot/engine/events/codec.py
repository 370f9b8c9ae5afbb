"""Events to and from the journal: an explicit kind and version each, old versions raised by upcasters."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from mafia_bot.engine.events.base import Event
from mafia_bot.engine.events.kinds import KINDS
from mafia_bot.engine.events.upcasters import UPCASTERS, Upcaster
from mafia_bot.engine.words import Word


class UnknownEvent(ValueError):
    """A stored kind or version that this program does not know: the game is refused at load."""


def _word(kind: type, text: object) -> Word:
    """A role or an act by its stored name. Raises ValueError for one that no role's file knows."""
    if not issubclass(kind, Word) or not isinstance(text, str):
        raise TypeError(f"{text!r} is no {kind.__name__}")
    return kind.of(text)


class Codec:
    """Writes and reads the events of a table of (kind, version of today, class).

    Raises ValueError for a table that could not read what it writes or has written: a kind or a class that
    stands in it twice, an older version without its upcaster.
    """

    def __init__(
        self, kinds: Iterable[tuple[str, int, type[Event]]], upcasters: Mapping[tuple[str, int], Upcaster]
    ) -> None:
        rows = tuple(kinds)
        self.classes = {kind: cls for kind, _, cls in rows}
        self.versions = {kind: version for kind, version, _ in rows}
        self._kinds = {cls: kind for kind, _, cls in rows}
        self._upcasters = dict(upcasters)
        if not len(rows) == len(self.classes) == len(self._kinds):
            raise ValueError("a kind or a class of event stands twice in the table")
        older = {(kind, old) for kind, version in self.versions.items() for old in range(1, version)}
        if older != self._upcasters.keys():
            raise ValueError(f"versions and upcasters differ: {older ^ self._upcasters.keys()}")

    def encode(self, event: Event) -> tuple[str, int, dict[str, Any]]:
        """An event as (kind, version, plain data) for the journal. Raises KeyError for one without a kind."""
        kind = self._kinds[type(event)]
        return kind, self.versions[kind], msgspec.to_builtins(event, enc_hook=str)

    def decode(self, kind: str, version: int, data: dict[str, Any], at: float = 0.0) -> Event:
        """An event from the journal, old versions raised by their upcasters one after the other.

        An event whose older version did not say when it happened did so when it was written, `at` (epoch
        seconds; 0: unknown).

        Raises UnknownEvent for a kind or version never written by this program or older ones, and for bad
        data.
        """
        cls = self.classes.get(kind)
        if cls is None:
            raise UnknownEvent(f"unknown event kind {kind!r}")
        newest = self.versions[kind]
        if not 1 <= version <= newest:
            raise UnknownEvent(f"{kind}: unknown version {version}")
        for old in range(version, newest):
            data = self._upcasters[kind, old](data)
        if version < newest and "at" in cls.__struct_fields__:
            data = {"at": at, **data}
        try:
            return msgspec.convert(data, cls, dec_hook=_word)
        except msgspec.ValidationError as error:
            raise UnknownEvent(f"{kind} version {version}: {error}") from error


CODEC = Codec(KINDS, UPCASTERS)
"""What the journal is written and read with."""

encode, decode = CODEC.encode, CODEC.decode
