"""Finished games for the tests of this directory."""

import datetime
from collections.abc import Sequence

from mafia_bot.club.results import FinishedGame, FinishedSeat, SeatExit
from mafia_bot.engine.ids import Cause, Role, SeatNo, Team, UserId
from mafia_bot.engine.roster import TEAM_OF

NAMES = ("Аня", "Боря", "Вера", "Гена", "Даша", "Егор")
ROLES = (Role.CIVILIAN, Role.SHERIFF, Role.MAFIA, Role.DON, Role.MANIAC, Role.CIVILIAN)


def finished(
    winners: Sequence[Team],
    *,
    counts: bool = True,
    reason: str = "",
    removed: int | None = None,
    best_move: tuple[int, ...] = (),
) -> FinishedGame:
    """Six seats: two civilians, the sheriff, a mafioso, the don, the maniac. Seat 1 was killed first."""
    return FinishedGame(
        number=17,
        ruleset="Маски",
        day=datetime.date(2026, 11, 30),
        days=3,
        winners=tuple(winners),
        counts=counts,
        seats=tuple(_seat(n, removed, best_move) for n in range(1, 7)),
        host=UserId(99),
        reason=reason,
    )


def _seat(number: int, removed: int | None, best_move: tuple[int, ...]) -> FinishedSeat:
    role = ROLES[number - 1]
    left = {1: SeatExit(Cause.NIGHT, 1, True), 3: SeatExit(Cause.VOTE, 2, False)}
    if removed is not None:
        left[removed] = SeatExit(Cause.DISCIPLINE, 2, False)
    return FinishedSeat(
        seat=SeatNo(number),
        user=UserId(100 + number),
        name=NAMES[number - 1],
        role=role,
        team=TEAM_OF[role],
        exit=left.get(number),
        warnings=2 if number == 3 else 0,
        best_move=tuple(SeatNo(n) for n in best_move) if number == 1 else (),
    )
