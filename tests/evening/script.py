"""A whole evening as a player could write it down: cards, days, nights, and what must come of them.

A misspelt key is an error, and so is a line that the evening never came to.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

SCENARIOS = Path(__file__).parent / "scenarios"
ARROW = re.compile(r"^(\d+) → (\d+)$")
Says = Literal["yes", "no", "blocked"]


class NightScript(msgspec.Struct, forbid_unknown_fields=True):
    """What each role does; who is not named does nothing. `shoot` is "by → whom" for each of the mafia.

    `seek_says` and `check_says` are what the don and the sheriff hear alone; a blocked one only hears so.
    `best_move` is what the victim of this night says in the morning.
    """

    order: list[int] = []
    shoot: list[str] = []
    visit: int | None = None
    seek: int | None = None
    seek_says: Says | None = None
    check: int | None = None
    check_says: Says | None = None
    heal: int | None = None
    stab: int | None = None
    invite: int | None = None
    best_move: list[int] = []

    def shots(self) -> dict[int, int]:
        """Shooter → target."""
        return dict(pair(line) for line in self.shoot)


class Ruling(msgspec.Struct, forbid_unknown_fields=True):
    """What the host rules when the word is with seat `at`: warnings, or a removal."""

    at: int
    offence: str
    warn: int | None = None
    times: int = 1
    remove: int | None = None


class DayScript(msgspec.Struct, forbid_unknown_fields=True):
    """`speak`: who must have a turn, in this order. `ballots`: candidate → voters, one table a count.

    `silent` have a turn without a voice, `half` one of half a minute (their second, if they are in both).
    `justify`: who must speak between the circle and the end of the vote, in this order. `agree` and `against`
    are the vote on all the tied leaving, `choose` is the maniac's short night, `yes` his answer aloud.
    `told` are lines without fields, by their keys, that the board must have while the day goes on.
    """

    speak: list[int]
    silent: list[int] = []
    half: list[int] = []
    rulings: list[Ruling] = []
    nominate: list[str] = []
    ballots: list[dict[str, list[int]]] = []
    justify: list[int] = []
    agree: list[int] = []
    against: list[int] = []
    choose: int | None = None
    yes: bool | None = None
    told: list[str] = []

    def nominations(self) -> dict[int, int]:
        """By → whom."""
        return dict(pair(line) for line in self.nominate)


class Script(msgspec.Struct, forbid_unknown_fields=True):
    """`deal`: the host's own, card → how many; `exits`: "seat cause" in the order in which they left;
    `farewells`: who had last words; `winner`: a team, or several with commas between them.
    """

    ruleset: str
    cards: list[str]
    nights: list[NightScript]
    days: list[DayScript]
    exits: list[str]
    farewells: list[int]
    winner: str
    deal: dict[str, int] = {}

    @property
    def black(self) -> set[int]:
        """The seats of the mafia."""
        return {seat for seat, card in enumerate(self.cards, start=1) if card in ("mafia", "don")}

    @property
    def winners(self) -> list[str]:
        """The winning teams."""
        return self.winner.split(", ")

    def seat_of(self, card: str) -> int | None:
        """Who holds a single card."""
        return self.cards.index(card) + 1 if card in self.cards else None

    def lines(self) -> set[str]:
        """Everything that must be played, as `played` names it."""
        nights = (line for n, night in enumerate(self.nights) for line in _lines(f"night {n}", night))
        days = (line for n, day in enumerate(self.days, start=1) for line in _lines(f"day {n}", day))
        return {*nights, *days}


def _lines(when: str, part: NightScript | DayScript) -> Iterator[str]:
    yield when
    for name in part.__struct_fields__:
        value = getattr(part, name)
        if isinstance(value, list):
            yield from (played(when, name, place) for place in range(len(value)))
        elif value is not None:
            yield played(when, name)


def played(when: str, name: str, place: int | None = None) -> str:
    """The name of one line of a script: of which night or day, which key, which item of a list."""
    return f"{when}: {name}" if place is None else f"{when}: {name} {place + 1}"


def pair(line: str) -> tuple[int, int]:
    """ "3 → 5" as (3, 5)."""
    match = ARROW.match(line)
    assert match is not None, f"{line!r} is not like '3 → 5'"
    return int(match[1]), int(match[2])


def read(name: str) -> Script:
    """A scenario by its file's name. A misspelt key is an error, not a silent nothing."""
    return parse((SCENARIOS / f"{name}.toml").read_text(encoding="utf-8"))


def parse(text: str) -> Script:
    """A scenario from its text. Raises msgspec.ValidationError for a key that no script has."""
    data: dict[str, Any] = tomllib.loads(text)
    return msgspec.convert(data, Script)
