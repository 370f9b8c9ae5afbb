"""What can be pressed at all, and how a press is named on the wire. It knows no buttons and no words."""

from enum import StrEnum

from msgspec import Struct

from mafia_bot.engine.ids import GameId, SeatNo
from mafia_bot.engine.state import Game


class Press(StrEnum):
    """Everything that can be pressed on the board or in a private panel."""

    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    RULES = "rules"
    ADOPT = "adopt"
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
    HOST = "host"
    PAUSE = "pause"
    RESUME = "resume"
    NEXT = "next"
    EXTRA = "extra"
    REFRESH = "refresh"
    SEAT = "seat"
    WARN = "warn"
    REMOVE = "remove"
    REPLACE = "replace"
    DEFEAT = "defeat"
    BACK = "back"
    UNDO = "undo"
    END = "end"
    ASSISTANT = "assistant"
    WAIT = "wait"
    GONE = "gone"
    ENTER = "enter"
    SAID_YES = "said"
    ANSWER = "answer"
    SWAP = "swap"
    ALIBI = "alibi"
    NO_ALIBI = "no-alibi"


OF_THE_HOST = frozenset(
    {
        Press.HOST,
        Press.REFRESH,
        Press.PAUSE,
        Press.RESUME,
        Press.NEXT,
        Press.EXTRA,
        Press.SEAT,
        Press.WARN,
        Press.REMOVE,
        Press.REPLACE,
        Press.DEFEAT,
        Press.BACK,
        Press.UNDO,
        Press.END,
        Press.ASSISTANT,
        Press.WAIT,
        Press.GONE,
        Press.ENTER,
        Press.SAID_YES,
        Press.ANSWER,
        Press.SWAP,
        Press.ALIBI,
        Press.NO_ALIBI,
    }
)
"""What only those who lead or rule a table may press, wherever it stands (GE-02, GE-16)."""


class Control(Struct, frozen=True):
    """One press: of which game, in which step (0: whatever step), aimed at which seat (0: none).

    What is aimed at no seat may count something else there: a place in the kill order, extra seconds.
    """

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
