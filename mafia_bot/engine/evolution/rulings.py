"""Warnings, removals, their undoing, and what the host and the outside world do to clock and seats."""

from mafia_bot.engine import events as ev
from mafia_bot.engine.evolution.base import on, replace, with_player
from mafia_bot.engine.ids import Rank, SeatNo
from mafia_bot.engine.kept import Ban, Kept
from mafia_bot.engine.state import Clock, Game, Outcome, Over, Penalty, Ruling


def _ruled(game: Game, rank: Rank, kind: str, seat: SeatNo | None, at: float) -> Game:
    # Rulings of one batch (a warning that becomes a removal) are undone together, hence the first `before`.
    if game.ruling is not None and not game.ruling.sealed:
        return replace(game, ruling=replace(game.ruling, kind=kind))
    return replace(game, ruling=Ruling(rank, kind, seat, at, game))


@on(ev.WarningIssued)
def _warned(game: Game, event: ev.WarningIssued) -> Game:
    game = _ruled(game, event.rank, "warning", event.seat, event.at)
    return replace(game, players=with_player(game, replace(game.player(event.seat), warnings=event.count)))


@on(ev.PenaltyIncurred)
def _penalty(game: Game, event: ev.PenaltyIncurred) -> Game:
    penalty = Penalty(event.circle, event.speech, event.nomination, event.vote)
    player = game.player(event.seat)
    # A higher rung replaces the lower one of its circle; what this circle has cost already stays lost.
    others = tuple(p for p in player.penalties if p.circle != event.circle)
    return replace(game, players=with_player(game, replace(player, penalties=(*others, penalty))))


@on(ev.PlayerRemoved)
def _removed(game: Game, event: ev.PlayerRemoved) -> Game:
    return _ruled(game, event.rank, "removal", event.seat, event.at)


@on(ev.PlayerSuspended)
def _suspended(game: Game, event: ev.PlayerSuspended) -> Game:
    if event.rank is not None:
        game = _ruled(game, event.rank, "suspension", None, event.at)
    ban = Ban(event.user, event.offence, event.games, event.day, event.hall, event.at)
    return replace(game, kept=game.kept.banned(ban))


@on(ev.TechnicalDefeat)
def _defeat(game: Game, event: ev.TechnicalDefeat) -> Game:
    return _ruled(game, event.rank, "defeat", event.seat, event.at)


@on(ev.VoteCancelled)
def _cancelled(game: Game, event: ev.VoteCancelled) -> Game:
    return replace(game, no_vote_in=event.circle)


@on(ev.RulingSealed)
def _sealed(game: Game, _event: ev.RulingSealed) -> Game:
    if game.ruling is None:
        return game
    return replace(game, ruling=replace(game.ruling, sealed=True, acts=0))


@on(ev.RulingUndone)
def _undone(game: Game, event: ev.RulingUndone) -> Game:
    ruling = game.ruling
    assert ruling is not None
    kept = _without_its_bans(game, ruling)
    if ruling.acts == 0:
        return replace(_rewound(game, ruling, event.at), kept=kept)
    if ruling.seat is None:
        return replace(game, kept=kept, ruling=_older(ruling, ruling.acts))
    was, now = ruling.before.player(ruling.seat), game.player(ruling.seat)
    # The evening has gone on: only the ruling itself is taken back, the rest stands.
    back = replace(now, warnings=min(was.warnings, now.warnings), penalties=was.penalties)
    if ruling.kind == "removal":
        back = replace(back, alive=was.alive, exit=was.exit)
    return replace(
        game,
        players=with_player(game, back),
        no_vote_in=ruling.before.no_vote_in,
        kept=kept,
        ruling=_older(ruling, ruling.acts),
    )


def _without_its_bans(game: Game, ruling: Ruling) -> Kept:
    """GE-09: with a ruling go the bans that it brought upon the one it was about."""
    before = ruling.before
    user = None if ruling.seat is None else before.player(ruling.seat).user
    return game.kept.lifted(len(before.kept.bans), user)


def _rewound(game: Game, ruling: Ruling, at: float) -> Game:
    before = ruling.before
    paused = before.paused if isinstance(game.phase, Over) else game.paused
    if game.clock.step == before.clock.step:
        clock = game.clock  # the step has gone on all the while
    else:
        was = before.clock
        left = was.left or 0.0 if was.deadline is None else max(0.0, was.deadline - ruling.at)
        deadline, kept = (None, left) if paused else (at + left, None)
        clock = Clock(game.clock.step + 1, was.opened, deadline, kept)
    return replace(before, clock=clock, paused=paused, absent=game.absent, ruling=_older(ruling, 0))


def _older(ruling: Ruling, acts: int) -> Ruling | None:
    older = ruling.before.ruling
    return None if older is None else replace(older, acts=older.acts + acts)


@on(ev.GamePaused)
def _paused(game: Game, event: ev.GamePaused) -> Game:
    return replace(game, paused=True, clock=replace(game.clock, deadline=None, left=event.left))


@on(ev.GameResumed)
def _resumed(game: Game, event: ev.GameResumed) -> Game:
    # GE-09, GE-13: the deadline moves with the pause, and who is away has the whole grace again.
    grace = event.at + game.rules.discipline.grace_seconds
    return replace(
        game,
        paused=False,
        clock=replace(game.clock, deadline=event.deadline, left=None),
        absent=tuple((seat, grace) for seat, _ in game.absent),
    )


@on(ev.StepExtended)
def _extended(game: Game, event: ev.StepExtended) -> Game:
    if game.paused:
        return replace(game, clock=replace(game.clock, left=(game.clock.left or 0.0) + event.seconds))
    return replace(game, clock=replace(game.clock, deadline=event.deadline))


@on(ev.OutageEnded)
def _outage(game: Game, event: ev.OutageEnded) -> Game:
    absent = tuple((seat, event.at + event.grace) for seat, _ in game.absent)
    clock = game.clock if event.deadline is None else replace(game.clock, deadline=event.deadline)
    return replace(game, clock=clock, absent=absent)


@on(ev.PlayerDropped)
def _dropped(game: Game, event: ev.PlayerDropped) -> Game:
    others = tuple(pair for pair in game.absent if pair[0] != event.seat)
    return replace(game, absent=(*others, (event.seat, event.deadline)))


@on(ev.PlayerReturned)
def _returned(game: Game, event: ev.PlayerReturned) -> Game:
    return replace(game, absent=tuple(pair for pair in game.absent if pair[0] != event.seat))


@on(ev.HostAsked)
def _host_asked(game: Game, event: ev.HostAsked) -> Game:
    return replace(game, absent=tuple(pair for pair in game.absent if pair[0] != event.seat))


@on(ev.PlayerReplaced)
def _replaced(game: Game, event: ev.PlayerReplaced) -> Game:
    player = replace(game.player(event.seat), user=event.user)
    absent = tuple(pair for pair in game.absent if pair[0] != event.seat)
    return replace(game, players=with_player(game, player), absent=absent)


@on(ev.GameEnded)
def _ended(game: Game, event: ev.GameEnded) -> Game:
    outcome = Outcome(event.winners, event.reason, event.counts, event.words)
    return replace(
        game, phase=Over(outcome), paused=False, absent=(), clock=Clock(game.clock.step + 1, event.at)
    )
