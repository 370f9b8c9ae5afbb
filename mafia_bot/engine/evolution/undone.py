"""What a position becomes when a ruling is taken back (GE-09, GE-17). Which one, and how much of it, the
event says.
"""

from collections.abc import Iterator

from mafia_bot.engine import events as ev
from mafia_bot.engine.evolution.base import on, replace, seen, with_player
from mafia_bot.engine.ids import Extent, RulingKind
from mafia_bot.engine.phases.base import rules_of
from mafia_bot.engine.state import Clock, Game, Over, Phase, Ruling, without


def rulings(game: Game) -> Iterator[Ruling]:
    """The rulings that stand, latest first, each with all that has come since it as its `acts`."""
    ruling = game.ruling
    while ruling is not None:
        yield ruling
        older = ruling.before.ruling
        ruling = None if older is None else replace(older, acts=older.acts + ruling.acts)


@on(ev.RulingUndone)
def _undone(game: Game, event: ev.RulingUndone) -> Game:
    ruling = next(r for r in rulings(game) if event.number in (0, r.number))
    if ruling.kind is RulingKind.REPLACEMENT:
        game = seen(game, ruling.user)  # the substitute
    extent = event.extent or (Extent.ITSELF if ruling.acts else Extent.WHOLE)
    if ruling.bans:
        game = replace(game, kept=game.kept.lifted(len(ruling.before.kept.bans), ruling.user))
    if extent is Extent.WHOLE:
        return _rewound(game, ruling, event.at)
    if extent is Extent.ITSELF:
        # The evening has gone on: only the ruling itself is taken back, the rest stands.
        game = _without(game, ruling, event.at)
    return replace(game, deserted=None, ruling=_older(ruling, ruling.acts))


def _rewound(game: Game, ruling: Ruling, at: float) -> Game:
    before = ruling.before
    paused = before.paused if isinstance(game.phase, Over) else game.paused
    if game.clock.step == before.clock.step:
        clock = game.clock  # the step has gone on all the while
        if ruling.kind is RulingKind.EXTENSION:
            clock = _shortened(clock, ruling.amount, at)
    else:
        clock = _again(game, ruling, at, paused=paused)
    return replace(
        before,
        clock=clock,
        paused=paused,
        halted=before.halted if isinstance(game.phase, Over) else game.halted,
        absent=game.absent,
        away=game.away,
        deserted=None,
        witnesses=game.witnesses,
        ruling=_older(ruling, 0),
        rulings=game.rulings,
        questions=game.questions,
        kept=game.kept,
    )


def _again(game: Game, ruling: Ruling, at: float, *, paused: bool) -> Clock:
    """The clock of a step that comes back with the time it had left when the ruling ended it."""
    was, step = ruling.before.clock, game.clock.step + 1
    left = was.left if was.deadline is None else max(0.0, was.deadline - ruling.at)
    if left is None:
        return Clock(step, at)  # a lobby: somebody has just touched it
    return Clock(step, was.opened, None, left) if paused else Clock(step, was.opened, at + left, None)


def _shortened(clock: Clock, seconds: float, at: float) -> Clock:
    """Without extra seconds; those that have run out already stay used."""
    if clock.deadline is None:
        return replace(clock, left=max(0.0, (clock.left or 0.0) - seconds))
    return replace(clock, deadline=max(at, clock.deadline - seconds))


def _without(game: Game, ruling: Ruling, at: float) -> Game:
    match ruling.kind:
        case RulingKind.WARNING | RulingKind.REMOVAL:
            return _forgiven(game, ruling)
        case RulingKind.REPLACEMENT:
            return _seated(game, ruling)
        case RulingKind.EXTENSION:
            return replace(game, clock=_shortened(game.clock, ruling.amount, at))
        case RulingKind.SKIP:
            return _given_back(game, ruling, at)
        case _:
            return game  # nothing of it is in the position


def _forgiven(game: Game, ruling: Ruling) -> Game:
    assert ruling.seat is not None
    was, now = ruling.before.player(ruling.seat), game.player(ruling.seat)
    back = replace(now, warnings=min(was.warnings, now.warnings), penalties=was.penalties)
    if ruling.kind is RulingKind.REMOVAL:
        back = replace(back, alive=was.alive, exit=was.exit)
    return replace(game, players=with_player(game, back), no_vote_in=ruling.before.no_vote_in)


def _seated(game: Game, ruling: Ruling) -> Game:
    assert ruling.seat is not None
    back = replace(game.player(ruling.seat), user=ruling.before.player(ruling.seat).user)
    return replace(game, players=with_player(game, back))


def with_turn_back(game: Game, ruling: Ruling) -> Phase | None:
    """The phase of now with the turn in front that a skip ended; None if the evening has gone past it."""
    was, now = ruling.before, game.phase
    if type(was.phase) is not type(now) or (was.broke, was.round) != (game.broke, game.round):
        return None
    return rules_of(now).given_back(game, was.phase, now)


def _given_back(game: Game, ruling: Ruling, at: float) -> Game:
    """Whose turn was skipped has what was left of it now; then whoever was speaking begins anew."""
    phase, seat = with_turn_back(game, ruling), ruling.seat
    if phase is None or seat is None:
        raise TypeError("a skip that cannot be given back")
    clock = _again(game, ruling, at, paused=game.paused)
    return replace(game, phase=phase, clock=clock, passed=without(game.passed, seat))


def _older(ruling: Ruling, acts: int) -> Ruling | None:
    older = ruling.before.ruling
    return None if older is None else replace(older, acts=older.acts + acts)
