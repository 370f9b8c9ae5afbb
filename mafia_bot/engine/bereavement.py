"""How the day goes on after a removal in the middle of it (GE-07, CC-20, SP-07; field story 18: a
removal in a revote).
"""

from mafia_bot.engine.exits import next_farewell
from mafia_bot.engine.ids import Cause, Role, SeatNo
from mafia_bot.engine.phases import ballot, justification, speeches, verdict, vote
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import (
    Ballot,
    Game,
    Justification,
    LastWords,
    LiftVote,
    ShortNight,
    Speeches,
    Then,
    waits_for,
)


def after_removal(run: Run, before: Game) -> None:
    """Go on after somebody left the position `before`: the vote may be cancelled, or the turn may be his."""
    was, game = before.phase, run.game
    voting = isinstance(was, (Ballot, LiftVote, ShortNight)) or (
        isinstance(was, Justification) and was.then is Then.BALLOT
    )
    if voting and game.no_vote_in == game.broke and before.no_vote_in != game.broke:
        vote.skip(run, "cancelled")  # SP-07
    else:
        move_on(run, waits_for(was))


def move_on(run: Run, waited_for: SeatNo | None) -> None:
    """Open the next turn, window or phase if the seat that all waited for is no longer there."""
    phase = run.game.phase
    gone = waits_for(phase) != waited_for
    match phase:
        case Speeches() if gone:
            speeches.advance(run)
        case LastWords() if gone:
            next_farewell(run)
        case Justification() if not phase.candidates and phase.then is Then.BALLOT:
            verdict.nobody(run, "no-candidates")
        case Justification() if gone:
            justification.advance(run)
        case Ballot() if gone and not phase.candidates:
            verdict.nobody(run, "no-candidates")
        case Ballot() if gone:
            ballot.next_window(run)
        case LiftVote() if not phase.candidates:
            verdict.nobody(run, "no-candidates")
        case ShortNight():
            _short_night(run, phase)
        case _:
            pass


def _short_night(run: Run, phase: ShortNight) -> None:
    if not phase.candidates:
        verdict.nobody(run, "no-candidates")
    elif not any(p.alive and p.role is Role.MANIAC for p in run.game.players):
        verdict.out(run, phase.candidates, Cause.TIE)  # CI-19
