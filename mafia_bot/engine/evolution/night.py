"""What night acts leave behind in the position."""

from mafia_bot.engine import events as ev
from mafia_bot.engine.evolution.base import EVOLVERS, on, replace, same, with_player
from mafia_bot.engine.roles import ABILITIES
from mafia_bot.engine.state import Check, Choice, Game, Night


@on(ev.TargetChosen)
def _chosen(game: Game, event: ev.TargetChosen) -> Game:
    assert isinstance(game.phase, Night)
    others = tuple([c for c in game.phase.choices if not (c.seat == event.seat and c.act == event.act)])
    phase = replace(game.phase, choices=(*others, Choice(event.seat, event.act, event.target)))
    if event.target is None or not ABILITIES[event.act].remembered:
        return replace(game, phase=phase)
    player = game.player(event.seat)
    aimed = replace(player, aims=(*player.aims, (game.round, event.target)))
    return replace(game, phase=phase, players=with_player(game, aimed))


@on(ev.OrderGiven)
def _order(game: Game, event: ev.OrderGiven) -> Game:
    return replace(game, order=event.order)


@on(ev.AlibiGiven)
def _alibi(game: Game, event: ev.AlibiGiven) -> Game:
    return replace(game, alibi=event.seats)


@on(ev.NightResolved)
def _resolved(game: Game, event: ev.NightResolved) -> Game:
    return replace(game, missed=event.missed)


@on(ev.CheckAnswered)
def _checked(game: Game, event: ev.CheckAnswered) -> Game:
    player = game.player(event.seat)
    check = Check(game.round, event.act, event.target, event.yes)
    return replace(game, players=with_player(game, replace(player, checks=(*player.checks, check))))


@on(ev.TeamShown)
def _met(game: Game, _event: ev.TeamShown) -> Game:
    return replace(game, met=True)


EVOLVERS[ev.ActBlocked] = same
