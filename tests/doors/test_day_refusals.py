"""What the day refuses: another's turn, a second nomination, oneself, the dead, a press that came late."""

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of, offers
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Role
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import LastWords, Night, Speeches
from tests.doors.visit import (
    at_once,
    day,
    holder,
    late,
    nominations,
    refusal,
    refused,
    say,
    thanks,
    unharmed,
    until,
)


@pytest.mark.rule("GE-03")
async def test_ending_somebody_elses_minute(club: SimulatedClub) -> None:
    await day(club)
    other = club.seat(2)
    await refused(club, lambda: club.press(other, Press.THANKS), Code.NOT_YOUR_TURN, "GE-03", seat=1)
    await refused(club, lambda: club.slash(other, club.chat, "thanks"), Code.NOT_YOUR_TURN, "GE-03", seat=1)


@pytest.mark.rule("MA-04", "GE-04")
async def test_nominating_in_somebody_elses_minute(club: SimulatedClub) -> None:
    await day(club)
    other = club.seat(2)
    await refused(club, lambda: club.press(other, Press.NOMINATE, 3), Code.NOT_YOUR_TURN, "MA-04", seat=1)
    await refused(
        club, lambda: club.slash(other, club.chat, "nominate", seat=3), Code.NOT_YOUR_TURN, "MA-04", seat=1
    )


@pytest.mark.rule("GE-12")
async def test_spectators_press_in_vain(club: SimulatedClub) -> None:
    await day(club)
    guest = club.newcomer("guest")
    acts = (
        lambda: club.press(guest, Press.THANKS),
        lambda: club.press(guest, Press.NOMINATE, 3),
        lambda: club.press(guest, Press.CARD),
        lambda: club.slash(guest, club.chat, "thanks"),
        lambda: club.slash(guest, club.chat, "nominate", seat=2),
        lambda: club.slash(guest, club.chat, "game card"),
    )
    for act in acts:
        await refused(club, act, Code.NOT_SEATED)


@pytest.mark.rule("MA-04")
async def test_nobody_nominates_themselves(club: SimulatedClub) -> None:
    await day(club)
    first = club.seat(1)
    await refused(club, lambda: club.press(first, Press.NOMINATE, 1), Code.NOT_YOURSELF, "MA-04")
    await refused(club, lambda: club.slash(first, club.chat, "nominate", seat=1), Code.NOT_YOURSELF, "MA-04")


@pytest.mark.rule("GE-04")
async def test_one_nomination_a_day(club: SimulatedClub) -> None:
    await day(club)
    first = club.seat(1)
    await club.press(first, Press.NOMINATE, 2)
    await refused(club, lambda: club.press(first, Press.NOMINATE, 3), Code.NOMINATED_ONCE, "GE-04")
    await refused(
        club, lambda: club.slash(first, club.chat, "nominate", seat=3), Code.NOMINATED_ONCE, "GE-04"
    )


@pytest.mark.rule("GE-04", "MA-04")
async def test_a_nominated_seat_is_not_nominated_again_but_another_may_be(club: SimulatedClub) -> None:
    await day(club)
    second = club.seat(2)
    await club.press(club.seat(1), Press.NOMINATE, 3)
    await thanks(club)
    await refused(
        club,
        lambda: club.slash(second, club.chat, "nominate", seat=3),
        Code.ALREADY_NOMINATED,
        "GE-04",
        seat=3,
    )
    menu = next(offer for offer in offers(club.board()) if offer.press == Press.NOMINATE)
    assert menu.values == ("1", "2", "4")
    await club.press(second, Press.NOMINATE, 4)
    assert club.game.candidates() == (3, 4)


async def test_a_seat_that_is_not_there(club: SimulatedClub) -> None:
    await day(club)
    first = club.seat(1)
    await refused(club, lambda: club.slash(first, club.chat, "nominate", seat=9), Code.NO_SUCH_SEAT, seat=9)


@pytest.mark.rule("GE-06")
async def test_the_dead_are_not_chosen_and_do_not_act(club: SimulatedClub) -> None:
    await day(club)
    gone = next(seat for seat in (4, 3, 2) if seat != holder(club, Role.MAFIA))
    await club.slash(club.admin, club.chat, "remove", seat=gone, offence="peeking")
    assert not club.game.player(gone).alive
    await refused(
        club,
        lambda: club.slash(club.seat(1), club.chat, "nominate", seat=gone),
        Code.TARGET_DEAD,
        "GE-04",
        seat=gone,
    )
    assert all(str(gone) not in (offer.values or ()) for offer in offers(club.board()))
    dead = club.seat(gone)
    for act in (lambda: club.press(dead, Press.THANKS), lambda: club.press(dead, Press.NOMINATE, 1)):
        await refused(club, act, Code.DEAD, "GE-06")
    assert "🃏" not in (answer_of(await club.slash(dead, club.chat, "game card")) or "")


@pytest.mark.rule("GE-03")
async def test_a_double_press_of_thanks_ends_one_turn(club: SimulatedClub) -> None:
    await day(club)
    board, first = club.board(), club.seat(1)
    token = next(offer.token for offer in offers(board) if offer.press == Press.THANKS)
    results = await at_once(club, first.click(board, custom_id=token), first.click(board, custom_id=token))
    assert all(result.acknowledged for result in results)
    assert answer_of(results[1]) == refusal(club, Code.STALE)
    assert isinstance(club.game.phase, Speeches)
    assert club.game.phase.queue[0] == 2


@pytest.mark.rule("GE-03")
async def test_a_button_of_the_last_turn_does_not_end_the_next_one(club: SimulatedClub) -> None:
    await day(club)
    board = club.board()
    await thanks(club)
    async with unharmed(club):
        result = await late(club, club.seat(2), Press.THANKS, board)
    assert answer_of(result) == refusal(club, Code.STALE)


async def test_the_days_controls_do_nothing_at_night(club: SimulatedClub) -> None:
    await day(club)
    while isinstance(club.game.phase, Speeches):
        board = club.board()
        await thanks(club)
    assert isinstance(club.game.phase, Night)
    assert not next(m for m in club.chat.history() if m.id == board.id).components, "a button leads nowhere"
    first = club.seat(1)
    await refused(
        club, lambda: club.slash(first, club.chat, "nominate", seat=2), Code.NO_NOMINATIONS_NOW, "GE-04"
    )
    await refused(club, lambda: club.slash(first, club.chat, "thanks"), Code.NOT_YOUR_TURN, "GE-11")


async def test_nobody_interrupts_last_words(full: SimulatedClub) -> None:
    await day(full, "most_wanted")
    await nominations(full, (1, 2), (2, 3))
    while not isinstance(full.game.phase, LastWords):
        await full.to_next_deadline()  # nobody votes, so all votes go to the last candidate
    leaving = full.game.phase.queue[0]
    other = full.seat(leaving % 10 + 1)
    await refused(
        full, lambda: full.slash(other, full.chat, "thanks"), Code.NOT_YOUR_TURN, "GE-03", seat=leaving
    )
    await refused(
        full,
        lambda: full.slash(other, full.chat, "nominate", seat=1),
        Code.NO_NOMINATIONS_NOW,
        "GE-04",
    )
    await full.press(full.seat(leaving), Press.THANKS)
    await until(full, Night)


async def test_the_list_of_nominations_can_be_asked_by_anyone(club: SimulatedClub) -> None:
    await day(club)
    guest = club.newcomer("guest")
    assert answer_of(await club.slash(guest, club.chat, "list")) == say(club, "nominations-none")
    await club.slash(club.seat(1), club.chat, "nominate", seat=3)
    club.locale = "en"
    assert answer_of(await club.slash(guest, club.chat, "list")) == say(club, "nominations-list", seats=[3])
