"""A ruleset is data: the axes along which clubs differ, validated. It must not know which club uses it.

Every axis names the clauses it serves; the engine branches on axes, never on a ruleset's id.
"""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from mafia_bot.engine.ids import Act, Role, Team
from mafia_bot.engine.ruleset_checks import contradictions

Seconds = Annotated[float, Field(gt=0, le=3600)]
Pause = Annotated[float, Field(ge=0, le=3600)]


class Axis(BaseModel):
    """A frozen group of axes; unknown keys are errors, so a typo never becomes a silent default."""

    model_config = ConfigDict(frozen=True, extra="forbid")


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


class Wins(Axis):
    """When the mafia wins; the town always wins with no black and no maniac left (GE-07)."""

    mafia: Literal["parity", "extermination"]
    maniac_blocks_mafia: bool = False
    nobody_left: Literal["draw", "town"] = "draw"
    draw_rounds: Annotated[int, Field(ge=1, le=50)] = 5
    curfew: bool = False


class Circle(Axis):
    """The day's speeches and nominations (GE-03, GE-04)."""

    speech_seconds: Seconds = 60
    nominations: Literal["speech", "window"] = "speech"
    window_seconds: Seconds = 30
    self_nomination: bool = False
    formulas: tuple[str, ...] = ()
    starter: Literal["after_last", "by_day"] = "after_last"
    first_day: Literal[0, 1] = 1


class Lift(Axis):
    """The vote on all the tied leaving. `living`: over half of the living; `cast`: more for than against."""

    majority: Literal["cast", "living"] = "cast"
    silent_against: bool = True
    tied_vote: bool = True
    seconds: Seconds = 10
    two_of_four: bool = True
    three_of_nine: Literal["yes", "never", "after_miss"] = "yes"


class Tie(Axis):
    """What a tie leads to (MA-09 – MA-11, CL-07, CL-08, CI-19, SP-04)."""

    by: Literal["revote", "maniac"] = "revote"
    speech_seconds: Seconds = 30
    tied_vote: bool = True
    narrowing: bool = False
    no_revote_at: Annotated[int, Field(ge=0, le=20)] = 0
    maniac_seconds: Seconds = 20
    lift: Lift = Lift()


class Vote(Axis):
    """The ballot: its windows, what silence means, what one candidate alone means."""

    window_seconds: Seconds = 3
    abstainers: Literal["nobody", "last", "self"] = "nobody"
    own_candidacy: bool = True
    justify_seconds: Pause = 0
    lone_first: Literal["drop", "vote", "leaves"] = "drop"
    lone_later: Literal["drop", "vote", "leaves"] = "vote"
    first_day: Literal["exit", "speech", "lift_only", "no_vote"] = "exit"
    first_day_speech_seconds: Seconds = 30
    tie: Tie = Tie()


class Farewell(Axis):
    """Last words in seconds, 0 for none; the order in which several victims are named; the best move."""

    night_seconds: Pause = 60
    vote_seconds: Pause = 60
    shuffled: bool = False
    miss_told: bool = True
    best_move: bool = False
    best_move_seats: Annotated[int, Field(ge=1, le=5)] = 3
    best_move_first_day_exits: Annotated[int, Field(ge=0, le=20)] = 1


class Rung(Axis):
    """What the n-th warning brings: loss of speech, nomination, vote in a circle, or removal."""

    at: Annotated[int, Field(ge=1, le=10)]
    speech: bool = True
    nomination: bool = True
    vote: bool = True
    removed: bool = False


class Ladder(Axis):
    """Warnings: their rungs, when they lapse, which circle they cost, and the half minute left (CC-14)."""

    rungs: tuple[Rung, ...]
    lapse_nightly: bool = False
    costs: Literal["next_circle", "next_speech"] = "next_circle"
    silent_seconds: Seconds = 15
    critical_at: tuple[int, ...] = ()
    critical_if_nominated: bool = False
    critical_seconds: Seconds = 30


class Offence(Axis):
    """One thing a club forbids: its sanctions (the first is the default) and the bans it carries."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{1,40}$")]
    sanctions: tuple[Literal["warning", "removal", "hall", "suspension"], ...]
    games: Annotated[int, Field(ge=0, le=100)] = 0
    day: bool = False
    annuls: bool = False
    monster: bool = False
    clause: str = ""
    lemmas: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()


class Discipline(Axis):
    """What is forbidden, what a removal does to the vote, and how a team can be beaten by its own player."""

    ladder: Ladder
    offences: tuple[Offence, ...]
    removal_cancels_vote: bool = False
    technical_defeat: Literal["never", "leaving", "host"] = "never"
    grace_seconds: Seconds = 120


class Ruleset(Axis):
    """One club's rules, whole. Raises pydantic's ValidationError listing every fault of the file at once."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{1,30}$")]
    version: Annotated[int, Field(ge=1)] = 1
    name: str = ""
    copied_from: str = ""
    seats: Seats
    deal: Deal
    night: Night
    shooting: Shooting
    heal: Heal = Heal()
    visit: Visit = Visit()
    invite: Invite = Invite()
    maniac: Maniac = Maniac()
    wins: Wins
    circle: Circle = Circle()
    vote: Vote = Vote()
    farewell: Farewell = Farewell()
    discipline: Discipline

    @model_validator(mode="after")
    def _no_contradictions(self) -> Self:
        faults = contradictions(self)
        if faults:
            text = "; ".join(str(fault) for fault in faults)
            raise PydanticCustomError("contradictions", "{text}", {"text": text, "faults": faults})
        return self

    def cards(self, seats: int) -> dict[Role, int]:
        """The recommended deal for a number of seats, civilians included.

        Raises KeyError if no row covers `seats`.
        """
        for row in self.deal.rows:
            if row.least <= seats <= row.most:
                cards = dict(row.roles)
                if row.thirds:
                    cards[Role.MAFIA] = seats // 3
                cards[Role.CIVILIAN] = seats - sum(n for role, n in cards.items() if role != Role.CIVILIAN)
                return cards
        raise KeyError(seats)

    def offence(self, offence_id: str) -> Offence | None:
        """The offence of that id, or None."""
        return next((o for o in self.discipline.offences if o.id == offence_id), None)


TEAM_OF: dict[Role, Team] = {role: Team.TOWN for role in Role} | {
    Role.MAFIA: Team.MAFIA,
    Role.DON: Team.MAFIA,
    Role.MANIAC: Team.MANIAC,
}
"""A card's team. The maniac plays alone, whatever the sheriff sees (MA-16, CX-03)."""
