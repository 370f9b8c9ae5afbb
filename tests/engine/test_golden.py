"""Ten real games of sport mafia, replayed by commands: every exit, its order and the winner as recorded.

The records are turned into commands by `evening.py`. What a record leaves out is explained in NOT_RECORDED.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mafia_bot.engine import events as ev
from tests.engine.evening import Evening

SHARED = Path(__file__).resolve().parents[3] / "shared" / "golden_games.json"
TEAM = {"civ": {"town"}, "maf": {"mafia"}}

NOT_RECORDED: dict[int, dict[str, Any]] = {
    # "zeroVoting=liftOnly" in its notes: seat 1 won the vote of day 0, spoke (two fouls then) and stayed.
    9: {"vote.first_day": "lift_only"},
    # Two candidates on day 0, no ballot, nobody removed, nobody left. The same club as game 9, so the same
    # axis: the silent votes fell on the last of the two, and he stayed.
    10: {"vote.first_day": "lift_only"},
}
"""Axes that a game's club had set otherwise than `sport` does (SP-05)."""


@cache
def games() -> dict[int, dict[str, Any]]:
    """The records by number, or nothing where a checkout has them not beside it."""
    return {game["id"]: game for game in json.loads(SHARED.read_text())} if SHARED.is_file() else {}


@pytest.fixture(params=range(1, 11))
def record(request: pytest.FixtureRequest) -> dict[str, Any]:
    if request.param not in games():
        pytest.skip("../shared is absent")
    return games()[request.param]


@pytest.mark.rule("SP-01", "SP-02", "SP-03", "SP-04", "SP-05", "SP-06", "SP-07", "SP-08")
def test_a_real_game_replays_exactly(record: dict[str, Any]) -> None:
    evening = Evening(record, NOT_RECORDED.get(record["id"], {}))
    table = evening.play()
    assert evening.exits() == [(e["seat"], e["round"], e["how"]) for e in record["expected"]["eliminations"]]
    assert table.winners == TEAM[record["expected"]["winner"]]
    assert evening.left_over() == []
    assert table.replays()


def test_the_answers_to_the_recorded_checks_follow_from_the_cards(record: dict[str, Any]) -> None:
    table = Evening(record, NOT_RECORDED.get(record["id"], {})).play()
    black = {"sheriff": ("maf", "don"), "don": ("sheriff",)}
    for role, night, seat in record["checks"]:
        asker = record["roles"].index(role) + 1
        checks = [c for c in table.game.player(asker).checks if c.round == night]
        assert [(c.target, c.yes) for c in checks] == [(seat, record["roles"][seat - 1] in black[role])]


def test_a_best_move_was_owed_where_one_was_named(record: dict[str, Any]) -> None:
    table = Evening(record, NOT_RECORDED.get(record["id"], {})).play()
    named = [(e.seat, list(e.seats)) for e in table.all(ev.BestMoveNamed)]
    assert named == ([tuple(record["best_move"])] if record["best_move"] else [])
