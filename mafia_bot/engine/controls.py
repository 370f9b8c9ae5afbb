"""What can be pressed in a position, and how a press is named on the wire. It knows no buttons and no
words.
"""

from enum import StrEnum

from msgspec import Struct

from mafia_bot.engine.ids import GameId, SeatNo, SpeechKind
from mafia_bot.engine.state import (
    Ballot,
    Game,
    Justification,
    LastWords,
    LiftVote,
    Lobby,
    ManiacQuestion,
    Night,
    NominationWindow,
    ShortNight,
    Speeches,
)


class Press(StrEnum):
    """Everything that can be pressed on the board or in a private panel."""

    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    RULES = "rules"
    CARD = "card"
    THANKS = "thanks"
    PASS = "pass"
    NOMINATE = "nominate"
    VOTE = "vote"
    AGREE = "agree"
    AGAINST = "against"
    NIGHT = "night"
    TARGET = "target"
    REFUSE = "refuse"
    ORDER = "order"
    BEST_MOVE = "best"
    MANIAC_YES = "yes"


class Control(Struct, frozen=True):
    """One press: of which game, in which step (0: whatever step), aimed at which seat (0: none)."""

    press: Press
    step: int = 0
    seat: int = 0

    def token(self, game_id: GameId) -> str:
        """The name under which a client sends this press back, at most 100 characters."""
        return f"mafia:{self.press}:{game_id}:{self.step}:{self.seat}"


TOKEN = r"mafia:{press}:(?P<game>\d+):(?P<step>\d+):(?P<seat>\d+)"
"""The pattern of a token once `{press}` is filled in; it survives restarts and old messages."""


def nominees(game: Game) -> tuple[SeatNo, ...]:
    """Seats that can still be put to the vote today (GE-04)."""
    taken = {seat for _, seat in game.nominations}
    return tuple(p.seat for p in game.players if p.alive and p.seat not in taken)


def controls(game: Game) -> tuple[Control, ...]:
    """What the board offers in this position; the same for everybody who looks at it (GE-11)."""
    card = Control(Press.CARD)
    return (*_own(game), card) if not isinstance(game.phase, Lobby) else _own(game)


def _own(game: Game) -> tuple[Control, ...]:
    step = game.clock.step
    match game.phase:
        case Lobby():
            return (
                Control(Press.JOIN),
                Control(Press.LEAVE),
                Control(Press.START),
                Control(Press.RULES),
            )
        case Night() | ShortNight():
            return (Control(Press.NIGHT),)
        case Speeches(kind=kind):
            end = Control(Press.PASS if kind is SpeechKind.SILENT else Press.THANKS, step)
            by_speech = game.rules.circle.nominations == "speech"
            return (end, Control(Press.NOMINATE, step)) if by_speech else (end,)
        case NominationWindow():
            return (Control(Press.NOMINATE, step),)
        case Justification():
            return (Control(Press.THANKS, step),)
        case LastWords(best_move=owed):
            end = Control(Press.THANKS, step)
            return (end, Control(Press.BEST_MOVE, step)) if owed is not None else (end,)
        case Ballot() as ballot:
            return (Control(Press.VOTE, step, ballot.candidate),) if ballot.candidates else ()
        case LiftVote():
            return (Control(Press.AGREE, step), Control(Press.AGAINST, step))
        case ManiacQuestion():
            return (Control(Press.MANIAC_YES, step),)
        case _:
            return ()
