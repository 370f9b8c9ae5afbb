"""A whole evening as a player could write it down: cards, days, nights, and what must come of them."""

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

SCENARIOS = Path(__file__).parent / "scenarios"
ARROW = re.compile(r"^(\d+) → (\d+)$")


class NightScript(msgspec.Struct, forbid_unknown_fields=True):
    """What each role does; who is not named does nothing. `shoot` is "by → whom" for each of the mafia."""

    order: list[int] = []
    shoot: list[str] = []
    visit: int | None = None
    seek: int | None = None
    check: int | None = None
    heal: int | None = None
    stab: int | None = None

    def shots(self) -> dict[int, int]:
        """Shooter → target."""
        return dict(pair(line) for line in self.shoot)


class DayScript(msgspec.Struct, forbid_unknown_fields=True):
    """`speak`: who must have the floor, in this order. `ballots`: candidate → voters, one table a count."""

    speak: list[int]
    nominate: list[str] = []
    ballots: list[dict[str, list[int]]] = []
    justify: list[int] = []
    agree: list[int] = []
    against: list[int] = []

    def nominations(self) -> dict[int, int]:
        """By → whom."""
        return dict(pair(line) for line in self.nominate)


class Script(msgspec.Struct, forbid_unknown_fields=True):
    """`exits`: "seat cause" in the order in which they left; `farewells`: who had last words."""

    ruleset: str
    cards: list[str]
    nights: list[NightScript]
    days: list[DayScript]
    exits: list[str]
    farewells: list[int]
    winner: str

    @property
    def black(self) -> set[int]:
        """The seats of the mafia."""
        return {seat for seat, card in enumerate(self.cards, start=1) if card in ("mafia", "don")}

    def seat_of(self, card: str) -> int | None:
        """Who holds a single card."""
        return self.cards.index(card) + 1 if card in self.cards else None


def pair(line: str) -> tuple[int, int]:
    """ "3 → 5" as (3, 5)."""
    match = ARROW.match(line)
    assert match is not None, f"{line!r} is not like '3 → 5'"
    return int(match[1]), int(match[2])


def read(name: str) -> Script:
    """A scenario by its file's name. A misspelt key is an error, not a silent nothing."""
    data: dict[str, Any] = tomllib.loads((SCENARIOS / f"{name}.toml").read_text(encoding="utf-8"))
    return msgspec.convert(data, Script)
