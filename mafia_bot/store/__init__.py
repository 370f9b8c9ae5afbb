"""What the bot remembers, in PostgreSQL: journal, games, halls, clubs, mutes, results, suspensions, names.

Knows SQL and times as epoch seconds; it must not know the rules, Discord or any wording.
"""

from mafia_bot.store.errors import (
    AlreadyRunning,
    EmbeddedServerError,
    HallBusy,
    JournalConflict,
    RulesetConflict,
    SchemaTooNew,
    StoreError,
    UnknownGame,
)
from mafia_bot.store.games import GameFrame, GameStatus
from mafia_bot.store.halls import Hall
from mafia_bot.store.journal import Record
from mafia_bot.store.opening import opened
from mafia_bot.store.results import PlayedSeat, SeatResult
from mafia_bot.store.store import Store
from mafia_bot.store.suspensions import Suspension

__all__ = [
    "AlreadyRunning",
    "EmbeddedServerError",
    "GameFrame",
    "GameStatus",
    "Hall",
    "HallBusy",
    "JournalConflict",
    "PlayedSeat",
    "Record",
    "RulesetConflict",
    "SchemaTooNew",
    "SeatResult",
    "Store",
    "StoreError",
    "Suspension",
    "UnknownGame",
    "opened",
]
