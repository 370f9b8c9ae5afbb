"""The axes along which clubs differ, all together. It must not know which club uses them, nor which of
them go together.

Every axis names the clauses it serves; the engine branches on axes, never on a ruleset's id.
"""

from typing import Annotated

from pydantic import Field

from mafia_bot.engine.ids import Role
from mafia_bot.engine.ruleset.axis import Axis
from mafia_bot.engine.ruleset.day import Circle, Farewell, Vote, Wins
from mafia_bot.engine.ruleset.discipline import Discipline, Offence
from mafia_bot.engine.ruleset.night import Deal, Heal, Invite, Maniac, Night, Seats, Shooting, Visit
from mafia_bot.engine.words import CIVILIAN, MAFIA

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{1,30}$")]


class Axes(Axis):
    """One club's rules, whole, every axis well-formed by itself; whether they agree, `Ruleset` knows.

    `names`: cards that this club calls otherwise, each with the key of its name in the texts (CI-23).
    """

    id: Name
    version: Annotated[int, Field(ge=1)] = 1
    name: str = ""
    copied_from: str = ""
    names: dict[Role, Name] = Field(default_factory=dict)
    seats: Seats
    deal: Deal
    night: Night
    shooting: Shooting
    heal: Heal = Heal()
    visit: Visit = Visit()
    invite: Invite = Invite()
    maniac: Maniac = Maniac()
    wins: Wins
    circle: Circle = Circle()
    vote: Vote = Vote()
    farewell: Farewell = Farewell()
    discipline: Discipline

    def cards(self, seats: int) -> dict[Role, int]:
        """The recommended deal for a number of seats, civilians included.

        Raises KeyError if no row covers `seats`.
        """
        for row in self.deal.rows:
            if row.least <= seats <= row.most:
                cards = dict(row.roles)
                if row.thirds:
                    cards[MAFIA] = seats // 3
                cards[CIVILIAN] = seats - sum(n for role, n in cards.items() if role != CIVILIAN)
                return cards
        raise KeyError(seats)

    def offence(self, offence_id: str) -> Offence | None:
        """The offence of that id, or None."""
        return next((o for o in self.discipline.offences if o.id == offence_id), None)
