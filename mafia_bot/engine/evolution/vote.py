"""Ballots, ties and what decides them."""

from mafia_bot.engine import events as ev
from mafia_bot.engine.evolution.base import EVOLVERS, on, replace, same, tick
from mafia_bot.engine.phases.base import waits_for
from mafia_bot.engine.state import (
    Ballot,
    Clock,
    Game,
    Justification,
    LiftVote,
    ManiacQuestion,
    ShortNight,
    without,
)


@on(ev.VoteSkipped)
def _skipped(game: Game, _event: ev.VoteSkipped) -> Game:
    return replace(game, decided_in=game.broke)


@on(ev.JustificationBegan)
def _justification(game: Game, event: ev.JustificationBegan) -> Game:
    return replace(game, phase=Justification(event.queue, event.candidates, event.stage, event.then))


@on(ev.JustificationOpened)
def _justify(game: Game, event: ev.JustificationOpened) -> Game:
    return replace(game, clock=tick(game, event.at, event.deadline))


@on(ev.JustificationEnded)
def _justified(game: Game, event: ev.JustificationEnded) -> Game:
    assert isinstance(game.phase, Justification)
    return replace(game, phase=replace(game.phase, queue=without(game.phase.queue, event.seat)))


@on(ev.BallotBegan)
def _ballot(game: Game, event: ev.BallotBegan) -> Game:
    return replace(game, phase=Ballot(event.candidates, event.stage, -1))


@on(ev.WindowOpened)
def _window(game: Game, event: ev.WindowOpened) -> Game:
    assert isinstance(game.phase, Ballot)
    return replace(
        game, phase=replace(game.phase, index=event.index), clock=tick(game, event.at, event.deadline)
    )


@on(ev.VoteCast)
def _vote(game: Game, event: ev.VoteCast) -> Game:
    assert isinstance(game.phase, Ballot)
    votes = (*game.phase.votes, (event.voter, event.candidate))
    return replace(game, phase=replace(game.phase, votes=votes))


@on(ev.VotesCounted)
def _counted(game: Game, _event: ev.VotesCounted) -> Game:
    return game


@on(ev.NobodyLeft)
def _nobody(game: Game, _event: ev.NobodyLeft) -> Game:
    return replace(game, decided_in=game.broke)


@on(ev.LiftVoteOpened)
def _lift(game: Game, event: ev.LiftVoteOpened) -> Game:
    return replace(game, phase=LiftVote(event.candidates), clock=tick(game, event.at, event.deadline))


@on(ev.LiftVoteCast)
def _lift_vote(game: Game, event: ev.LiftVoteCast) -> Game:
    assert isinstance(game.phase, LiftVote)
    return replace(game, phase=replace(game.phase, votes=(*game.phase.votes, (event.voter, event.agree))))


@on(ev.ShortNightFell)
def _short_night(game: Game, event: ev.ShortNightFell) -> Game:
    return replace(game, phase=ShortNight(event.candidates), clock=tick(game, event.at, event.deadline))


@on(ev.ManiacAsked)
def _asked(game: Game, event: ev.ManiacAsked) -> Game:
    left = game.clock.left if game.clock.deadline is None else game.clock.deadline - event.at
    return replace(
        game,
        phase=ManiacQuestion(game.phase, left or 0.0, waits_for(game.phase)),  # type: ignore[arg-type]
        clock=tick(game, event.at, event.deadline),
        asked=True,
    )


@on(ev.ManiacAnswered)
def _answered(game: Game, event: ev.ManiacAnswered) -> Game:
    assert isinstance(game.phase, ManiacQuestion)
    step = game.clock.step + 1
    return replace(
        game,
        phase=game.phase.suspended,
        clock=Clock(step, event.at, None, game.phase.left)
        if game.paused
        else Clock(step, event.at, event.at + game.phase.left),
    )


EVOLVERS.update(
    dict.fromkeys(
        (ev.ListRead, ev.TieFound, ev.ManiacAbsent, ev.AlibiHeld, ev.LiftVotesCounted, ev.TieBroken), same
    )
)
