"""What many games add up to: shares with their intervals, lengths, exits. It plays nothing itself."""

from collections import Counter
from collections.abc import Iterable
from math import sqrt
from typing import Any

import msgspec
from msgspec import Struct

from mafia_bot.engine.ids import Team
from mafia_bot.simulation.playing import Played

CONFIDENCE = 1.959964
"""Standard deviations for 95 of 100 intervals to hold the true share."""

DRAW = "draw"


class Share(Struct, frozen=True):
    """How many of the games, as a share with the ends of its Wilson interval (0 … 1)."""

    games: int
    share: float
    low: float
    high: float


class Results(Struct, frozen=True):
    """Shares by team (a win may be shared: they may add up to more than 1) and of draws; means per game."""

    ruleset: str
    policy: str
    seats: int
    games: int
    seed: int
    shares: dict[str, Share]
    reasons: dict[str, int]
    circles: float
    commands: float
    events: float
    exits: dict[str, float]


def wilson(found: int, total: int, deviations: float = CONFIDENCE) -> Share:
    """A share and its Wilson score interval; nothing known about no games."""
    if total == 0:
        return Share(0, 0.0, 0.0, 1.0)
    share, square = found / total, deviations**2
    centre = (share + square / (2 * total)) / (1 + square / total)
    reach = deviations / (1 + square / total) * sqrt(share * (1 - share) / total + square / (4 * total**2))
    return Share(found, share, max(0.0, centre - reach), min(1.0, centre + reach))


class Tally:
    """Games added up as they come, in any order."""

    def __init__(self) -> None:
        self.games = self.circles = self.commands = self.events = 0
        self.wins: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.exits: Counter[str] = Counter()

    def add(self, played: Iterable[Played]) -> None:
        """Add some games."""
        for game in played:
            self.games += 1
            self.circles += game.circles
            self.commands += game.commands
            self.events += game.events
            self.wins.update([team.value for team in game.outcome.winners] or [DRAW])
            self.reasons[game.outcome.reason] += 1
            self.exits.update(game.exits)

    def results(self, ruleset: str, policy: str, seats: int, seed: int, teams: Iterable[Team]) -> Results:
        """The sums as shares and means; every dealt team is listed, whether it won or not."""
        total = max(1, self.games)
        names = [*(team.value for team in Team if team in set(teams)), DRAW]
        return Results(
            ruleset,
            policy,
            seats,
            self.games,
            seed,
            {name: wilson(self.wins[name], self.games) for name in names},
            dict(sorted(self.reasons.items())),
            self.circles / total,
            self.commands / total,
            self.events / total,
            {cause: count / total for cause, count in sorted(self.exits.items())},
        )


def report(results: Results) -> dict[str, Any]:
    """The results as plain data for JSON or a table; keys are ids (teams, causes, reasons), never words."""
    plain: dict[str, Any] = msgspec.to_builtins(results)
    return plain
