"""The ballot: candidates in order, one window each, one final vote per player (GE-05, MA-06, MW-06)."""

from msgspec.structs import replace

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.phases import verdict
from mafia_bot.engine.phases.base import PhaseRules, sign_up
from mafia_bot.engine.phases.hands import able, late, owing, unable
from mafia_bot.engine.phases.misplaced import misplaced
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Ballot, Game, without


def _barred(game: Game, phase: Ballot) -> tuple[SeatNo, ...]:
    return phase.candidates if phase.stage and not game.rules.vote.tie.tied_vote else ()


def voters(game: Game, phase: Ballot) -> tuple[SeatNo, ...]:
    """Who may vote; in a revote not the tied where these do not (MA-09)."""
    return able(game, _barred(game, phase))


def all_heard(game: Game, phase: Ballot) -> bool:
    """Whether every hand that may come down is down."""
    return next(owing(game, _barred(game, phase), phase.votes), None) is None


class BallotRules(PhaseRules[Ballot]):
    """One candidate after another stands to the vote."""

    state = Ballot
    by_arrival = True

    def begin(self, run: Run, candidates: tuple[SeatNo, ...], stage: int) -> None:
        """Open a ballot over these candidates; stage 0 is the vote, later ones are revotes."""
        run.emit(ev.BallotBegan(candidates, stage))
        self._next_window(run)

    def _next_window(self, run: Run) -> None:
        phase = run.game.phase
        assert isinstance(phase, Ballot)
        index = phase.index + 1
        if index < len(phase.candidates) and not all_heard(run.game, phase):
            run.emit(ev.WindowOpened(index, run.now, run.now + self.window(run.game)))
        else:
            count(run)

    def handle(self, run: Run, phase: Ballot, command: cmd.Command) -> Refusal | None:
        """Decide a command while a window is open; the last hand closes the count."""
        if not isinstance(command, cmd.CastVote):
            return misplaced(command, Refusal(Code.NOT_YOUR_TURN, "GE-05"))
        if refusal := _refuse(run.game, phase, command):
            return refusal
        run.emit(ev.VoteCast(command.seat, command.target))
        voted = run.game.phase
        assert isinstance(voted, Ballot)
        if all_heard(run.game, voted):
            count(run)
        return None

    def run_out(self, run: Run, phase: Ballot) -> None:
        """The window closes: the next one, or after the last, and when every hand is down, the count."""
        self._next_window(run)

    def offers(self, game: Game, phase: Ballot) -> tuple[Control, ...]:
        """A hand for the candidate whose window is open."""
        return (Control(Press.VOTE, game.clock.step, phase.candidate),) if phase.candidates else ()

    def waits_for(self, phase: Ballot) -> SeatNo | None:
        """The candidate whose window is open."""
        return phase.candidates[phase.index] if 0 <= phase.index < len(phase.candidates) else None

    def owing(self, game: Game, phase: Ballot) -> tuple[SeatNo, ...]:
        """Whoever may vote and has not."""
        return tuple(owing(game, _barred(game, phase), phase.votes))

    def window(self, game: Game) -> float:
        """Each candidate's window is as long."""
        return game.rules.vote.window_seconds

    def in_vote(self, phase: Ballot) -> bool:
        """This is the vote."""
        return True

    def without(self, phase: Ballot, seat: SeatNo) -> Ballot:
        """Those who voted for the one who left get their hands back; his own hand is final (GE-05, MA-07)."""
        if seat not in phase.candidates:
            return phase
        votes = tuple([vote for vote in phase.votes if vote[1] != seat])
        place = phase.candidates.index(seat)
        index = phase.index - 1 if place <= phase.index else phase.index
        return replace(phase, candidates=without(phase.candidates, seat), votes=votes, index=index)

    def bereaved(self, run: Run, phase: Ballot, *, gone: bool) -> None:
        """The window of a candidate who is gone gives way to the next."""
        if gone and not phase.candidates:
            verdict.nobody(run, "no-candidates")
        elif gone:
            self._next_window(run)


def _refuse(game: Game, phase: Ballot, command: cmd.CastVote) -> Refusal | None:
    if refusal := late(game, command, phase.votes):
        return refusal
    if command.target != phase.candidate:
        return Refusal(Code.NOT_A_CANDIDATE, "GE-05", {"seat": command.target})
    if command.seat == command.target and not game.rules.vote.own_candidacy:
        return Refusal(Code.NOT_YOURSELF, "MA-06")
    return unable(game, command.seat, _barred(game, phase), "MA-09")


def count(run: Run) -> None:
    """«Принято»: add up, send the silent where the rules send them, and judge (CI-17, MW-06)."""
    game, phase = run.game, run.game.phase
    assert isinstance(phase, Ballot)
    silent = tuple(
        (seat, target)
        for seat in owing(game, _barred(game, phase), phase.votes)
        if (target := _silent_vote(game, phase, seat)) is not None
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


BALLOT = sign_up(BallotRules())
