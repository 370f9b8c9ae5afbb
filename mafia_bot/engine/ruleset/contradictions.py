"""Contradictions between axes, each named with the axes that quarrel; it must not know any one ruleset."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from mafia_bot.engine.ids import Role, Team
from mafia_bot.engine.roster import ACTORS, TEAM_OF
from mafia_bot.engine.ruleset.axes import Axes
from mafia_bot.engine.ruleset.discipline import ABSENCE
from mafia_bot.engine.words import CIVILIAN, MEET


class Contradiction(Struct, frozen=True):
    """Axes that quarrel: where, a code for the wording, and what the wording needs."""

    axis: str
    code: str
    data: dict[str, Any] = {}

    def __str__(self) -> str:
        details = ", ".join(f"{name} {value}" for name, value in self.data.items())
        return f"{self.axis}: {self.code}" + (f" ({details})" if details else "")


Check = Callable[[Axes], Iterable[Contradiction]]

CHECKS: dict[Role, Check] = {}
"""What only a role itself knows to quarrel: its own axes, or a plan without it."""


def contradictions(rules: Axes) -> list[Contradiction]:
    """Every quarrel between axes of a well-formed ruleset; empty when it can be played."""
    return [*_deal(rules), *_night(rules), *_day(rules), *_discipline(rules)]


def _deal(rules: Axes) -> list[Contradiction]:
    faults = []
    if rules.seats.least > rules.seats.most:
        faults.append(Contradiction("seats", "least-over-most"))
    for seats in range(rules.seats.least, rules.seats.most + 1):
        try:
            cards = rules.cards(seats)
        except KeyError:
            faults.append(Contradiction("deal.rows", "no-row", {"seats": seats}))
            continue
        black = sum(count for role, count in cards.items() if TEAM_OF[role] is Team.MAFIA)
        if cards[CIVILIAN] < 0:
            faults.append(Contradiction("deal.rows", "too-many-roles", {"seats": seats}))
        elif black == 0:
            faults.append(Contradiction("deal.rows", "no-mafia", {"seats": seats}))
        elif rules.wins.mafia == "parity" and black * 2 >= seats:
            faults.append(Contradiction("deal.rows", "won-already", {"seats": seats}))
    return faults


def _night(rules: Axes) -> list[Contradiction]:
    faults = []
    for name, plan in (("first", rules.night.first), ("later", rules.night.later)):
        for step in plan:
            if step.wake not in ACTORS[step.act]:
                faults.append(
                    Contradiction(f"night.{name}", "wrong-role", {"role": step.wake, "act": step.act})
                )
    acts = [step.act for step in rules.night.later]
    for act in set(acts):
        if acts.count(act) > 1 and act != MEET:
            faults.append(Contradiction("night.later", "act-twice", {"act": act}))
    for check in CHECKS.values():
        faults += check(rules)
    return faults


def _day(rules: Axes) -> list[Contradiction]:
    faults = []
    vote, tie = rules.vote, rules.vote.tie
    if rules.wins.curfew and vote.abstainers != "self":
        faults.append(Contradiction("wins.curfew", "curfew-undecided"))
    if vote.abstainers == "self" and not vote.own_candidacy:
        faults.append(Contradiction("vote.abstainers", "self-needs-own"))
    if rules.circle.nominations == "window" and rules.circle.formulas:
        faults.append(Contradiction("circle.formulas", "formula-needs-speech"))
    if tie.lift.majority == "living" and not tie.lift.silent_against:
        faults.append(Contradiction("vote.tie.lift.silent_against", "living-needs-silence"))
    return faults


def _discipline(rules: Axes) -> list[Contradiction]:
    faults = []
    rungs = [rung.at for rung in rules.discipline.ladder.rungs]
    if rungs != sorted(set(rungs)):
        faults.append(Contradiction("discipline.ladder.rungs", "rungs-rise"))
    ids = [offence.id for offence in rules.discipline.offences]
    if len(ids) != len(set(ids)):
        faults.append(Contradiction("discipline.offences", "id-twice"))
    for offence in rules.discipline.offences:
        if not offence.sanctions:
            faults.append(Contradiction("discipline.offences", "no-sanction", {"offence": offence.id}))
        if "suspension" in offence.sanctions and not (offence.games or offence.day):
            faults.append(Contradiction("discipline.offences", "ban-needs-length", {"offence": offence.id}))
    if ABSENCE not in ids:
        faults.append(Contradiction("discipline.offences", "no-left-table"))
    return faults
