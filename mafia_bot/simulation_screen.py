"""`mafia-bot simulate` in the terminal: a progress bar while games are played, then the shares as a table."""

import json

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from mafia_bot import operator_texts as words
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.simulation import Results, report, simulate


def show(rules: Ruleset, games: int, seats: int, seed: int, policy: str, *, as_json: bool) -> None:
    """Play and print; with `as_json` the last line of stdout is the results as one JSON object."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words.SIMULATING, total=games)
        found = simulate(rules, games, seats, seed, policy, progress=lambda more: bar.advance(task, more))
    Console(highlight=False).print(_table(found), _means(found), _exits(found), sep="\n")
    if as_json:
        typer.echo(json.dumps(report(found)))


def _table(found: Results) -> Table:
    title = words.SIMULATED.format(
        games=found.games, ruleset=found.ruleset, seats=found.seats, policy=found.policy, seed=found.seed
    )
    table = Table(*words.SIMULATED_COLUMNS, title=title)
    for name, share in found.shares.items():
        interval = f"{100 * share.low:.1f} - {100 * share.high:.1f} %"
        table.add_row(name, str(share.games), f"{100 * share.share:.1f} %", interval)
    return table


def _exits(found: Results) -> str:
    each = ", ".join(f"{cause} {count:.2f}" for cause, count in found.exits.items())
    return words.SIMULATED_EXITS.format(exits=each)


def _means(found: Results) -> str:
    return words.SIMULATED_MEANS.format(circles=found.circles, commands=found.commands, events=found.events)
