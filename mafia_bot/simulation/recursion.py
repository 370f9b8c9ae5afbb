"""The exact answer for the plainest Mafia: no special roles, a kill every night, a uniform lynch every day.

After Migdał, "A mathematical model of the Mafia game" (2010): night first, the mafia wins at parity.
"""

from fractions import Fraction
from functools import cache


@cache
def mafia_share(town: int, mafia: int) -> Fraction:
    """The mafia's chance to win before a night with so many of each."""
    if mafia == 0:
        return Fraction(0)
    if mafia >= town:
        return Fraction(1)
    return _day(town - 1, mafia)


def _day(town: int, mafia: int) -> Fraction:
    if mafia >= town:
        return Fraction(1)
    total = town + mafia
    lynched_town = Fraction(town, total) * mafia_share(town - 1, mafia)
    return lynched_town + Fraction(mafia, total) * mafia_share(town, mafia - 1)
