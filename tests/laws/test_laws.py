"""Laws that hold in every ruleset whatever anybody presses."""

import json
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.audience import RULES, audience
from mafia_bot.engine.decide import decide, step
from mafia_bot.engine.due import due
from mafia_bot.engine.events.codec import decode, encode
from mafia_bot.engine.events.kinds import KINDS
from mafia_bot.engine.evolution import replay
from mafia_bot.engine.evolution.base import EVOLVERS
from mafia_bot.engine.ids import Rank, Team
from mafia_bot.engine.refusals import Refusal
from mafia_bot.engine.run import Facts
from mafia_bot.engine.state import Game, Over
from mafia_bot.engine.wins import heads
from tests.engine.scenario import Table
from tests.laws.games import tables
from tests.laws.moves import Tape, anything, tapes

TAPES = tapes(400)
Move = tuple[Game, tuple[ev.Event, ...], Game]
"""An accepted command: the position before it, its events, the position after."""


def play(t: Table, data: bytes) -> list[Move]:
    """Let a tape play, and return what was accepted."""
    tape, moves = Tape(data), list[Move]()
    while not tape.over and not isinstance(t.phase, Over):
        commands = anything(tape, t.game, t.now)
        for command in commands:
            _try(t, command, moves)
        phase = type(t.phase)
        while not commands and isinstance(t.phase, phase) and not t.game.paused:
            _try(t, cmd.TimeRanOut(t.game.clock.step), moves)
            if isinstance(t.phase, Over):
                break
    return moves


def _try(t: Table, command: cmd.Command, moves: list[Move]) -> None:
    before = t.game
    if isinstance(command, cmd.TimeRanOut) and before.clock.deadline is not None:
        t.now = max(t.now, before.clock.deadline)
    result = t.send(command)
    if isinstance(result, Refusal):
        assert t.game is before
        assert decide(before, command, Facts(t.now, t.lots)) == result
    else:
        moves.append((before, result, t.game))


def finish(t: Table) -> None:
    """Nobody does anything any more."""
    if t.game.paused:
        t.do(cmd.Resume(Rank.BOT))
    for _ in range(2000):
        if isinstance(t.phase, Over):
            return
        deadline = due(t.game)
        assert deadline is not None, t.phase
        t.now = max(t.now, deadline.at)
        t.do(deadline.command)
    raise AssertionError(f"this game never ends: {t.phase}")


@given(tables(), TAPES)
def test_any_presses_keep_the_laws(t: Table, data: bytes) -> None:
    before = t.game
    moves = play(t, data)
    for before, events, after in moves:
        waits(after)
        counted_afresh(before, after)
        living_only_falls(before, events, after)
        no_rung_is_skipped(before, events)
        for event in events:
            audience(after, event)
    live = t.game
    journal = [json.loads(json.dumps(encode(event))) for event in t.log]
    again = replay([decode(*stored) for stored in journal])
    assert again == live
    finish(t)
    assert isinstance(t.phase, Over)
    assert isinstance(step(t.game, cmd.TimeRanOut(t.game.clock.step), Facts(t.now)), Refusal)


def waits(game: Game) -> None:
    """Every position is over, paused, or has a deadline after which it goes on by itself."""
    assert isinstance(game.phase, Over) or game.paused or due(game) is not None, game.phase


def counted_afresh(before: Game, after: Game) -> None:
    """The head count is that of the position asked about, whichever was asked about before."""
    for game in (before, after, before):
        teams = Counter(p.team for p in game.players if p.alive)
        assert heads(game) == (teams[Team.TOWN], teams[Team.MAFIA], teams[Team.MANIAC])


def living_only_falls(before: Game, events: tuple[ev.Event, ...], after: Game) -> None:
    """Nobody comes back, except by the undoing of a ruling, and nobody leaves who has left already."""
    left = [event.seat for event in events if isinstance(event, ev.PlayerLeft)]
    assert len(left) == len(set(left))
    if not any(isinstance(event, ev.RulingUndone) for event in events):
        assert {p.seat for p in after.living()} <= {p.seat for p in before.living()}
        assert set(left) <= {p.seat for p in before.living()}


def no_rung_is_skipped(before: Game, events: tuple[ev.Event, ...]) -> None:
    """Warnings count one by one, and each rung brings what it says at once (MA-21, CC-13, MW-20, SP-06)."""
    counts = {p.seat: p.warnings for p in before.players}
    rungs = {rung.at: rung for rung in before.rules.discipline.ladder.rungs}
    for event, following in pairwise((*events, None)):
        if not isinstance(event, ev.WarningIssued):
            continue
        assert event.count == counts[event.seat] + 1
        counts[event.seat] = event.count
        rung = rungs.get(event.count)
        if rung is None:
            assert not isinstance(following, (ev.PenaltyIncurred, ev.PlayerRemoved))
        elif rung.removed:
            assert isinstance(following, ev.PlayerRemoved)
        else:
            assert isinstance(following, ev.PenaltyIncurred)
            assert (following.speech, following.nomination, following.vote) == (
                rung.speech,
                rung.nomination,
                rung.vote,
            )


@pytest.mark.parametrize("cls", [cls for _, _, cls in KINDS])
def test_every_event_has_an_audience_and_an_evolver(cls: type[ev.Event]) -> None:
    assert cls in RULES
    assert cls in EVOLVERS or cls is ev.LobbyOpened
