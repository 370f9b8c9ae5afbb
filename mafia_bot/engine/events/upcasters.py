"""How the stored data of an older version becomes the next one's. Nothing here may be changed once it is
released: journals of that version lie in clubs' databases.
"""

import re
from collections.abc import Callable
from typing import Any

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
"""Makes data of the next version out of data of one version. It may not change what it is given."""

_WORD = re.compile(r"[a-z][a-z0-9_-]*")
"""What the program's own reasons and the ids of offences look like."""


def _without_witnesses(data: dict[str, Any]) -> dict[str, Any]:
    """GameStarted 2 says which of the banned were there; nobody had looked."""
    return {**data, "serving": None}


def _with_the_ruling_before(data: dict[str, Any]) -> dict[str, Any]:
    """PlayerSuspended 2 says whose ruling it is; until then undoing passed it over."""
    return {**data, "rank": None}


def _without_words(data: dict[str, Any]) -> dict[str, Any]:
    """GameEnded 2 keeps what a host wrote apart from why the game ended."""
    typed = not data["counts"] and _WORD.fullmatch(data["reason"]) is None
    own = {"reason": "annulled", "words": data["reason"]} if typed else {"words": ""}
    return {**data, **own}


def _night_without_roles(data: dict[str, Any]) -> dict[str, Any]:
    """NightResolved 2: what the night did to whom, where version 1 had a field for each killer and healer."""
    killers = {"shoot": data["shot"], "stab": data["stab"]}
    return {
        "hits": [[act, seat] for act, seat in killers.items() if seat is not None],
        "saved": [seat for seat in (data["healed"],) if seat is not None],
        "along": [seat for seat in (data["guest"],) if seat is not None],
        "missed": data["missed"],
    }


UPCASTERS: dict[tuple[str, int], Upcaster] = {
    ("NightResolved", 1): _night_without_roles,
    ("GameStarted", 1): _without_witnesses,
    ("PlayerSuspended", 1): _with_the_ruling_before,
    ("GameEnded", 1): _without_words,
}
"""(kind, older version) → how its data is raised by one version."""
