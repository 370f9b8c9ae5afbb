"""How fast the bare engine is, on one core: whole games, single commands, and long games."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from mafia_bot.engine import commands as cmd
from mafia_bot.engine.decide import step
from mafia_bot.engine.ids import Rank, SeatNo
from mafia_bot.engine.refusals import Refusal
from mafia_bot.engine.run import Facts
from mafia_bot.engine.state import Game, Speeches
from mafia_bot.simulation.batch import play
from mafia_bot.simulation.playing import Evening
from mafia_bot.simulation.policy import Policy

SEATS = 10
TARGET = 250.0
"""Whole ten-seat games a second that the engine promises."""


@dataclass(frozen=True)
class Games:
    """Whole random games of one ruleset: games a second, and means per game and per command (µs)."""

    ruleset: str
    seats: int
    games_per_second: float
    commands_per_game: float
    events_per_game: float
    microseconds_per_command: float


@dataclass(frozen=True)
class Long:
    """What one command costs early and late in one long game, in µs (medians)."""

    tenth: float
    thousandth: float


def whole_games(rules: dict[str, Any], seats: int, games: int) -> Games:
    """Play games with random players; the players' own thinking is in the time (of the processor) too."""
    play(rules, seats, 0, 0, Policy)
    began = process_time()
    played = [play(rules, seats, 1, number, Policy) for number in range(games)]
    took = process_time() - began
    commands = sum(game.commands for game in played)
    return Games(
        ruleset=rules["id"],
        seats=seats,
        games_per_second=games / took,
        commands_per_game=commands / games,
        events_per_game=sum(game.events for game in played) / games,
        microseconds_per_command=took / commands * 1e6,
    )


def long_game(rules: dict[str, Any], repeats: int = 400) -> Long:
    """One game that never ends (a club may allow fifty quiet rounds): its 10th and its 1000th speech.

    Warnings fall all the way, as these keep the position before them for an undo.
    """
    patient = {**rules, "wins": {**rules["wins"], "draw_rounds": 50}}
    dice = Random(1)
    evening = Evening(patient, SEATS, dice, Policy(dice))
    early = _cost(_after(evening, 10), repeats)
    late = _cost(_after(evening, 1000), repeats)
    return Long(early, late)


def _after(evening: Evening, commands: int) -> Callable[[], None]:
    """Let nobody do anything until so many commands are given and somebody speaks; then that speech's end."""
    offence = evening.game.rules.discipline.offences[0].id
    while evening.commands < commands or not isinstance(evening.game.phase, Speeches):
        evening.run_out()
        if evening.commands % 2:
            evening.do(cmd.Warn(Rank.HOST, SeatNo(1), offence))
            evening.do(cmd.Undo(Rank.HOST))
    game, now = evening.game, evening.now
    return _end_of_speech(game, now)


def _end_of_speech(game: Game, now: float) -> Callable[[], None]:
    assert isinstance(game.phase, Speeches)
    command, facts = cmd.EndSpeech(game.phase.queue[0]), Facts(now)

    def once() -> None:
        assert not isinstance(step(game, command, facts), Refusal)

    return once


def _cost(once: Callable[[], None], repeats: int) -> float:
    samples = []
    for _ in range(repeats):
        began = perf_counter()
        once()
        samples.append(perf_counter() - began)
    return median(samples) * 1e6
