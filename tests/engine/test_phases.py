"""One phase, one object: every state has its own, whoever asks a position asks it, and none is forgotten."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine import phases
from mafia_bot.engine.commands import TimeRanOut
from mafia_bot.engine.due import Deadline, due
from mafia_bot.engine.evolution import evolve
from mafia_bot.engine.ids import Cause, Rank, SeatNo
from mafia_bot.engine.offered import offered
from mafia_bot.engine.phases.base import PHASES, PhaseRules, waits_for
from mafia_bot.engine.scene import scene
from mafia_bot.engine.state import (
    Ballot,
    Justification,
    LastWords,
    LiftVote,
    Lobby,
    ManiacQuestion,
    Night,
    NominationWindow,
    Over,
    Phase,
    ShortNight,
    Speeches,
)
from tests.engine.scenario import Table, lobby, table, user
from tests.engine.tables import BLIND, MASKS

CITY = {1: "don", 2: "maniac", 3: "sheriff"}
TIE = {5: range(1, 5), 6: range(5, 9)}


def vote(hands: dict[int, range] | None = None) -> Table:
    t = table("most_wanted", BLIND, seats=8).put_up(5, 6)
    return t if hands is None else t.vote(hands)


def annulled() -> Table:
    t = table("masks", MASKS)
    t.do(cmd.Annul(Rank.HOST, "enough"))
    return t


PLACES: dict[type[Any], Callable[[], Table]] = {
    Lobby: lambda: lobby("masks", 10),
    Night: lambda: table("masks", MASKS).step_of("mafia", "shoot"),
    Speeches: lambda: table("masks", MASKS),
    NominationWindow: lambda: table("city", CITY, seats=8).until(NominationWindow),
    Ballot: vote,
    Justification: lambda: vote(TIE),
    LiftVote: lambda: vote(TIE).revote(TIE),
    ShortNight: lambda: table("city", CITY, seats=8).put_up(5, 6).vote(TIE),
    LastWords: lambda: vote({5: range(1, 9)}),
    ManiacQuestion: lambda: table("classic15", CITY, seats=8).remove(1),
    Over: annulled,
}
"""How a game comes to stand in each phase, eight or ten people at the table."""

IN_PLAY = [state for state in PLACES if state not in (Lobby, Over)]
everywhere = pytest.mark.parametrize("state", PLACES, ids=lambda state: state.__name__)
in_play = pytest.mark.parametrize("state", IN_PLAY, ids=lambda state: state.__name__)


def at(state: type[Any]) -> Table:
    t = PLACES[state]()
    assert isinstance(t.phase, state)
    return t


def test_every_state_has_one_phase_in_a_file_of_its_own() -> None:
    assert set(PHASES) == set(PLACES) == set(get_args(Phase))
    assert all(rules.state is state for state, rules in PHASES.items())
    assert len({type(rules).__module__ for rules in PHASES.values()}) == len(PHASES)
    assert len({state.__struct_config__.tag for state in PHASES}) == len(PHASES)  # type: ignore[attr-defined]


def test_no_file_of_a_phase_is_forgotten() -> None:
    files = {path.stem for path in Path(phases.__path__[0]).glob("*.py")} - {"__init__"}
    modules = [import_module(f"mafia_bot.engine.phases.{name}") for name in files]
    found = {
        value.state for module in modules for value in vars(module).values() if isinstance(value, PhaseRules)
    }
    assert found == set(get_args(Phase))


@everywhere
def test_a_phase_has_a_deadline_just_while_the_game_goes_on(state: type[Any]) -> None:
    t = at(state)
    if state in (Lobby, Over):
        assert due(t.game) is None
        return
    deadline = t.game.clock.deadline
    assert deadline is not None
    by_arrival = state in (Ballot, LiftVote)  # GE-05
    assert due(t.game) == Deadline(deadline, TimeRanOut(t.game.clock.step), by_arrival)


@everywhere
def test_the_board_offers_something_until_the_end_and_only_for_the_open_step(state: type[Any]) -> None:
    t = at(state)
    controls = offered(t.game)
    assert not controls if state is Over else len(controls) > 1
    assert {control.step for control in controls} <= {0, t.game.clock.step}
    assert len({control.press for control in controls}) == len(controls)


@in_play
def test_a_phase_that_is_skipped_leads_on(state: type[Any]) -> None:
    t = at(state)
    step = t.game.clock.step
    t.do(cmd.Skip(Rank.HOST))
    assert t.game.clock.step > step
    assert isinstance(t.phase, Over) or due(t.game) is not None


@in_play
def test_only_those_at_the_table_are_waited_for_and_heard(state: type[Any]) -> None:
    t = at(state)
    here = {SeatNo(seat) for seat in t.alive} | set(PHASES[state].leaving(t.phase))
    assert waits_for(t.phase) in {None, *here}
    assert scene(t.game).speakers <= {user(seat) for seat in here}
    assert set(PHASES[state].owing(t.game, t.phase)) <= set(t.alive)


@in_play
def test_whoever_leaves_is_in_no_queue_list_or_ballot_any_more(state: type[Any]) -> None:
    t = at(state)
    for seat in [*t.alive, *PHASES[state].leaving(t.phase)]:
        after = evolve(t.game, ev.PlayerLeft(SeatNo(seat), Cause.DISCIPLINE, at_night=False)).phase
        assert isinstance(after, state)
        inner = after.suspended if isinstance(after, ManiacQuestion) else after
        assert seat not in getattr(inner, "queue", ())
        assert seat not in getattr(inner, "candidates", ())
        assert seat not in {choice.seat for choice in getattr(inner, "choices", ())}
        assert seat not in PHASES[state].leaving(after)
        assert waits_for(after) != seat


@in_play
def test_a_removal_of_anybody_leaves_the_game_going_or_over(state: type[Any]) -> None:
    for seat in at(state).alive:
        t = at(state).remove(seat)
        assert isinstance(t.phase, Over) or due(t.game) is not None
        assert waits_for(t.phase) != seat
        t.until()
        assert t.outcome is not None
        assert t.replays()
