"""What a night looks like to everybody at once: the same panel, no matter whose turn it is (GE-11)."""

import pytest

from mafia_bot.engine.controls import Press
from mafia_bot.engine.state import Night
from tests.evening import watching as see
from tests.evening.conftest import Begin


@pytest.mark.rule("GE-11")
@pytest.mark.parametrize(("name", "rounds"), [("masks_six", (0, 1)), ("most_wanted_mafia", (0, 1))])
async def test_every_panel_has_the_same_form(name: str, rounds: tuple[int, ...], begin: Begin) -> None:
    director = await begin(name)
    club = director.club
    for number in rounds:
        await director.until(
            lambda d, n=number: d.club.game.round == n and isinstance(d.club.game.phase, Night)
        )
        while isinstance(club.game.phase, Night):
            forms, board = [], club.board()
            for actor in club.seats:
                panel = (await club.press(actor, Press.NIGHT)).response
                assert panel is not None
                assert panel.ephemeral
                forms.append(panel.components)
            assert all(form == forms[0] for form in forms), "a panel shows whose turn it is"
            assert club.board().id == board.id
            await director.step()


@pytest.mark.rule("GE-11")
async def test_a_press_without_a_turn_is_answered_like_one_with_it(begin: Begin) -> None:
    """A sleeper may press, and nothing of it is seen or remembered."""
    director = await begin("masks_six")
    club = director.club
    await director.until(lambda d: d.club.game.round == 1)
    before, board = club.game, see.board_text(club)
    answer = await club.choose(club.seat(6), 1)
    assert answer.acknowledged
    assert club.game == before
    assert see.board_text(club) == board


@pytest.mark.rule("MW-09", "GE-11")
async def test_blind_shots_are_seen_by_nobody_else(begin: Begin) -> None:
    director = await begin("most_wanted_mafia")
    club = director.club
    await director.until(lambda d: d.club.game.round == 1)
    said = len(club.env.backend.messages[club.room("mafia").id])
    board = see.board_text(club)
    await club.choose(club.seat(1), 5)
    mate = (await club.panel(club.seat(3))).response
    assert mate is not None
    assert "1 → " not in mate.content.replace("№", "").replace("\u00a0", "")
    assert len(club.env.backend.messages[club.room("mafia").id]) == said
    assert see.board_text(club) == board
    second = await club.choose(club.seat(1), 6)
    assert second.acknowledged
    shots = [(c.seat, c.target) for c in club.game.phase.choices]  # type: ignore[union-attr]
    assert shots == [(1, 5)], "the first choice stands"
