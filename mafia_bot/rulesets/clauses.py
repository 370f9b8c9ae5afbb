"""Which clauses of the rules each axis serves: what a refused value or a refused act can be traced
back to.
"""

CLAUSES: dict[str, str] = {
    "seats.least": "MA-01, CL-01, CX-01, CC-01, CI-02, MW-01",
    "seats.most": "MA-01, CL-01, CX-01, CC-01, CI-02, MW-01",
    "deal.choice_from": "MA-01, CX-06",
    "night.order_length": "CL-03, CC-02, MW-03",
    "night.courtesy": "CC-21",
    "shooting.open": "MA-12, CL-09, CX-02, CI-06, MW-09",
    "shooting.own": "MA-12, CC-22",
    "heal.from_mafia": "MA-17, CX-05, CI-04",
    "heal.from_maniac": "MA-17, CX-05, CI-04",
    "heal.from_both": "CX-05, CI-04",
    "heal.self_limit": "MA-17, CX-05, CI-04",
    "heal.same_twice": "MA-17, CX-05, CI-04",
    "heal.told": "CI-04",
    "visit.blocks": "MA-13",
    "visit.alibi": "MA-14",
    "visit.dies_with": "MA-15",
    "visit.same_twice": "MA-13",
    "invite.guest_missed": "CX-06",
    "invite.dies_with": "CX-06",
    "maniac.may_refuse": "MA-18, CI-08",
    "maniac.counts_as_red": "CX-03",
    "maniac.announced": "MA-18",
    "maniac.wins_against": "MA-19, CX-04, CI-09",
    "maniac.question_seconds": "CX-04",
    "wins.mafia": "MA-19, CL-13, CI-07, MW-14",
    "wins.maniac_blocks_mafia": "MA-19, CI-07",
    "wins.nobody_left": "GE-07, CI-03",
    "wins.draw_rounds": "GE-14, SP-10",
    "wins.curfew": "CI-20",
    "circle.speech_seconds": "GE-03, CL-04, CI-13, MW-04",
    "circle.nominations": "MA-04, CI-15",
    "circle.window_seconds": "CI-15",
    "circle.self_nomination": "MA-04",
    "circle.formulas": "MA-04, CC-04, MW-04",
    "circle.starter": "GE-03, CC-03, CL-12, MW-12",
    "circle.first_day": "SP-02",
    "vote.window_seconds": "MA-06, CC-05",
    "vote.abstainers": "MA-06, MW-06, CI-17, SP-03",
    "vote.own_candidacy": "MA-06",
    "vote.justify_seconds": "CI-16",
    "vote.lone_first": "MA-08, CL-05, CC-06, MW-05, SP-02",
    "vote.lone_later": "MA-08, CC-06, MW-13, SP-02",
    "vote.first_day": "CL-05, SP-05",
    "vote.first_day_speech_seconds": "CL-05",
    "vote.tie.by": "MA-09, CI-19",
    "vote.tie.speech_seconds": "MA-09, CL-07, CC-08, MW-08, SP-04",
    "vote.tie.tied_vote": "MA-09, CL-07",
    "vote.tie.narrowing": "SP-04",
    "vote.tie.no_revote_at": "CL-08",
    "vote.tie.maniac_seconds": "CI-19",
    "vote.tie.lift.majority": "MA-10, SP-04",
    "vote.tie.lift.silent_against": "MA-10, MW-08",
    "vote.tie.lift.tied_vote": "MA-10, CL-07",
    "vote.tie.lift.seconds": "MA-10",
    "vote.tie.lift.two_of_four": "SP-05",
    "vote.tie.lift.three_of_nine": "SP-05",
    "farewell.night_seconds": "CL-11, CC-10, CI-11, MW-11",
    "farewell.vote_seconds": "MA-08, CL-06, CC-07, CI-18, MW-07",
    "farewell.shuffled": "CI-11",
    "farewell.miss_told": "CC-10, CI-06, MW-11",
    "farewell.miss_beside": "CI-22",
    "farewell.best_move": "SP-08",
    "farewell.best_move_seats": "SP-08",
    "farewell.best_move_first_day_exits": "SP-08",
    "discipline.ladder.lapse_nightly": "MA-22",
    "discipline.ladder.costs": "MA-21, CC-13, MW-20, SP-06",
    "discipline.ladder.silent_seconds": "MA-21, CC-13, MW-20",
    "discipline.ladder.justification": "MA-21",
    "discipline.ladder.critical_at": "CC-14, SP-06",
    "discipline.ladder.critical_if_nominated": "CC-14",
    "discipline.ladder.critical_seconds": "CC-14, SP-06",
    "discipline.removal_cancels_vote": "CC-20, SP-07",
    "discipline.technical_defeat": "MA-25, SP-09",
    "discipline.grace_seconds": "GE-13",
    "discipline.abandoned_seconds": "GE-13",
    "discipline.questions": "CI-21",
}

FAMILY: dict[str, tuple[str, ...]] = {
    "masks": ("MA",),
    "classic": ("CL",),
    "classic15": ("CX", "CL"),
    "carcrash": ("CC", "CL"),
    "city": ("CI",),
    "most_wanted": ("MW",),
    "sport": ("SP", "CL"),
}
"""Whose rulebook a shipped ruleset follows; a copy follows its original's."""

SAME: dict[str, tuple[str, ...]] = {
    "MA-01": ("CL-01", "CX-01", "CC-01", "CI-02", "MW-01", "SP-01"),
    "MA-04": ("CC-04", "CI-15", "MW-04"),
    "MA-06": ("CC-05", "CI-17", "MW-06", "SP-03"),
    "MA-09": ("CL-07", "CC-08", "MW-08", "SP-04"),
    "MA-10": ("CL-07", "CC-08", "MW-08", "SP-04"),
    "MA-12": ("CX-02", "CI-06"),
    "MA-17": ("CX-05", "CI-04"),
    "MA-18": ("CX-03", "CI-08"),
    "MA-21": ("CC-13", "MW-20", "SP-06"),
    "MA-25": ("SP-09",),
    "MW-03": ("CL-03", "CC-02", "SP-01"),
    "MW-09": ("CL-09", "CC-09", "CI-06", "SP-01", "MA-12"),
    "MA-16": ("CL-10", "CC-09", "CI-05", "MW-10", "SP-01"),
    "CI-08": ("MA-18", "CX-03"),
    "CL-10": ("CC-09", "MW-10", "SP-01"),
}
"""Clauses that say the same in other rulebooks: the engine names one of them."""


def clause_in(clause: str, base: str) -> str:
    """A refusal's clause as the rulebook of a ruleset numbers it (`base`: its id, or its original's).

    What holds in every ruleset (GE) stays; "" if that rulebook has no such clause. A ruleset that follows no
    rulebook of ours keeps the clause as it is.
    """
    family = FAMILY.get(base)
    if not clause or clause.startswith("GE-") or family is None:
        return clause
    for prefix in family:
        for same in (clause, *SAME.get(clause, ())):
            if same.startswith(prefix):
                return same
    return ""
