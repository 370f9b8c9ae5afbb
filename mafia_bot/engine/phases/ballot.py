"""The ballot: candidates in order, one window each, one final vote per player (GE-05, MA-06, MW-06)."""

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.phases import verdict
from mafia_bot.engine.phases.hands import able, late, unable
from mafia_bot.engine.phases.misplaced import misplaced
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Ballot, Game


def begin(run: Run, candidates: tuple[SeatNo, ...], stage: int) -> None:
    """Open a ballot over these candidates; stage 0 is the vote, later ones are revotes."""
    run.emit(ev.BallotBegan(candidates, stage))
    next_window(run)


def next_window(run: Run) -> None:
    """Open the next candidate's window; after the last, or when every hand is down, count."""
    phase = run.game.phase
    assert isinstance(phase, Ballot)
    index = phase.index + 1
    if index < len(phase.candidates) and not all_heard(run.game, phase):
        deadline = run.now + run.game.rules.vote.window_seconds
        run.emit(ev.WindowOpened(index, run.now, deadline))
    else:
        count(run)


def voters(game: Game, phase: Ballot) -> tuple[SeatNo, ...]:
    """Who may vote; in a revote not the tied where these do not (MA-09)."""
    return able(game, phase.candidates if phase.stage and not game.rules.vote.tie.tied_vote else ())


def all_heard(game: Game, phase: Ballot) -> bool:
    """Whether every hand that may come down is down. A hand may be of one who has left since (MA-07)."""
    able = voters(game, phase)
    return len(phase.votes) >= len(able) and {voter for voter, _ in phase.votes}.issuperset(able)


def handle(run: Run, command: cmd.Command) -> Refusal | None:
    """Decide a command while a window is open."""
    phase = run.game.phase
    assert isinstance(phase, Ballot)
    match command:
        case cmd.CastVote():
            if refusal := _refuse(run.game, phase, command):
                return refusal
            run.emit(ev.VoteCast(command.seat, command.target))
            voted = run.game.phase
            assert isinstance(voted, Ballot)
            if all_heard(run.game, voted):
                count(run)
            return None
        case _:
            return misplaced(command, Refusal(Code.NOT_YOUR_TURN, "GE-05"))


def _refuse(game: Game, phase: Ballot, command: cmd.CastVote) -> Refusal | None:
    if refusal := late(game, command, phase.votes):
        return refusal
    if command.target != phase.candidate:
        return Refusal(Code.NOT_A_CANDIDATE, "GE-05", {"seat": phase.candidate})
    if command.seat == command.target and not game.rules.vote.own_candidacy:
        return Refusal(Code.NOT_YOURSELF, "MA-06")
    return unable(command.seat, voters(game, phase), phase.candidates, "MA-09")


def count(run: Run) -> None:
    """«Принято»: add up, send the silent where the rules send them, and judge (CI-17, MW-06)."""
    game, phase = run.game, run.game.phase
    assert isinstance(phase, Ballot)
    heard = {voter for voter, _ in phase.votes}
    silent = tuple(
        (seat, target)
        for seat in voters(game, phase)
        if seat not in heard and (target := _silent_vote(game, phase, seat)) is not None
    )
    tally = dict.fromkeys(phase.candidates, 0)
    for _, target in (*phase.votes, *silent):
        tally[target] = tally.get(target, 0) + 1
    run.emit(ev.VotesCounted(tuple(tally.items()), silent))
    verdict.judge(run, tally, phase)


def _silent_vote(game: Game, phase: Ballot, seat: SeatNo) -> SeatNo | None:
    match game.rules.vote.abstainers:
        case "nobody":
            return None
        case "self":
            return seat
        case "last":
            if not phase.candidates:
                return None
            last = phase.candidates[-1]
            return None if last == seat and not game.rules.vote.own_candidacy else last


def run_out(run: Run) -> None:
    """The window closes."""
    next_window(run)
