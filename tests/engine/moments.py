"""When a foul of a recorded game was given, in the words of two clubs' programs. It knows no rule.

A word that is in neither list is an error: a foul that is silently left out would change a game.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Moment(NamedTuple):
    """`round` is a night's number or a circle's; `whose` turn it was, None where that was not written."""

    round: int
    what: str
    whose: int | None = None


class UnknownMoment(ValueError):
    """A record that says when in words that nobody here has heard."""


NIGHT = {
    "start": "meeting",
    "arrangement": "meeting",
    "dealing": "meeting",
    "briefing": "meeting",
    "relaxed sitting": "sheriff meets",
    "comIntro": "sheriff meets",
    "shooting": "shooting",
    "don": "don",
    "donCheck": "don",
    "sheriff": "sheriff",
    "comCheck": "sheriff",
}
"""Both clubs number a night as the engine does, from the night of meeting, 0."""

DAY = {
    "day start": "speech",
    "speaking": "speech",
    "speech": "speech",
    "night kill speaking": "shooted",
    "shooted": "shooted",
    "day kill speaking": "voted",
    "voted": "voted",
    "voting kill all": "lift",
    "lift": "lift",
    "reSpeech": "reSpeech",
}


def moment(when: Mapping[str, Any]) -> Moment:
    """When a foul was given. Raises UnknownMoment."""
    if "type" in when:
        return _counted_from_one(when)
    if "time" in when:
        return _counted_from_zero(when)
    raise UnknownMoment(when)


def _counted_from_one(when: Mapping[str, Any]) -> Moment:
    """The day that follows night 0 is day 1, and the first ballot of a day is voting 1."""
    number, what = when["day"], when["type"]
    if what in ("toVoting", "voting"):
        return _ballot(number, what, when.get("voting", 1) - 1)
    if what in NIGHT:
        return Moment(number if what in ("shooting", "donCheck", "comCheck") else 0, NIGHT[what])
    if what in DAY:
        return Moment(number, DAY[what], when.get("player"))
    raise UnknownMoment(when)


def _counted_from_zero(when: Mapping[str, Any]) -> Moment:
    """The day that follows night 0 is round 0, and the first ballot of a day is voting round 0."""
    number, what = when["round"], when["time"]
    if what == "voting" and "speaker" in when:
        return Moment(number + 1, "reSpeech", when["speaker"])
    if what == "voting start":
        return _ballot(number + 1, "toVoting", 0)
    if what == "voting":
        return _ballot(number + 1, what, when["votingRound"])
    if what == "night start":
        return Moment(number, "shooting" if number else "meeting")
    if what in NIGHT:
        return Moment(number, NIGHT[what])
    if what in DAY:
        return Moment(number + 1, DAY[what], when.get("speaker"))
    raise UnknownMoment(when)


def _ballot(circle: int, what: str, number: int) -> Moment:
    # Not at whose window: a count closes as soon as all hands are down, so that window may never open.
    return Moment(circle, f"{what} {max(0, number)}")
