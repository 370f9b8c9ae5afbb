"""Mornings, farewells and the circle of speeches."""

from mafia_bot.engine import events as ev
from mafia_bot.engine.evolution.base import EVOLVERS, on, replace, same, tick, waited_for, with_player
from mafia_bot.engine.ids import Cause, SpeechKind
from mafia_bot.engine.phases.base import rules_of
from mafia_bot.engine.state import Exit, Game, Justification, LastWords, NominationWindow, Speeches, without

BY_VOTE = {Cause.VOTE, Cause.LIFT, Cause.LONE, Cause.TIE, Cause.CHOICE}
"""Exits in which the day's vote ended."""


@on(ev.PlayerLeft)
def _left(game: Game, event: ev.PlayerLeft) -> Game:
    player = game.player(event.seat)
    gone = replace(player, alive=False, exit=Exit(event.cause, game.round, event.at_night))
    return replace(
        game,
        players=with_player(game, gone),
        phase=rules_of(game.phase).without(game.phase, event.seat),
        absent=waited_for(game, event.seat).absent if game.absent else (),
        away=without(game.away, event.seat),
        stirred=True,
        # SP-07: an exit by the vote settles it, as an end without one does.
        decided_in=game.broke if event.cause in BY_VOTE else game.decided_in,
    )


@on(ev.LastWordsBegan)
def _last_words(game: Game, event: ev.LastWordsBegan) -> Game:
    return replace(game, phase=LastWords(event.queue, event.then, event.seconds, event.best_move))


@on(ev.FarewellOpened)
def _farewell(game: Game, event: ev.FarewellOpened) -> Game:
    return replace(game, clock=tick(game, event.at, event.deadline))


@on(ev.FarewellEnded)
def _farewell_ended(game: Game, event: ev.FarewellEnded) -> Game:
    assert isinstance(game.phase, LastWords)
    return replace(
        game, phase=replace(game.phase, queue=without(game.phase.queue, event.seat), best_move=None)
    )


@on(ev.BestMoveNamed)
def _best_move(game: Game, event: ev.BestMoveNamed) -> Game:
    assert isinstance(game.phase, LastWords)
    return replace(game, best_move=event.seats, phase=replace(game.phase, best_move=None))


@on(ev.MorningCame)
def _morning(game: Game, event: ev.MorningCame) -> Game:
    if not event.lapse:
        return game
    return replace(game, players=tuple([replace(p, warnings=0) if p.warnings else p for p in game.players]))


@on(ev.DayBroke)
def _day(game: Game, event: ev.DayBroke) -> Game:
    # A penalty lives through the circle that it costs and not longer.
    players = tuple(
        [
            replace(p, penalties=tuple([cost for cost in p.penalties if cost.circle >= event.circle]))
            if p.penalties
            else p
            for p in game.players
        ]
    )
    return replace(
        game,
        players=players,
        phase=Speeches(event.order),
        broke=event.circle,
        curfew=event.curfew,
        nominations=(),
        passed=(),
        starter=event.order[0] if event.order else game.starter,
    )


@on(ev.SpeechOpened)
def _speech(game: Game, event: ev.SpeechOpened) -> Game:
    assert isinstance(game.phase, Speeches)
    return replace(
        game, phase=replace(game.phase, kind=event.kind), clock=tick(game, event.at, event.deadline)
    )


@on(ev.SpeechEnded)
def _speech_ended(game: Game, event: ev.SpeechEnded) -> Game:
    phase = game.phase
    assert isinstance(phase, Speeches)
    passed = (*game.passed, event.seat) if phase.kind is SpeechKind.SILENT else game.passed
    return replace(game, phase=replace(phase, queue=without(phase.queue, event.seat)), passed=passed)


@on(ev.SpeechLost)
def _speech_lost(game: Game, event: ev.SpeechLost) -> Game:
    phase = game.phase
    assert isinstance(phase, (Speeches, Justification))
    lost = replace(game, phase=replace(phase, queue=without(phase.queue, event.seat)))
    return replace(lost, passed=(*game.passed, event.seat)) if isinstance(phase, Speeches) else lost


@on(ev.LateSpeechesGiven)
def _late(game: Game, event: ev.LateSpeechesGiven) -> Game:
    return replace(game, phase=Speeches(event.seats, SpeechKind.SHORT, closing=True), passed=())


@on(ev.NominationWindowOpened)
def _window(game: Game, event: ev.NominationWindowOpened) -> Game:
    return replace(game, phase=NominationWindow(), clock=tick(game, event.at, event.deadline))


@on(ev.Nominated)
def _nominated(game: Game, event: ev.Nominated) -> Game:
    return replace(game, nominations=(*game.nominations, (event.by, event.seat)))


EVOLVERS[ev.RoleAnnounced] = same
