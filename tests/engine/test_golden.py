"""Ten real games of sport mafia, replayed by commands: every exit, its order and the winner as recorded.

The records are turned into commands by `evening.py`. What a record leaves out is explained in NOT_RECORDED.
"""

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mafia_bot.engine import events as ev
from mafia_bot.engine.evolution import replay
from mafia_bot.engine.ids import Act
from mafia_bot.engine.state import Ballot, Game, Justification, LastWords, LiftVote, Night, Speeches
from tests.engine.evening import Evening, UnknownRecord
from tests.engine.moments import UnknownMoment

RECORDS = Path(__file__).resolve().parents[1] / "data" / "golden_games.json"
TEAM = {"civ": {"town"}, "maf": {"mafia"}}

NOT_RECORDED: dict[int, dict[str, Any]] = {
    # "zeroVoting=liftOnly" in its notes: seat 1 won the vote of day 0, spoke (two fouls then) and stayed.
    9: {"vote.first_day": "lift_only"},
    # Two candidates on day 0, no ballot, nobody removed, nobody left: there was no vote on that day.
    10: {"vote.first_day": "no_vote"},
}
"""Axes that a game's club had set otherwise than `sport` does (SP-05)."""


@cache
def games() -> dict[int, dict[str, Any]]:
    """The records by number."""
    return {game["id"]: game for game in json.loads(RECORDS.read_text(encoding="utf-8"))}


@pytest.fixture(params=range(1, 11))
def record(request: pytest.FixtureRequest) -> dict[str, Any]:
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


def fouled(when: dict[str, Any]) -> Game:
    """The position of game 9 in which its seat 7, who had no foul, gets one at that moment."""
    record = deepcopy(games()[9])
    record["fouls"].append([7, when])
    evening = Evening(record, NOT_RECORDED[9])
    log = evening.play().log
    assert evening.left_over() == []
    place = next(i for i, e in enumerate(log) if isinstance(e, ev.WarningIssued) and e.seat == 7)
    return replay(log[:place])


@pytest.mark.parametrize(
    ("round_", "act", "moments"),
    [
        (0, Act.ORDER, [{"type": "dealing", "day": 0}, {"type": "briefing", "day": 1}]),
        (0, Act.ORDER, [{"round": 0, "time": time} for time in ("start", "arrangement", "night start")]),
        (0, Act.MEET, [{"type": "comIntro", "day": 0}, {"round": 0, "time": "relaxed sitting"}]),
        (2, Act.SHOOT, [{"type": "shooting", "day": 2}, {"round": 2, "time": "shooting"}]),
        (2, Act.SHOOT, [{"round": 2, "time": "night start"}]),
        (3, Act.SEEK, [{"type": "donCheck", "day": 3}, {"round": 3, "time": "don"}]),
        (1, Act.CHECK, [{"type": "comCheck", "day": 1}, {"round": 1, "time": "sheriff"}]),
    ],
)
def test_a_foul_at_night_is_given_in_that_step(round_: int, act: Act, moments: list[dict[str, Any]]) -> None:
    for when in moments:
        game = fouled(when)
        assert isinstance(game.phase, Night), when
        assert (game.round, game.phase.step.act) == (round_, act), when


@pytest.mark.parametrize(
    ("circle", "phase", "moments"),
    [
        (2, Speeches, [{"type": "speech", "day": 2, "player": 9}, {"round": 1, "time": "day start"}]),
        (2, Speeches, [{"round": 1, "time": "speaking", "speaker": 9}]),
        (2, Ballot, [{"type": "toVoting", "day": 2}, {"type": "toVoting", "day": 2, "voting": 1}]),
        (2, Ballot, [{"type": "voting", "day": 2, "player": 8, "voting": 1}]),
        (2, Ballot, [{"round": 1, "time": "voting start"}, {"round": 1, "time": "voting", "votingRound": 0}]),
        (4, Justification, [{"type": "reSpeech", "day": 4, "player": 7, "voting": 1}]),
        (4, Justification, [{"round": 3, "time": "voting", "votingRound": 1, "speaker": 7}]),
        (4, LiftVote, [{"type": "lift", "day": 4}, {"round": 3, "time": "voting kill all"}]),
        (3, LastWords, [{"type": "voted", "day": 3, "player": 2, "voting": 1}]),
        (3, LastWords, [{"round": 2, "time": "day kill speaking", "speaker": 2}]),
    ],
)
def test_a_foul_by_day_is_given_in_that_phase(
    circle: int, phase: type, moments: list[dict[str, Any]]
) -> None:
    for when in moments:
        game = fouled(when)
        assert (game.broke, type(game.phase)) == (circle, phase), when


def test_a_foul_in_the_second_ballot_is_not_given_in_the_first() -> None:
    game = fouled({"type": "voting", "day": 4, "player": 6, "voting": 2})
    assert isinstance(game.phase, Ballot)
    assert game.phase.stage == 1


def test_a_foul_on_the_way_to_a_vote_that_did_not_take_place_is_given() -> None:
    record = deepcopy(games()[10])
    record["fouls"].append([2, {"type": "toVoting", "day": 1}])
    evening = Evening(record, NOT_RECORDED[10])
    log = evening.play().log
    assert evening.left_over() == []
    place = next(i for i, e in enumerate(log) if isinstance(e, ev.WarningIssued) and e.seat == 2)
    assert replay(log[:place]).broke == 1


@pytest.mark.parametrize(
    "when", [{"type": "guess", "day": 2}, {"round": 1, "time": "end"}, {"type": "night", "day": 1}, {}]
)
def test_a_foul_at_a_moment_with_a_strange_name_is_refused(when: dict[str, Any]) -> None:
    with pytest.raises(UnknownMoment):
        fouled(when)


def test_what_a_record_has_and_the_adapter_would_not_play_is_refused() -> None:
    with pytest.raises(UnknownRecord):
        Evening({**games()[9], "techs": []}, {})
    with pytest.raises(UnknownRecord):
        Evening({**games()[9], "removals": [{"seat": 1, "day": 2, "when": {"type": "giveUp"}}]}, {})
