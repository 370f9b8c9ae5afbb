"""The first victim's best move, from the button on the board to the line that everybody reads (SP-08)."""

import pytest

from mafia_bot.demo.world import answer_of, offer
from mafia_bot.engine.controls import Press
from mafia_bot.engine.state import LastWords, Night
from tests.evening import watching as see
from tests.evening.conftest import Begin
from tests.evening.director import Director
from tests.evening.script import Script, read

VICTIM = 4


def _sport() -> Script:
    cards = ["don", "mafia", "mafia", "sheriff", *["civilian"] * 6]
    evening = read("most_wanted_town")
    evening.ruleset, evening.cards = "sport", cards
    return evening


async def _first_victim_speaks(begin: Begin) -> Director:
    director = await begin(_sport())
    club = director.club
    while not isinstance(club.game.phase, LastWords):
        phase = club.game.phase
        if isinstance(phase, Night) and phase.step.act == "shoot":
            for black in (1, 2, 3):
                await club.choose(club.seat(black), VICTIM)
        await club.to_next_deadline()
    return director


@pytest.mark.rule("SP-08")
async def test_the_first_victim_names_three_seats(begin: Begin) -> None:
    director = await _first_victim_speaks(begin)
    club = director.club
    stranger = await club.press(club.seat(5), Press.BEST_MOVE)
    assert "SP-08" in (answer_of(stranger) or "")
    panel = (await club.press(club.seat(VICTIM), Press.BEST_MOVE)).response
    assert panel is not None
    assert panel.ephemeral
    menu = offer(panel, Press.BEST_MOVE)
    answer = await club.touch(club.seat(VICTIM), panel, menu, ["1", "2", "7"])
    assert answer.acknowledged
    assert club.game.best_move == (1, 2, 7)
    said = see.board_text(club).replace("\u00a0", "")
    assert all(f"№{seat}" in said for seat in (1, 2, 7))
