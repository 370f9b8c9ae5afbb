"""What the host is asked by buttons, and what he enters for those who said it aloud (GE-13, GE-16)."""

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of, offers
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import ManiacQuestion, NominationWindow, Over
from tests.doors.fixtures import Clubs
from tests.doors.host_desk import buttons, note, panel, shown, touch
from tests.doors.visit import Kept, day, late, refusal, refused, say, thanks, unharmed, until
from tests.engine.scenario import shipped
from tests.evening.cards import deal


async def asked(club: SimulatedClub, seat: int) -> None:
    """A seat has left voice, and its grace is over."""
    await club.seat(seat).leave_voice()
    await club.advance(club.game.rules.discipline.grace_seconds + 1)


def on_board(club: SimulatedClub) -> list[tuple[str, int]]:
    return [(one.press, one.seat) for one in offers(club.board()) if one.press in (Press.WAIT, Press.GONE)]


@pytest.mark.rule("GE-13", "GE-16")
async def test_the_host_waits_by_a_button_and_is_asked_again(full: SimulatedClub) -> None:
    club = full
    await day(club, host=club.host)
    assert on_board(club) == []
    await asked(club, 4)
    assert on_board(club) == [(Press.WAIT, 4), (Press.GONE, 4)]
    assert Press.WAIT in buttons(await panel(club))
    await refused(club, lambda: club.press(club.seat(1), Press.WAIT), Code.NOT_HOST, "GE-02")
    await refused(club, lambda: club.press(club.seat(1), Press.GONE), Code.NOT_HOST, "GE-02")
    await club.press(club.host, Press.WAIT)
    (again,) = club.game.absent
    assert on_board(club) == []
    assert say(club, "grace-renewed", seat=4, deadline=again[1]) in (club.board().embeds[0].description or "")
    assert say(club, "host-title") not in (club.board().embeds[0].description or "")
    await club.advance(again[1] - club.env.now().timestamp() + 1)
    assert on_board(club) == [(Press.WAIT, 4), (Press.GONE, 4)]
    calls = [m.content for m in club.chat.history() if m.content]
    assert calls.count(say(club, "call-host-asked", user=club.host.id, seat=4)) == 2


@pytest.mark.rule("GE-13", "GE-16")
@pytest.mark.parametrize("on", ["board", "panel"])
async def test_the_host_removes_by_a_button(full: SimulatedClub, on: str) -> None:
    club = full
    await day(club, host=club.host)
    await asked(club, 4)
    if on == "board":
        result = await club.press(club.host, Press.GONE)
        assert answer_of(result) == say(club, "removed-private")
    else:
        opened = await panel(club)
        await touch(club, opened, Press.GONE)
        assert note(opened) == say(club, "removed-private")
    assert not club.game.player(SeatNo(4)).alive
    assert on_board(club) == []


@pytest.mark.rule("GE-13")
async def test_whoever_is_back_is_not_removed_by_a_press_that_comes_late(full: SimulatedClub) -> None:
    club = full
    await day(club, host=club.host)
    await asked(club, 4)
    page, opened = club.board(), await panel(club)
    kept = Kept(club, opened)
    await club.enter(club.seat(4))
    assert on_board(club) == []
    async with unharmed(club):
        result = await late(club, club.host, Press.GONE, page)
        assert Press.GONE not in buttons(opened), "nor does the panel ask any longer"
        with kept:
            await touch(club, opened, Press.GONE)
    assert answer_of(result) == refusal(club, Code.STALE, "GE-13")
    assert note(opened) == refusal(club, Code.STALE, "GE-13")
    assert Press.GONE not in buttons(opened)


@pytest.mark.rule("GE-13")
async def test_about_many_the_host_is_asked_one_by_one(full: SimulatedClub) -> None:
    club = full
    await day(club, host=club.host)
    for seat in (4, 5):
        await club.seat(seat).leave_voice()
    await club.advance(club.game.rules.discipline.grace_seconds + 1)
    assert [seat for _, seat in on_board(club)] == [4, 4]
    await club.press(club.host, Press.GONE)
    assert [seat for _, seat in on_board(club)] == [5, 5]


@pytest.mark.rule("GE-16", "GE-04")
async def test_a_nomination_said_aloud_is_entered_for_the_speaker(full: SimulatedClub) -> None:
    club = full
    await day(club, host=club.host)
    opened = await panel(club)
    await touch(club, opened, Press.ENTER, value="5")
    assert club.game.nominations == ((1, 5),)
    assert note(opened) == say(club, "entered-private", seat=1)
    assert Press.ENTER not in buttons(opened)
    old = await panel(club)
    await thanks(club)
    kept = Kept(club, old)
    await thanks(club)
    async with unharmed(club):
        with kept:
            await touch(club, old, Press.ENTER, value="6")
    assert note(old) == refusal(club, Code.STALE, "GE-16"), "it was said in another turn"


@pytest.mark.rule("GE-02", "GE-16")
async def test_a_moderator_enters_nothing_for_anybody(full: SimulatedClub) -> None:
    club = full
    await day(club, host=club.host)
    opened = await panel(club)
    assert opened.response is not None
    stored = club.env.backend.messages[club.chat.id][opened.response.id]
    assert stored.interaction_metadata is not None
    stored.interaction_metadata["user"]["id"] = str(club.admin.id)
    async with unharmed(club):
        await touch(club, opened, Press.ENTER, value="5", by=club.admin)
    assert note(opened) == refusal(club, Code.NOT_HOST, "GE-16")
    assert say(club, "host-cards-title") not in shown(opened), "and he sees his own panel"


@pytest.mark.rule("GE-16", "CI-15")
async def test_in_the_common_window_a_nomination_is_entered_at_a_seat(full: SimulatedClub) -> None:
    club = full
    await day(club, "city", club.host)
    await until(club, NominationWindow)
    opened = await panel(club)
    assert Press.ENTER not in buttons(opened)
    await touch(club, opened, Press.SEAT, value="7")
    await touch(club, opened, Press.ENTER, value="3")
    assert club.game.nominations == ((7, 3),)


@pytest.mark.rule("GE-16", "CX-04")
async def test_the_maniacs_yes_said_aloud_is_entered_by_the_host(clubs: Clubs) -> None:
    cards = ["maniac", *["mafia"] * 3, "don", "sheriff", "doctor", *["civilian"] * 8]
    rules = shipped()["classic15"]
    assert {card: cards.count(card) for card in rules.cards(15)} == rules.cards(15)
    club = await clubs(seats=15, dice=deal(rules, cards, {}))
    await day(club, "classic15", club.host)
    opened = await panel(club)
    for seat in (2, 3, 4, 5):
        await club.slash(club.host, club.chat, "remove", seat=seat, offence="peeking", hall=False)
    assert isinstance(club.game.phase, ManiacQuestion)
    await touch(club, opened, Press.REFRESH)
    await touch(club, opened, Press.SAID_YES)
    assert isinstance(club.game.phase, Over)
    assert club.game.phase.outcome.reason == "maniac-for-town"


@pytest.mark.rule("GE-16", "MA-14")
async def test_an_alibi_is_entered_and_taken_away_and_nobody_hears_of_it(full: SimulatedClub) -> None:
    club = full
    await day(club, host=club.host)
    page, opened = club.board().embeds[0].description, await panel(club)
    await touch(club, opened, Press.SEAT, value="7")
    await touch(club, opened, Press.ALIBI)
    assert club.game.alibi == (7,)
    assert say(club, "host-alibi", seats=(7,)) in shown(opened)
    await touch(club, opened, Press.SEAT, value="7")
    assert Press.ALIBI not in buttons(opened)
    await touch(club, opened, Press.NO_ALIBI)
    assert club.game.alibi == ()
    assert club.board().embeds[0].description == page
    own = await panel(club, club.admin)
    await touch(club, own, Press.SEAT, value="7", by=club.admin)
    assert Press.ALIBI not in buttons(own)
