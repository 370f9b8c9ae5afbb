"""The axes of discipline: the ladder of warnings, what is forbidden and what it costs."""

from typing import Annotated, Literal

from pydantic import Field

from mafia_bot.engine.ruleset.axis import Axis, Seconds

ABSENCE = "left_table"
"""The offence of those who are removed because their grace ran out (GE-13)."""


class Rung(Axis):
    """What the n-th warning brings: loss of speech, nomination, vote in a circle, or removal."""

    at: Annotated[int, Field(ge=1, le=10)]
    speech: bool = True
    nomination: bool = True
    vote: bool = True
    removed: bool = False


class Ladder(Axis):
    """Warnings: their rungs, when they lapse, which circle they cost, and what is left of a lost speech.

    `justification`: who lost the speech may still justify; if not, the circle passes in silence (MA-21).
    """

    rungs: tuple[Rung, ...]
    lapse_nightly: bool = False
    costs: Literal["next_circle", "next_speech"] = "next_circle"
    silent_seconds: Seconds = 15
    justification: bool = True
    critical_at: tuple[int, ...] = ()
    critical_if_nominated: bool = False
    critical_seconds: Seconds = 30


class Offence(Axis):
    """One thing a club forbids: its sanctions (the first is the default) and the bans it carries.

    `presence`: a game counts towards the ban only if the banned was there when it began (CC-16).
    """

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{1,40}$")]
    sanctions: tuple[Literal["warning", "removal", "hall", "suspension"], ...]
    games: Annotated[int, Field(ge=0, le=100)] = 0
    presence: bool = False
    day: bool = False
    annuls: bool = False
    monster: bool = False
    clause: str = ""
    lemmas: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()


class Discipline(Axis):
    """What is forbidden, what a removal does to the vote, and how a team can be beaten by its own player.

    `questions`: a word to the host is a question to him and no offence (CI-21).
    """

    ladder: Ladder
    offences: tuple[Offence, ...]
    removal_cancels_vote: bool = False
    technical_defeat: Literal["never", "leaving", "host"] = "never"
    grace_seconds: Seconds = 120
    abandoned_seconds: Seconds = 300
    questions: bool = False
