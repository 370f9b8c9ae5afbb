"""Extra speeches before a ballot, or for the winner of a day that lets nobody go (MA-09, CI-16, CL-05)."""

from msgspec.structs import replace

from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.phases import verdict
from mafia_bot.engine.phases.ballot import BALLOT
from mafia_bot.engine.phases.base import sign_up
from mafia_bot.engine.phases.turns import Turns
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game, Justification, Then, without


class JustificationRules(Turns[Justification]):
    """`then` says whether a ballot over the candidates follows, or the night."""

    state = Justification

    def begin(self, run: Run, seats: tuple[SeatNo, ...], stage: int, then: Then) -> None:
        """Let these seats speak in their order, then go to a ballot over them or to the night."""
        run.emit(ev.JustificationBegan(seats, seats, stage, then))
        self.advance(run)

    def advance(self, run: Run) -> None:
        """Give the floor to the next of them who may speak, or go on."""
        while (seat := self.waits_for(self._state(run))) and _silenced(run.game, seat):
            run.emit(ev.SpeechLost(seat))
        game, phase = run.game, self._state(run)
        if phase.queue:
            vote = game.rules.vote
            if phase.then is Then.NIGHT:
                seconds = vote.first_day_speech_seconds
            else:
                seconds = vote.tie.speech_seconds if phase.stage else vote.justify_seconds
            run.emit(ev.JustificationOpened(phase.queue[0], run.now, run.now + seconds))
        elif phase.then is Then.BALLOT:
            BALLOT.begin(run, phase.candidates, phase.stage)
        else:
            run.go(phase.then)

    def _state(self, run: Run) -> Justification:
        phase = run.game.phase
        assert isinstance(phase, Justification)
        return phase

    def run_out(self, run: Run, phase: Justification) -> None:
        """The speech is over."""
        run.emit(ev.JustificationEnded(phase.queue[0]))
        self.advance(run)

    def given_back(self, game: Game, was: Justification, phase: Justification) -> Justification | None:
        """Only to a candidate of the same vote."""
        same = was.stage == phase.stage and was.queue[0] in phase.candidates
        return super().given_back(game, was, phase) if same else None

    def in_vote(self, phase: Justification) -> bool:
        """Before a ballot. After one that let nobody go (CL-05) the vote is settled: nothing cancels it."""
        return True

    def without(self, phase: Justification, seat: SeatNo) -> Justification:
        """Neither a speech nor a candidacy is left of who is gone."""
        return replace(super().without(phase, seat), candidates=without(phase.candidates, seat))

    def bereaved(self, run: Run, phase: Justification, *, gone: bool) -> None:
        """Without a candidate there is nothing to vote on."""
        if not phase.candidates and phase.then is Then.BALLOT:
            verdict.nobody(run, "no-candidates")
        else:
            super().bereaved(run, phase, gone=gone)


def _silenced(game: Game, seat: SeatNo) -> bool:
    """Whether the seat may say nothing at all in this circle (MA-21)."""
    penalty = game.player(seat).penalty_in(game.broke)
    return penalty is not None and not penalty.speech and not game.rules.discipline.ladder.justification


JUSTIFICATION = sign_up(JustificationRules())
