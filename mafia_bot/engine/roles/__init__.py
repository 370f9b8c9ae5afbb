"""The roles: one file each, with all that there is to know of it (`card.py` says what that is). Another
one is made known by `register`.
"""

from mafia_bot.engine.roles import civilian, courtesan, doctor, don, lover, mafia, maniac, sheriff
from mafia_bot.engine.roles.registry import ABILITIES as ABILITIES
from mafia_bot.engine.roles.registry import ACTS as ACTS
from mafia_bot.engine.roles.registry import CARDS as CARDS
from mafia_bot.engine.roles.registry import forget as forget
from mafia_bot.engine.roles.registry import register as register

for _module in (civilian, sheriff, doctor, lover, courtesan, mafia, don, maniac):
    register(_module.CARD)
