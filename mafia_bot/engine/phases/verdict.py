"""What a count leads to: an exit, an alibi, a tie and all that follows from one (MA-08 – MA-11, SP-02
– SP-05). What may follow leads back here, so that it is found by its state.
"""

from collections.abc import Mapping, Sequence

from mafia_bot.engine import events as ev
from mafia_bot.engine.exits import leave
from mafia_bot.engine.ids import Cause, SeatNo, Team
from mafia_bot.engine.phases.base import PHASES
from mafia_bot.engine.phases.last_words import LAST_WORDS
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Ballot, Game, Justification, LiftVote, ShortNight, Then


def judge(run: Run, tally: Mapping[SeatNo, int], phase: Ballot) -> None:
    """Go from a count to its consequence."""
    top = max(tally.values(), default=0)
    leaders = tuple(seat for seat, votes in tally.items() if votes == top)
    if top == 0:
        nobody(run, "no-votes")  # GE-08, MA-11
    elif len(leaders) == 1:
        _one(run, leaders[0], phase.stage)
    else:
        _tied(run, leaders, phase)


def nobody(run: Run, reason: str) -> None:
    """The vote ends without an exit; the night falls."""
    run.emit(ev.NobodyLeft(reason))
    run.go(Then.NIGHT)


def out(run: Run, seats: Sequence[SeatNo], cause: Cause) -> None:
    """Let these leave by the vote, except those with an alibi (MA-14), with last words in this order."""
    safe = tuple(seat for seat in seats if seat in run.game.alibi)
    for seat in safe:
        run.emit(ev.AlibiHeld(seat))
    gone = tuple(seat for seat in seats if seat not in safe)
    if not gone:
        nobody(run, "alibi")
        return
    leave(run, gone, cause)
    LAST_WORDS.begin(run, gone, run.game.rules.farewell.vote_seconds, Then.NIGHT)


def _one(run: Run, seat: SeatNo, stage: int) -> None:
    rule = run.game.rules.vote.first_day if run.game.broke == 1 else "exit"
    if rule == "exit":
        out(run, (seat,), Cause.VOTE)
        return
    # CL-05, SP-05: the winner speaks and stays. Where day 0 allows a lift, that is for the tied alone.
    run.emit(ev.NobodyLeft("first-day"))
    PHASES[Justification].begin(run, (seat,), stage, Then.NIGHT)


def _tied(run: Run, leaders: tuple[SeatNo, ...], phase: Ballot) -> None:
    game, tie = run.game, run.game.rules.vote.tie
    run.emit(ev.TieFound(leaders))
    if game.rules.vote.first_day == "speech" and game.broke == 1:
        nobody(run, "first-day-tie")  # CL-05
    elif tie.by == "maniac":
        _short_night(run, leaders)
    elif phase.stage == 0 or (tie.narrowing and len(leaders) < len(phase.candidates)):
        if tie.no_revote_at == len(game.living()):
            nobody(run, "tie-at-four")  # CL-08
        else:
            PHASES[Justification].begin(run, leaders, phase.stage + 1, Then.BALLOT)
    else:
        _lift(run, leaders)


def _lift(run: Run, leaders: tuple[SeatNo, ...]) -> None:
    game, lift = run.game, run.game.rules.vote.tie.lift
    pair = (len(leaders), len(game.living()))
    if pair == (2, 4) and not lift.two_of_four:
        nobody(run, "two-of-four")  # SP-05
    elif pair == (3, 9) and not _three_of_nine(game):
        nobody(run, "three-of-nine")  # SP-05
    else:
        PHASES[LiftVote].begin(run, leaders)


def _three_of_nine(game: Game) -> bool:
    match game.rules.vote.tie.lift.three_of_nine:
        case "yes":
            return True
        case "never":
            return False
        case "after_miss":
            return game.missed


def _short_night(run: Run, leaders: tuple[SeatNo, ...]) -> None:
    if any(p.alive and p.team is Team.MANIAC for p in run.game.players):
        PHASES[ShortNight].begin(run, leaders)
    else:
        without_maniac(run, leaders)


def without_maniac(run: Run, tied: tuple[SeatNo, ...]) -> None:
    """Nobody can choose among the tied: the table is told so, and all of them leave (CI-19, CI-22)."""
    run.emit(ev.ManiacAbsent(any(p.team is Team.MANIAC for p in run.game.players)))
    out(run, tied, Cause.TIE)
