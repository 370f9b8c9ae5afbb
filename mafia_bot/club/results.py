"""A finished game as the club remembers it: who sat where with which card, how it ended.

Values only, with every card open; nothing here may be shown before the game is over (GE-06).
"""

import datetime

from msgspec import Struct

from mafia_bot.engine.ids import Cause, Role, SeatNo, Team, UserId


class SeatExit(Struct, frozen=True):
    """How a player left: why, in which round (nights count from 0, days from 1), at night or by day."""

    cause: Cause
    round: int
    at_night: bool


class FinishedSeat(Struct, frozen=True):
    """One seat at the end; `exit` is None for those who were still at the table."""

    seat: SeatNo
    user: UserId
    name: str
    role: Role
    team: Team
    exit: SeatExit | None = None
    warnings: int = 0
    best_move: tuple[SeatNo, ...] = ()


class FinishedGame(Struct, frozen=True):
    """A whole game. No winners is a draw; a game that does not count is annulled (MW-15) and brings nothing.

    `reason` is the engine's word for how it ended, or the host's own words when it was annulled.
    """

    number: int
    ruleset: str
    day: datetime.date
    days: int
    winners: tuple[Team, ...]
    counts: bool
    seats: tuple[FinishedSeat, ...]
    host: UserId | None = None
    reason: str = ""

    def won(self, seat: FinishedSeat) -> bool:
        """Whether that seat's team is among the winners: after a technical defeat there are two (MA-25)."""
        return seat.team in self.winners
