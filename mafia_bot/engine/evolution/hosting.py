"""What the host and the outside world do to the clock and the seats, and the end."""

from mafia_bot.engine import events as ev
from mafia_bot.engine.evolution.base import on, replace, seen, waited_for, with_player
from mafia_bot.engine.state import Clock, Game, Outcome, Over, Question, without


@on(ev.GamePaused)
def _paused(game: Game, event: ev.GamePaused) -> Game:
    clock = replace(game.clock, deadline=None, left=event.left)
    return replace(game, paused=True, halted=bool(event.away), deserted=None, clock=clock)


@on(ev.GameResumed)
def _resumed(game: Game, event: ev.GameResumed) -> Game:
    # GE-09, GE-13: the deadline moves with the pause, and who is away has the whole grace again.
    grace = event.at + game.rules.discipline.grace_seconds
    return replace(
        game,
        paused=False,
        halted=False,
        deserted=None,
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
    return replace(game, clock=clock, absent=absent, deserted=None)


@on(ev.PlayerDropped)
def _dropped(game: Game, event: ev.PlayerDropped) -> Game:
    game = waited_for(game, event.seat)
    return replace(
        game,
        absent=(*game.absent, (event.seat, event.deadline)),
        away=(*without(game.away, event.seat), event.seat),
    )


@on(ev.TableDeserted)
def _deserted(game: Game, event: ev.TableDeserted) -> Game:
    return replace(game, deserted=event.deadline)


@on(ev.PlayerReturned)
def _returned(game: Game, event: ev.PlayerReturned) -> Game:
    game = waited_for(game, event.seat)
    return replace(game, away=without(game.away, event.seat), deserted=None)


@on(ev.HostAsked)
def _host_asked(game: Game, event: ev.HostAsked) -> Game:
    return waited_for(game, event.seat)


@on(ev.GraceRenewed)
def _awaited(game: Game, event: ev.GraceRenewed) -> Game:
    return replace(game, absent=(*game.absent, (event.seat, event.deadline)))


@on(ev.QuestionAsked)
def _asked(game: Game, event: ev.QuestionAsked) -> Game:
    question = Question(event.number, event.seat, event.words)
    return replace(game, questions=(*game.questions, question))


@on(ev.QuestionAnswered)
def _answered(game: Game, event: ev.QuestionAnswered) -> Game:
    questions = tuple(
        replace(one, answer=event.words) if one.number == event.number else one for one in game.questions
    )
    return replace(game, questions=questions)


@on(ev.PlayerReplaced)
def _replaced(game: Game, event: ev.PlayerReplaced) -> Game:
    game = waited_for(seen(game, game.player(event.seat).user), event.seat)
    player = replace(game.player(event.seat), user=event.user)
    # Whether the new one is there is looked up next.
    away = without(game.away, event.seat)
    return replace(game, players=with_player(game, player), away=away, deserted=None)


@on(ev.GameEnded)
def _ended(game: Game, event: ev.GameEnded) -> Game:
    outcome = Outcome(event.winners, event.reason, event.counts, event.words)
    return replace(
        game,
        phase=Over(outcome),
        paused=False,
        halted=False,
        absent=(),
        away=(),
        deserted=None,
        clock=Clock(game.clock.step + 1, event.at),
    )
