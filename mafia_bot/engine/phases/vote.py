"""The way into the vote: the list, one candidate alone, no candidate, a day on which nobody votes."""

from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Cause
from mafia_bot.engine.phases import verdict
from mafia_bot.engine.phases.ballot import BALLOT
from mafia_bot.engine.phases.justification import JUSTIFICATION
from mafia_bot.engine.run import Run, route
from mafia_bot.engine.state import Then


@route(Then.BALLOT)
def begin(run: Run) -> None:
    """Close the nominations of the day and vote, if there is a vote today (GE-08)."""
    game = run.game
    candidates = game.candidates()
    if game.no_vote_in == game.broke and not game.curfew:  # CI-20: the last vote takes place
        skip(run, "cancelled")  # SP-07
        return
    if not candidates:
        if game.curfew:
            BALLOT.begin(run, (), 0)  # CI-20: every silent voter counts against himself
        else:
            skip(run, "nobody-nominated")
        return
    vote = game.rules.vote
    if vote.first_day == "no_vote" and game.broke == 1 and not game.curfew:
        skip(run, "first-day")  # SP-05
        return
    lone = vote.lone_first if game.broke == 1 else vote.lone_later
    if len(candidates) == 1 and lone == "drop" and not game.curfew:
        skip(run, "lone-candidate")
        return
    run.emit(ev.ListRead(candidates))  # MA-05
    if len(candidates) == 1 and lone == "leaves":
        verdict.out(run, candidates, Cause.LONE)  # CC-06
    elif vote.justify_seconds:
        JUSTIFICATION.begin(run, candidates, 0, Then.BALLOT)  # CI-16
    else:
        BALLOT.begin(run, candidates, 0)


def skip(run: Run, reason: str) -> None:
    """No vote today; the night falls."""
    run.emit(ev.VoteSkipped(reason))
    run.go(Then.NIGHT)
