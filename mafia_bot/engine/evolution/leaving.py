"""What an exit leaves of the phase that was going on: no queue, list or ballot keeps a seat that is gone."""

from msgspec.structs import replace

from mafia_bot.engine.evolution.base import without
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.state import (
    Ballot,
    Justification,
    LastWords,
    LiftVote,
    ManiacQuestion,
    Night,
    Phase,
    ShortNight,
    Speeches,
)


def bereaved(phase: Phase, seat: SeatNo) -> Phase:
    """The same phase without the seat. The shot of the dead is void; so are votes for those who left."""
    match phase:
        case Night():
            return replace(phase, choices=tuple([c for c in phase.choices if c.seat != seat]))
        case Speeches() | LastWords():
            return replace(phase, queue=without(phase.queue, seat))
        case Justification():
            return replace(
                phase, queue=without(phase.queue, seat), candidates=without(phase.candidates, seat)
            )
        case Ballot():
            return _ballot(phase, seat)
        case LiftVote():
            return replace(phase, candidates=without(phase.candidates, seat))
        case ShortNight():
            return replace(phase, candidates=without(phase.candidates, seat))
        case ManiacQuestion():
            return replace(phase, suspended=bereaved(phase.suspended, seat))
        case _:
            return phase


def _ballot(phase: Ballot, seat: SeatNo) -> Ballot:
    if seat not in phase.candidates:
        return phase
    # Those who voted for the one who left get their hands back. His own hand is final (GE-05, MA-07).
    votes = tuple([vote for vote in phase.votes if vote[1] != seat])
    place = phase.candidates.index(seat)
    index = phase.index - 1 if place <= phase.index else phase.index
    return replace(phase, candidates=without(phase.candidates, seat), votes=votes, index=index)
