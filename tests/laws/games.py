"""Tables of every ruleset with 3 to 20 seats and any cards that its nights know, for laws to be tried on."""

from hypothesis import strategies as st

from mafia_bot.engine.ids import Role
from mafia_bot.engine.phases import ballot
from mafia_bot.engine.phases.lobby import known_roles
from mafia_bot.engine.state import Ballot, Justification
from tests.engine.dealing import shipped
from tests.engine.scenario import Table, table

RULESETS = sorted(shipped())
SPECIAL = (Role.SHERIFF, Role.DOCTOR, Role.LOVER, Role.COURTESAN, Role.MANIAC)


@st.composite
def cards(draw: st.DrawFn, ruleset: str, most: int = 20) -> list[Role]:
    """Cards by seat: less than half of them black, some special, the rest civilians, in any order."""
    rules = shipped()[ruleset]
    seats = draw(st.integers(3, most))
    black = draw(st.integers(1, (seats - 1) // 2))
    wanted = {step.wake for step in (*rules.night.first, *rules.night.later)}
    deck = [Role.DON if Role.DON in wanted else Role.MAFIA, *[Role.MAFIA] * (black - 1)]
    special = [role for role in SPECIAL if role in known_roles(rules)]
    chosen = draw(st.lists(st.sampled_from(special), unique=True, max_size=seats - black)) if special else []
    deck += chosen
    deck += [Role.CIVILIAN] * (seats - len(deck))
    return draw(st.permutations(deck))


@st.composite
def tables(draw: st.DrawFn, most: int = 20) -> Table:
    """A table in its first night or day, or after a tie in the second day."""
    ruleset = draw(st.sampled_from(RULESETS))
    dealt = draw(cards(ruleset, most))
    host = draw(st.sampled_from((None, 77)))
    start = draw(st.sampled_from(("night", "day", "tie", "second tie")))
    found = table(
        ruleset, [card.value for card in dealt], start="night" if start == "night" else "day", host=host
    )
    if start in ("tie", "second tie") and found.night().outcome is None:
        split(found.put_up(1, 2))
    if start == "second tie" and isinstance(found.phase, Justification):
        split(found)
    return found


def split(t: Table) -> None:
    """A ballot between two, come what may, in which both get as many votes as there are pairs of voters."""
    t.until(Ballot)
    if not isinstance(t.phase, Ballot) or len(t.phase.candidates) < 2:
        return
    one, other = t.phase.candidates[:2]
    able = ballot.voters(t.game, t.phase)
    own = t.game.rules.vote.own_candidacy
    for_one = [seat for seat in able if seat != one or own][: len(able) // 2]
    for_other = [seat for seat in able if seat not in for_one and (seat != other or own)][: len(for_one)]
    t.vote({one: for_one, other: for_other})
