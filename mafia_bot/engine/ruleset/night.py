"""The axes of cards and nights: who is dealt, who wakes, and what each act does."""

from typing import Annotated, Literal

from pydantic import Field

from mafia_bot.engine.ids import Act, Role
from mafia_bot.engine.ruleset.axis import Axis, Seconds


class Seats(Axis):
    """How many may sit down (both ends count)."""

    least: Annotated[int, Field(ge=3, le=20)]
    most: Annotated[int, Field(ge=3, le=20)]


class DealRow(Axis):
    """The cards for a range of seats; civilians fill the rest. `thirds` makes the mafia ⌊n/3⌋ (MA-01)."""

    least: int
    most: int
    roles: dict[Role, Annotated[int, Field(ge=0, le=20)]]
    thirds: bool = False


class Deal(Axis):
    """Which cards are dealt; `choice_from` seats on, the host may choose another deal (MA-01)."""

    rows: tuple[DealRow, ...]
    choice_from: int | None = None


class NightStep(Axis):
    """One step of a night plan: who wakes, to do what, for how many seconds, and whether they may talk."""

    wake: Role
    act: Act
    seconds: Seconds
    room: bool = False


class Night(Axis):
    """Night 0 and the later nights, step by step (GE-11: each announced and lasting the same for all).

    `courtesy`: whoever gives the kill order is shown whom it is courteous not to put first (CC-21).
    """

    first: tuple[NightStep, ...]
    later: tuple[NightStep, ...]
    order_length: Annotated[int, Field(ge=1, le=10)] = 3
    courtesy: bool = False


class Shooting(Axis):
    """The mafia's shot always needs all living mafia on one seat; these say what they see and may hit."""

    open: bool
    own: bool


class Heal(Axis):
    """From whose shots the doctor saves, and how often (MA-17, CX-05, CI-04)."""

    from_mafia: bool = True
    from_maniac: bool = False
    from_both: bool = False
    self_limit: Annotated[int, Field(ge=0, le=20)] = 1
    same_twice: bool = False
    told: bool = False


class Visit(Axis):
    """What the lover's visit does (MA-13 – MA-15)."""

    blocks: bool = True
    alibi: bool = True
    dies_with: bool = True
    same_twice: bool = False


class Invite(Axis):
    """What the courtesan's invitation does (CX-06)."""

    guest_missed: bool = True
    dies_with: bool = True


class Maniac(Axis):
    """The third force: whether he may pass, counts as red, is announced, and is asked aloud (CX-04)."""

    may_refuse: bool = True
    counts_as_red: bool = False
    announced: bool = False
    wins_against: Literal["town", "anyone"] = "anyone"
    question_seconds: Seconds | None = None
