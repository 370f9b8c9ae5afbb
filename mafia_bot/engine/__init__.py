"""The rules of Mafia as pure functions: no clock, no dice, no I/O, no Discord.

A game is the fold of its journal: `decide` turns a command into events or a refusal, `evolve`
turns an event into the next state. Nothing here may know how a server or a database looks.
"""

from mafia_bot.engine import (
    roles as roles,  # a ruleset or a position means nothing before the roles are known
)
