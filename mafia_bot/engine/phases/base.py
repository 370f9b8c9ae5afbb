"""What a phase answers to whoever asks a position, and which object answers for which state. It knows no
phase by name.
"""

from typing import Any, Generic, TypeVar

from mafia_bot.engine.commands import Command
from mafia_bot.engine.controls import Control
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.refusals import Refusal
from mafia_bot.engine.ruleset.night import NightStep
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game, Phase

P = TypeVar("P", bound=Phase)


class PhaseRules(Generic[P]):
    """One phase, whole: `state` is what it keeps. What a phase does not know it answers with nothing."""

    state: type[P]
    in_play = True
    """Whether the cards are dealt and the game goes on: the clock counts, and nobody speaks unasked."""
    idles = False
    """Whether people only gather, and what nobody touches for long is closed."""
    by_arrival = False
    """Whether what was sent before the deadline still counts when it is decided after it (GE-05)."""
    asleep = False
    """Whether the table sleeps: nobody writes where all read."""

    def begin(self, run: Run, *args: Any, **kwargs: Any) -> None:
        """Begin the phase; each says what it needs for that. The lobby and the end begin elsewhere."""
        raise NotImplementedError

    def handle(self, run: Run, phase: P, command: Command) -> Refusal | None:
        """Decide a command that no rule before the phase has answered."""
        raise NotImplementedError

    def run_out(self, run: Run, phase: P) -> None:
        """Go on when the open step has no time left, or is ended by the host."""
        raise NotImplementedError

    def offers(self, game: Game, phase: P) -> tuple[Control, ...]:
        """What the board offers to everybody alike (GE-11)."""
        return ()

    def waits_for(self, phase: P) -> SeatNo | None:
        """The one seat whose turn or window is open, or None when the step is nobody's own."""
        return None

    def speaker(self, phase: P) -> SeatNo | None:
        """The one seat whose voice is open, or None (one voice at a time, GE-03)."""
        return None

    def voices(self, game: Game, phase: P) -> tuple[SeatNo, ...]:
        """Every seat that may be heard; more than one only where all may answer aloud."""
        seat = self.speaker(phase)
        return () if seat is None else (seat,)

    def word(self, game: Game, phase: P) -> tuple[SeatNo, ...]:
        """Every seat that has the word, if only in writing: for a nomination, or an answer."""
        return self.voices(game, phase)

    def formulas_only(self, phase: P) -> bool:
        """Whether the word is for a nomination or «Пас!» and for nothing else."""
        return False

    def owing(self, game: Game, phase: P) -> tuple[SeatNo, ...]:
        """The seats whose hands the table still waits for."""
        return ()

    def leaving(self, phase: P) -> tuple[SeatNo, ...]:
        """Those who have left the game and are still at the table to say goodbye."""
        return ()

    def leaves_in_writing(self, phase: P) -> bool:
        """Whether those who are leaving may also write at the table."""
        return False

    def night_step(self, phase: P) -> NightStep | None:
        """The step of the night's plan that is open, or None by day."""
        return None

    def window(self, game: Game) -> float | None:
        """The whole length in seconds of the window for votes that is open, or None.

        After an outage it opens anew for all of it: nobody saw what was left (GE-13).
        """
        return None

    def in_vote(self, phase: P) -> bool:
        """Whether the phase is a part of the day's vote, which a removal may cancel (SP-07)."""
        return False

    def without(self, phase: P, seat: SeatNo) -> P:
        """What the exit of a seat leaves of the phase: no queue, list or ballot keeps who is gone."""
        return phase

    def given_back(self, game: Game, was: P, phase: P) -> P | None:
        """The phase with the turn at its front that a skip had ended while it was `was`; None: too late."""
        return None

    def bereaved(self, run: Run, phase: P, *, gone: bool) -> None:
        """Go on after an exit; `gone`: it was the seat that all waited for."""


Rules = TypeVar("Rules", bound=PhaseRules[Any])

PHASES: dict[type, PhaseRules[Any]] = {}
"""Which object answers for which state; each signs up in its own file, so that none has to import another."""


def sign_up(rules: Rules) -> Rules:
    """Let a phase answer for its state."""
    PHASES[rules.state] = rules
    return rules


def rules_of(phase: P) -> PhaseRules[P]:
    """The phase that goes on in this state. Raises KeyError for a state that no phase has signed up for."""
    return PHASES[type(phase)]


def waits_for(phase: Phase) -> SeatNo | None:
    """The one seat whose turn or window is open, or None when the step is nobody's own."""
    return rules_of(phase).waits_for(phase)


def move_on(run: Run, waited_for: SeatNo | None) -> None:
    """Open the next turn, window or phase if the seat that all waited for is no longer there."""
    phase = run.game.phase
    rules = rules_of(phase)
    rules.bereaved(run, phase, gone=rules.waits_for(phase) != waited_for)
