"""How many rating points a finished game brings to each seat. Knows a club's profile, no database."""

import logging
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mafia_bot.club.results import FinishedGame, FinishedSeat
from mafia_bot.engine.ids import Cause, SeatNo, Team

_log = logging.getLogger(__name__)

Points = Annotated[float, Field(ge=-100, le=100)]


class PointsProfile(BaseModel):
    """What a club pays for what. The default: a win is one point, all else nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    win_town: Points = 1.0
    win_mafia: Points = 1.0
    win_maniac: Points = 1.0
    loss: Points = 0.0
    draw: Points = 0.0
    # SP-08: the first victim's guess, by how many of the named seats are black (1, 2, 3 …).
    best_move: tuple[Points, ...] = ()
    # Added to whatever the game brought when the player was removed; below zero to cost something.
    removal: Points = 0.0

    def win(self, team: Team) -> float:
        """The points of a win for that team."""
        return {Team.TOWN: self.win_town, Team.MAFIA: self.win_mafia, Team.MANIAC: self.win_maniac}[team]


def profile_of(settings: Mapping[str, Any]) -> PointsProfile:
    """The profile that a club has chosen; the default where it has none, or one that cannot be read."""
    try:
        return PointsProfile.model_validate(settings.get("points", {}))
    except ValidationError:
        # No evening may wait for it: when the profile is mended, the points are counted again.
        _log.exception("a points profile cannot be read; the default is used")
        return USUAL


USUAL = PointsProfile()
"""What is paid where a club has not said otherwise."""


def points_of(profile: PointsProfile, game: FinishedGame, seat: FinishedSeat) -> float:
    """The points of one seat, rounded to hundredths.

    After a technical defeat every winning team has the points of a whole win (MA-25). A game that does not
    count brings 0 to everybody.
    """
    if not game.counts:
        return 0.0
    points = profile.win(seat.team) if game.won(seat) else profile.loss
    if not game.winners:
        points = profile.draw
    points += _for_best_move(profile, game, seat.best_move)
    if seat.exit is not None and seat.exit.cause is Cause.DISCIPLINE:
        points += profile.removal
    return round(points, 2)


def _for_best_move(profile: PointsProfile, game: FinishedGame, named: tuple[SeatNo, ...]) -> float:
    black = {seat.seat for seat in game.seats if seat.team is Team.MAFIA}
    hits = min(len(black & set(named)), len(profile.best_move))
    return profile.best_move[hits - 1] if hits else 0.0
