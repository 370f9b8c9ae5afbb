"""Ten seats and the cards on them: every player reads his own, and together they are the club's deal."""

from collections import Counter

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Role
from mafia_bot.engine.refusals import Code
from tests.doors.visit import lobby, refused, say

SEVEN_RED_THREE_BLACK = {Role.CIVILIAN: 6, Role.SHERIFF: 1, Role.MAFIA: 2, Role.DON: 1}


@pytest.mark.parametrize(
    "ruleset",
    [
        pytest.param("carcrash", marks=pytest.mark.rule("CC-01")),
        pytest.param("classic", marks=pytest.mark.rule("CL-01", "CL-02")),
        pytest.param("most_wanted", marks=pytest.mark.rule("MW-02")),
        pytest.param("sport", marks=pytest.mark.rule("SP-01")),
    ],
)
async def test_ten_people_read_seven_red_cards_and_three_black(full: SimulatedClub, ruleset: str) -> None:
    await lobby(full, ruleset)
    await full.seat_all()
    eleventh = full.newcomer("eleventh")
    await refused(full, lambda: full.press(eleventh, Press.JOIN), Code.LOBBY_FULL, most=10)
    await full.press(full.seat(10), Press.LEAVE)
    await refused(full, lambda: full.start(), Code.TOO_FEW, least=10, count=9)
    await full.press(full.seat(10), Press.JOIN)
    await full.start()
    read: Counter[Role] = Counter()
    for actor in full.seats:
        card = answer_of(await full.press(actor, Press.CARD)) or ""
        read.update(role for role in Role if say(full, f"card-{role}") in card)
    assert read == SEVEN_RED_THREE_BLACK
