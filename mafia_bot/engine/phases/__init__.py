"""One phase, one file, one object: what may be done in it and where it leads.

All of them are named here, so that whoever imports any of this finds every phase by its state.
"""

from mafia_bot.engine.phases import (
    ballot,
    justification,
    last_words,
    lift_vote,
    lobby,
    maniac_question,
    night,
    nomination,
    over,
    short_night,
    speeches,
    vote,
)

__all__ = [
    "ballot",
    "justification",
    "last_words",
    "lift_vote",
    "lobby",
    "maniac_question",
    "night",
    "nomination",
    "over",
    "short_night",
    "speeches",
    "vote",
]
