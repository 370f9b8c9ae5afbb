"""The axes of the day: speeches, nominations, the vote and its ties, farewells, and how it all ends."""

from typing import Annotated, Literal

from pydantic import Field

from mafia_bot.engine.ruleset.axis import Axis, Pause, Seconds


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
    """Last words in seconds, 0 for none; the order in which several victims are named; the best move.

    `miss_beside`: a miss is told though another killing succeeded (CI-22).
    """

    night_seconds: Pause = 60
    vote_seconds: Pause = 60
    shuffled: bool = False
    miss_told: bool = True
    miss_beside: bool = False
    best_move: bool = False
    best_move_seats: Annotated[int, Field(ge=1, le=5)] = 3
    best_move_first_day_exits: Annotated[int, Field(ge=0, le=20)] = 1
