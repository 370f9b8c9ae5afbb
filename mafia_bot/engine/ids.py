"""Small types for every number, and the closed lists of the field's words (rules.md, glossary). Which cards
and acts there are is an open list: see `words.py`.
"""

from enum import StrEnum
from typing import NewType

from mafia_bot.engine.words import Act as Act
from mafia_bot.engine.words import Role as Role

SeatNo = NewType("SeatNo", int)
"""A place at the table, counted from 1: the number that players see and say (GE-01)."""

UserId = NewType("UserId", int)
"""A person, as Discord numbers them."""

GameId = NewType("GameId", int)
"""One game from the opening of its lobby to its end."""


class Team(StrEnum):
    """Who wins together."""

    TOWN = "town"
    MAFIA = "mafia"
    MANIAC = "maniac"


class Cause(StrEnum):
    """Why a player left, as far as the table may know: what happened at night stays there (GE-06)."""

    NIGHT = "night"
    VOTE = "vote"
    LIFT = "lift"
    LONE = "lone"
    TIE = "tie"
    CHOICE = "choice"
    DISCIPLINE = "discipline"


class Rank(StrEnum):
    """Whose hand is on a ruling: the bot's, an assistant's or the host's (GE-02)."""

    BOT = "bot"
    ASSISTANT = "assistant"
    HOST = "host"


class RulingKind(StrEnum):
    """What was ruled, as far as it can be taken back (GE-09, GE-17)."""

    WARNING = "warning"
    REMOVAL = "removal"
    SUSPENSION = "suspension"
    DEFEAT = "defeat"
    SKIP = "skip"
    EXTENSION = "extension"
    REPLACEMENT = "replacement"
    END = "end"


class Extent(StrEnum):
    """How much an undo takes back: the position as it was, the ruling alone, or only the ban it brought."""

    WHOLE = "whole"
    ITSELF = "itself"
    BAN = "ban"


class SpeechKind(StrEnum):
    """What a turn in the circle allows: a minute, half of it, or only a nomination or «Пас!»."""

    FULL = "full"
    SHORT = "short"
    SILENT = "silent"
