"""`python -m benchmarks [--json] [--games N]`: the figures of the bare engine on one core of this machine."""

import argparse
import json
from dataclasses import asdict

from rich.console import Console
from rich.table import Table

from benchmarks.engine import SEATS, TARGET, Games, Long, long_game, whole_games
from mafia_bot.engine.ruleset.stored import stored
from mafia_bot.rulesets import load


def main() -> None:
    """Measure, then print a table or JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    parser.add_argument("--games", type=int, default=300, help="whole games of each ruleset (300)")
    wishes = parser.parse_args()
    games, long = measure(wishes.games)
    if wishes.json:
        print(json.dumps({"games": [asdict(row) for row in games], "long_game": asdict(long)}, indent=2))
    else:
        show(games, long)


def measure(games: int) -> tuple[list[Games], Long]:
    """Every ruleset at ten seats (or at the seats nearest to ten), and one long game."""
    rulesets = {name: stored(ruleset) for name, ruleset in load().items()}
    found = [
        whole_games(rules, min(max(SEATS, rules["seats"]["least"]), rules["seats"]["most"]), games)
        for rules in rulesets.values()
    ]
    return found, long_game(rulesets["most_wanted"])


def show(games: list[Games], long: Long) -> None:
    """The figures as tables."""
    table = Table(title=f"Whole random games on one core (promised at {SEATS} seats: {TARGET:.0f} a second)")
    for heading in ("ruleset", "seats", "games/s", "commands/game", "events/game", "µs/command"):
        table.add_column(heading, justify="left" if heading == "ruleset" else "right")
    for row in games:
        table.add_row(
            row.ruleset,
            str(row.seats),
            f"{row.games_per_second:.0f}",
            f"{row.commands_per_game:.0f}",
            f"{row.events_per_game:.0f}",
            f"{row.microseconds_per_command:.1f}",
        )
    console = Console()
    console.print(table)
    console.print(
        f"One command in a long game: the 10th {long.tenth:.1f} µs, the 1000th {long.thousandth:.1f} µs"
    )


if __name__ == "__main__":
    main()
