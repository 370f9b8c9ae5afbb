"""A finished game as the club remembers it: who sat where with which card, how it ended.

Every card is open here, so nothing of it may be shown before the game is over (GE-06).
"""

import datetime

from msgspec import Struct

from mafia_bot.engine.ids import Cause, Role, RulingKind, SeatNo, Team, UserId
from mafia_bot.engine.state import Exit, Game, Over, Player
from mafia_bot.texts.wording import visible_name


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

    `reason` is the engine's word for how it ended, `words` are the host's own; `offender`: whose seat brought
    a technical defeat upon his team (MA-25).
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
    words: str = ""
    offender: SeatNo | None = None

    def won(self, seat: FinishedSeat) -> bool:
        """Whether that seat's team is among the winners: after a technical defeat there are two (MA-25)."""
        return seat.team in self.winners


def finished_game(game: Game, number: int = 0, ruleset: str = "") -> FinishedGame:
    """A position that is over as the club remembers it; `ruleset` is what the table calls its rules.

    Raises TypeError for a game that goes on.
    """
    if not isinstance(game.phase, Over):
        raise TypeError("the game is not over")
    outcome = game.phase.outcome
    ruling = game.ruling
    return FinishedGame(
        number=number,
        ruleset=ruleset,
        day=datetime.datetime.fromtimestamp(game.clock.opened, datetime.UTC).date(),
        days=game.broke,
        winners=outcome.winners,
        counts=outcome.counts,
        seats=tuple(_seat(game, player) for player in game.players),
        host=game.host,
        reason=outcome.reason,
        words=outcome.words,
        offender=ruling.seat if ruling is not None and ruling.kind is RulingKind.DEFEAT else None,
    )


def _seat(game: Game, player: Player) -> FinishedSeat:
    gone = player.exit
    # SP-08: the best move belongs to the one who was killed on the first night.
    first_victim = gone is not None and gone.at_night and gone.round == 1
    return FinishedSeat(
        seat=player.seat,
        user=player.user,
        name=visible_name(game.kept.name_of(player.user) or "", str(player.user)),
        role=player.role,
        team=player.team,
        exit=None if gone is None else _exit(game, gone),
        warnings=player.warnings,
        best_move=game.best_move if first_victim else (),
    )


def _exit(game: Game, gone: Exit) -> SeatExit:
    first = game.rules.circle.first_day
    return SeatExit(gone.cause, gone.round if gone.at_night else gone.round + first, gone.at_night)
