"""Many games on all cores. Game number N has its own dice: one core or sixty-four, the result is the same."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from random import Random
from typing import Any

from mafia_bot.engine.roster import TEAM_OF
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.ruleset.stored import stored
from mafia_bot.simulation.careful import Careful
from mafia_bot.simulation.playing import Evening, Played
from mafia_bot.simulation.policy import Policy
from mafia_bot.simulation.results import Results, Tally

POLICIES: dict[str, type[Policy]] = {"random": Policy, "careful": Careful}
"""Policies by the name that a command line knows."""

BATCH = 50
"""Games in one piece of work: small enough for a smooth progress bar."""

Progress = Callable[[int], None]
"""Told how many more games are done."""


def play(rules: dict[str, Any], seats: int, seed: int, number: int, policy: type[Policy]) -> Played:
    """Game `number` of a seed, always the same one."""
    dice = Random(f"{seed}:{number}")
    return Evening(rules, seats, dice, policy(dice)).play()


def _piece(
    rules: dict[str, Any], seats: int, seed: int, numbers: range, policy: type[Policy]
) -> list[Played]:
    return [play(rules, seats, seed, number, policy) for number in numbers]


def simulate(
    ruleset: Ruleset,
    games: int,
    seats: int | None = None,
    seed: int = 1,
    policy: str | type[Policy] = "random",
    processes: int | None = None,
    progress: Progress | None = None,
) -> Results:
    """Play `games` games and add them up.

    `seats` defaults to the most the ruleset allows, `processes` to every core; `progress` is told how many
    more games are done. Raises KeyError for an unknown policy, ValueError for seats it has no deal for.
    """
    kind = POLICIES[policy] if isinstance(policy, str) else policy
    seats = ruleset.seats.most if seats is None else seats
    if not ruleset.seats.least <= seats <= ruleset.seats.most:
        raise ValueError(f"{ruleset.id}: {ruleset.seats.least}-{ruleset.seats.most}")
    tally = Tally()
    for played in _pieces(stored(ruleset), games, seats, seed, kind, processes):
        tally.add(played)
        if progress is not None:
            progress(len(played))
    name = policy if isinstance(policy, str) else policy.__name__
    teams = {TEAM_OF[role] for role, count in ruleset.cards(seats).items() if count}
    return tally.results(ruleset.id, name, seats, seed, teams)


def _pieces(
    rules: dict[str, Any], games: int, seats: int, seed: int, policy: type[Policy], processes: int | None
) -> Iterator[list[Played]]:
    work = [range(start, min(start + BATCH, games)) for start in range(0, games, BATCH)]
    workers = min(processes or os.cpu_count() or 1, len(work))
    if workers <= 1:
        for numbers in work:
            yield _piece(rules, seats, seed, numbers, policy)
        return
    # Fresh interpreters: a fork of a process with threads (a progress bar is one) may hang.
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        pending = [pool.submit(_piece, rules, seats, seed, numbers, policy) for numbers in work]
        for done in as_completed(pending):
            yield done.result()
