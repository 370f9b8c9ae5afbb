"""The two open lists of the game's words: what a card can say, and what a night asks for. A word is known
while a role's file stands behind it (`roles/`); this module must not know any of them.
"""

from collections.abc import Iterator
from typing import Any, ClassVar, Self, TypeVar

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

W = TypeVar("W", bound="Word")


class Words(type):
    """What the class of a kind of words can do: `for role in Role`, `"don" in Role`, `Role.DON`."""

    def __iter__(cls: type[W]) -> Iterator[W]:  # type: ignore[misc]
        return iter(tuple(cls.known.values()))

    def __len__(cls: type[W]) -> int:  # type: ignore[misc]
        return len(cls.known)

    def __contains__(cls: type[W], word: object) -> bool:  # type: ignore[misc]
        return word in cls.known

    def __getattr__(cls: type[W], name: str) -> W:  # type: ignore[misc]
        """A known word by its name in capitals. Raises AttributeError for any other."""
        found: W | None = cls.known.get(name.lower()) if name.isupper() else None
        if found is None:
            raise AttributeError(f"{cls.__name__} knows no {name}")
        return found


class Word(str, metaclass=Words):
    """An id as people write it into rulesets and journals. Making one asks nothing: `of` asks whether it is
    known.
    """

    __slots__ = ()
    known: ClassVar[dict[str, Any]]

    def __init_subclass__(cls) -> None:
        cls.known = {}

    def __new__(cls, text: str) -> Self:
        """The known word, always the same object, or a new one that nobody knows yet."""
        found: Self | None = cls.known.get(text)
        return super().__new__(cls, text) if found is None else found

    @classmethod
    def of(cls, text: str) -> Self:
        """The known word. Raises ValueError for any other."""
        found: Self | None = cls.known.get(text)
        if found is None:
            raise ValueError(f"unknown {cls.__name__.lower()} {text!r}")
        return found

    @property
    def value(self) -> str:
        """The bare text."""
        return str(self)

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(cls._checked, core_schema.str_schema())

    @classmethod
    def _checked(cls, text: str) -> Self:
        """A word out of a ruleset, refused as a value outside a closed list would be."""
        found: Self | None = cls.known.get(text)
        if found is None:
            expected = ", ".join(f"'{word}'" for word in cls.known)
            raise PydanticCustomError("enum", "Input should be one of {expected}", {"expected": expected})
        return found


class Role(Word):
    """What a card can say."""

    __slots__ = ()


class Act(Word):
    """What a step of the night plan asks its role to do."""

    __slots__ = ()


CIVILIAN = Role("civilian")
"""The card that fills up every deal."""

MAFIA = Role("mafia")
"""The plain black card: a deal by thirds counts it (MA-01)."""

MEET = Act("meet")
"""The one act that belongs to no role: whoever wakes to meet has nothing to do (MA-02)."""
