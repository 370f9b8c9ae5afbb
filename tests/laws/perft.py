"""Perft: how many positions a small table can reach, press by press. A change of the rules changes a count.

`python -m tests.laws.perft` counts again and writes the data file; look at what changed before you keep it.
"""

import json
from collections.abc import Hashable
from pathlib import Path

from msgspec.structs import replace

from mafia_bot.engine import commands as cmd
from mafia_bot.engine.decide import step
from mafia_bot.engine.ids import Role, SeatNo
from mafia_bot.engine.refusals import Refusal
from mafia_bot.engine.run import Facts
from mafia_bot.engine.state import (
    Ballot,
    Game,
    Justification,
    LastWords,
    LiftVote,
    Night,
    Over,
    Phase,
    Speeches,
)
from tests.engine.scenario import Table, table
from tests.laws.games import RULESETS, SPECIAL, known_roles, shipped
from tests.laws.moves import acts

DATA = Path(__file__).with_name("perft.json")
POSITIONS = 400
"""A level with more positions than this is the last one counted."""
DEPTH = 22
STARTS = ("circle", "vote", "four", "night")

Counts = dict[str, dict[str, list[int]]]


def small(ruleset: str, seats: int = 5) -> Table:
    """A table in day 1: one black, as many special cards as fit, the black last."""
    rules = shipped()[ruleset]
    wanted = {s.wake for s in (*rules.night.first, *rules.night.later)}
    black = Role.DON if Role.DON in wanted else Role.MAFIA
    special = [role for role in SPECIAL if role in known_roles(rules)][-(seats - 2) :]
    deck = [*(role.value for role in special), *["civilian"] * (seats - 1 - len(special)), black.value]
    return table(ruleset, deck)


def start(ruleset: str, place: str) -> Table:
    """Where counting begins: day 1, the vote over two in day 2 with five or four seats, the second night."""
    match place:
        case "circle":
            return small(ruleset)
        case "vote":
            return small(ruleset).night().put_up(1, 2).until(Ballot)
        case "four":
            return small(ruleset, 4).night().put_up(1, 2).until(Ballot)
        case _:
            return small(ruleset).night().step_of("mafia")


def identity(game: Game) -> Hashable:
    """What makes two positions the same: everything but the clock and the rulings."""
    return (
        orderless(game.phase),
        game.players,
        game.round,
        game.broke,
        game.nominations,
        game.passed,
        game.alibi,
        game.starter,
        game.curfew,
        game.asked,
        game.missed,
        game.quiet,
        game.stirred,
    )


def orderless(phase: Phase) -> Phase:
    """A phase without the order in which hands came down, which decides nothing."""
    match phase:
        case Ballot() | LiftVote():
            return replace(phase, votes=tuple(sorted(phase.votes)))
        case _:
            return phase


def next_positions(game: Game) -> list[Game]:
    """The positions one press, or one deadline, away."""
    now = game.clock.deadline or 0.0
    commands = list(acts(game, now))
    if not isinstance(game.phase, (Speeches, LastWords, Justification)):
        commands.append(cmd.TimeRanOut(game.clock.step))
    found = []
    for command in commands:
        if isinstance(command, cmd.ChooseTarget) and _has_chosen(game, command.seat):
            continue  # an open choice may change for ever (CX-02); once is enough to count
        result = step(game, command, Facts(now))
        if not isinstance(result, Refusal) and result.events:
            found.append(result.game)
    return found


def _has_chosen(game: Game, seat: SeatNo) -> bool:
    phase = game.phase
    return isinstance(phase, Night) and any(
        choice.seat == seat and choice.act is phase.step.act for choice in phase.choices
    )


def leads_on(game: Game, first: Game) -> bool:
    """Whether counting goes on from here: until the game is over, or a day has led to its night and back."""
    if isinstance(game.phase, Over):
        return False
    return (game.broke, game.round) == (first.broke, first.round)


def count(game: Game) -> dict[str, list[int]]:
    """By depth: positions, transcripts (ways to press them) and games over."""
    first = game
    level: dict[Hashable, tuple[Game, int]] = {identity(game): (game, 1)}
    found: dict[str, list[int]] = {"positions": [], "transcripts": [], "over": []}
    while level and len(found["positions"]) < DEPTH and len(level) <= POSITIONS:
        reached: dict[Hashable, tuple[Game, int]] = {}
        for position, ways in level.values():
            if not leads_on(position, first):
                continue
            for after in next_positions(position):
                key = identity(after)
                known = reached.get(key)
                reached[key] = (after, ways + (known[1] if known else 0))
        found["positions"].append(len(reached))
        found["transcripts"].append(sum(ways for _, ways in reached.values()))
        found["over"].append(sum(isinstance(g.phase, Over) for g, _ in reached.values()))
        level = reached
    return found


def count_all(ruleset: str) -> dict[str, dict[str, list[int]]]:
    """Every start of one ruleset."""
    return {place: count(start(ruleset, place).game) for place in STARTS}


def main() -> None:
    """Write the counts of today."""
    counts = {ruleset: count_all(ruleset) for ruleset in RULESETS}
    text = json.dumps(counts, indent=1)
    DATA.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
