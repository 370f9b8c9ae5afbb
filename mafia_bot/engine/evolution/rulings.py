"""Warnings, removals, defeats, and every other ruling as one that can be undone; how is `undone`'s."""

from mafia_bot.engine import events as ev
from mafia_bot.engine.evolution.base import on, replace, with_player
from mafia_bot.engine.ids import RulingKind
from mafia_bot.engine.kept import Ban
from mafia_bot.engine.state import Game, Penalty, Ruling

Ruled = ev.RulingMade | ev.WarningIssued | ev.PlayerRemoved | ev.PlayerSuspended | ev.TechnicalDefeat
"""Events that open a ruling."""


def _ruled(game: Game, kind: RulingKind, event: Ruled, amount: float = 0.0) -> Game:
    # Rulings of one batch (a warning that becomes a removal) are undone together, hence the first `before`.
    ruling = game.ruling
    if ruling is not None and not ruling.sealed:
        return replace(game, ruling=replace(ruling, kind=kind, amount=ruling.amount + amount))
    assert event.rank is not None
    seat = None if isinstance(event, ev.PlayerSuspended) else event.seat
    if isinstance(event, (ev.PlayerSuspended, ev.RulingMade)):
        user = event.user
    else:
        user = game.player(event.seat).user
    offence = "" if isinstance(event, (ev.RulingMade, ev.TechnicalDefeat)) else event.offence
    number = game.rulings + 1
    ruling = Ruling(event.rank, kind, seat, event.at, game, number, user, offence, amount)
    return replace(game, ruling=ruling, rulings=number)


@on(ev.RulingMade)
def _made(game: Game, event: ev.RulingMade) -> Game:
    return _ruled(game, event.kind, event, event.amount)


@on(ev.WarningIssued)
def _warned(game: Game, event: ev.WarningIssued) -> Game:
    game = _ruled(game, RulingKind.WARNING, event, 1.0)
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
    return _ruled(game, RulingKind.REMOVAL, event)


@on(ev.PlayerSuspended)
def _suspended(game: Game, event: ev.PlayerSuspended) -> Game:
    if event.rank is not None:
        game = _ruled(game, RulingKind.SUSPENSION, event)
    ruling = game.ruling
    if ruling is not None and not ruling.sealed:
        game = replace(game, ruling=replace(ruling, bans=True))
    ban = Ban(event.user, event.offence, event.games, event.day, event.hall, event.at)
    return replace(game, kept=game.kept.banned(ban))


@on(ev.TechnicalDefeat)
def _defeat(game: Game, event: ev.TechnicalDefeat) -> Game:
    return _ruled(game, RulingKind.DEFEAT, event)


@on(ev.VoteCancelled)
def _cancelled(game: Game, event: ev.VoteCancelled) -> Game:
    return replace(game, no_vote_in=event.circle)


@on(ev.RulingSealed)
def _sealed(game: Game, _event: ev.RulingSealed) -> Game:
    if game.ruling is None:
        return game
    return replace(game, ruling=replace(game.ruling, sealed=True, acts=0))
