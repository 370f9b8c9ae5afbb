"""A press on something that is over is no dead end: it says so and gives what can be pressed now."""

import pytest
from simcord.results import InteractionResult

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import Offer, answer_of, offers
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Act, Role
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Night, Speeches
from tests.doors.test_night_refusals import step
from tests.doors.visit import Kept, day, holder, late, lobby, night, refusal, say, thanks, unharmed, until


def given(result: InteractionResult) -> tuple[Offer, ...]:
    """What can be pressed in the private answer."""
    assert result.response is not None
    assert result.response.ephemeral
    return offers(result.response)


@pytest.mark.rule("GE-11")
async def test_a_panel_of_the_step_before_becomes_the_panel_of_now(club: SimulatedClub) -> None:
    await step(club, Act.VISIT)
    mafia = club.seat(holder(club, Role.MAFIA))
    opened = await club.panel(mafia)
    panel, kept = opened.response, Kept(club, opened)
    assert panel is not None
    await club.to_next_deadline()
    mark = club.mark()
    with kept:
        overtaken = await club.press(mafia, Press.TARGET, 1, on=panel)
    assert club.calls(mark) == [], "an answer in place costs no request"
    assert overtaken.response is not None
    assert overtaken.response.id == panel.id, "the panel itself, not another one below it"
    assert isinstance(club.game.phase, Night)
    assert club.game.phase.step.act is Act.SHOOT
    assert say(club, "panel-title") in (overtaken.response.embeds[0].description or "")
    target = next(player.seat for player in club.game.living() if player.role is not Role.MAFIA)
    chosen = await club.press(mafia, Press.TARGET, target, on=overtaken.response)
    assert [choice.target for choice in club.game.phase.choices] == [target]
    assert chosen.response is not None
    assert chosen.response.embeds == [], "yesterday's words stay under today's"


async def test_a_night_panel_by_day_gives_the_days_controls(club: SimulatedClub) -> None:
    await night(club)
    opened = await club.panel(club.seat(1))
    panel, kept = opened.response, Kept(club, opened)
    assert panel is not None
    press = Press(offers(panel)[0].press)
    await until(club, Speeches)
    assert offers(panel) == ()
    with kept:
        overtaken = await club.press(club.seat(1), press, 1, on=panel)
    assert answer_of(overtaken) == refusal(club, Code.NOT_NIGHT)
    assert Press.THANKS in {offer.press for offer in given(overtaken)}
    assert overtaken.response is not None
    await club.press(club.seat(1), Press.THANKS, on=overtaken.response)
    assert isinstance(club.game.phase, Speeches)
    assert club.game.phase.queue[0] == 2, "what was given could not be pressed"


async def test_a_page_pressed_late_gives_the_page_of_now_privately(club: SimulatedClub) -> None:
    await day(club)
    page = club.board()
    await thanks(club)
    async with unharmed(club):
        result = await late(club, club.seat(2), Press.THANKS, page)
    assert answer_of(result) == refusal(club, Code.STALE)
    assert given(result) == offers(club.board()), "what is given is what the board offers"
    assert result.response is not None
    await club.press(club.seat(2), Press.THANKS, on=result.response)
    assert isinstance(club.game.phase, Speeches)
    assert club.game.phase.queue[0] == 3


async def test_a_lobby_pressed_late_gives_the_night(club: SimulatedClub) -> None:
    await lobby(club)
    page = club.board()
    await club.seat_all()
    await club.start()
    result = await late(club, club.seat(1), Press.JOIN, page)
    assert answer_of(result) == refusal(club, Code.ALREADY_STARTED)
    assert {offer.press for offer in given(result)} & {Press.TARGET, Press.ORDER, Press.REFUSE}
    guest = await late(club, club.newcomer("guest"), Press.JOIN, page)
    assert {offer.press for offer in given(guest)} == {Press.NIGHT, Press.CARD}, "a spectator sees the board"


async def test_a_game_that_is_gone_gives_nothing_to_press(club: SimulatedClub) -> None:
    await night(club)
    page, opened = club.board(), await club.panel(club.seat(1))
    panel, kept = opened.response, Kept(club, opened)
    assert panel is not None
    press = Press(offers(panel)[0].press)
    await club.slash(club.admin, club.chat, "game end")
    await club.open("masks")
    result = await late(club, club.seat(1), Press.NIGHT, page)
    assert answer_of(result) == refusal(club, Code.STALE)
    assert given(result) == ()
    assert offers(panel) == ()
    with kept:
        closed = await club.press(club.seat(1), press, 1, on=panel)
    assert answer_of(closed) == refusal(club, Code.STALE)
    assert given(closed) == ()
