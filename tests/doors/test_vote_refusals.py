"""What a vote refuses: a second hand, a late one, one's own name, those who are tied."""

import pytest
from simcord.actors import MemberActor

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of, offers
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Ballot, Justification, LiftVote
from tests.doors.visit import at_once, day, nominations, refusal, refused, thanks, unharmed


async def ballot(club: SimulatedClub, *pairs: tuple[int, int], ruleset: str = "masks") -> Ballot:
    await day(club, ruleset)
    await nominations(club, *pairs)
    assert isinstance(club.game.phase, Ballot)
    return club.game.phase


def votes(club: SimulatedClub) -> tuple[tuple[SeatNo, SeatNo], ...]:
    assert isinstance(club.game.phase, Ballot)
    return club.game.phase.votes


@pytest.mark.rule("MA-06")
async def test_nobody_votes_for_their_own_candidacy(club: SimulatedClub) -> None:
    await ballot(club, (1, 2), (2, 1))
    await refused(club, lambda: club.press(club.seat(2), Press.VOTE), Code.NOT_YOURSELF, "MA-06")


@pytest.mark.rule("GE-05")
async def test_a_vote_is_final(club: SimulatedClub) -> None:
    await ballot(club, (1, 2), (2, 1))
    voter = club.seat(3)
    await club.press(voter, Press.VOTE)
    await refused(club, lambda: club.press(voter, Press.VOTE), Code.ALREADY_VOTED, "GE-05")
    await club.to_next_deadline()
    assert club.game.phase.candidate == 1  # type: ignore[union-attr]
    await refused(club, lambda: club.press(voter, Press.VOTE), Code.ALREADY_VOTED, "GE-05")
    assert votes(club) == ((3, 2),)


@pytest.mark.rule("GE-05")
async def test_two_votes_of_one_hand_in_the_same_instant(club: SimulatedClub) -> None:
    await ballot(club, (1, 2), (2, 1))
    board, voter = club.board(), club.seat(3)
    token = next(offer.token for offer in offers(board) if offer.press == Press.VOTE)
    results = await at_once(club, voter.click(board, custom_id=token), voter.click(board, custom_id=token))
    assert all(result.acknowledged for result in results)
    assert votes(club) == ((3, 2),)
    assert answer_of(results[1]) == refusal(club, Code.ALREADY_VOTED, "GE-05")


@pytest.mark.rule("GE-05")
async def test_all_hands_in_the_same_instant(full: SimulatedClub) -> None:
    await ballot(full, (1, 2), (2, 3), ruleset="most_wanted")
    board = full.board()
    token = next(offer.token for offer in offers(board) if offer.press == Press.VOTE)
    results = await at_once(full, *(actor.click(board, custom_id=token) for actor in full.seats[:6]))
    assert all(result.acknowledged for result in results)
    assert sorted(votes(full)) == [(seat, 2) for seat in range(1, 7)]


@pytest.mark.rule("GE-05", "MA-06")
async def test_a_hand_that_came_after_the_window(club: SimulatedClub) -> None:
    await ballot(club, (1, 2), (2, 1))
    opened = club.game.clock.step
    await club.advance(2.2)  # the window is over, votes sent in time may still arrive
    assert club.game.clock.step == opened
    await refused(club, lambda: club.press(club.seat(3), Press.VOTE), Code.WINDOW_CLOSED, "GE-05")


@pytest.mark.rule("GE-05", "MA-06")
async def test_a_hand_at_the_last_moment_counts(club: SimulatedClub) -> None:
    await ballot(club, (1, 2), (2, 1))
    await club.advance(1.99)
    await club.press(club.seat(3), Press.VOTE)
    assert votes(club) == ((3, 2),)


@pytest.mark.rule("CC-05", "GE-05")
async def test_a_hand_put_down_after_thanks_counts_for_nobody(full: SimulatedClub) -> None:
    await ballot(full, (1, 2), (2, 1), ruleset="carcrash")
    await full.press(full.seat(3), Press.VOTE)
    await full.advance(2.9)
    await full.press(full.seat(4), Press.VOTE)
    await full.advance(0.3)
    await refused(full, lambda: full.press(full.seat(5), Press.VOTE), Code.WINDOW_CLOSED, "GE-05")
    await full.advance(1)
    assert full.game.phase.candidate == 1  # type: ignore[union-attr]
    assert votes(full) == ((3, 2), (4, 2))


@pytest.mark.rule("GE-05")
async def test_a_button_of_the_window_before(club: SimulatedClub) -> None:
    await ballot(club, (1, 2), (2, 1))
    board = club.board()
    token = next(offer.token for offer in offers(board) if offer.press == Press.VOTE)
    await club.to_next_deadline()
    for locale in ("ru", "en"):
        club.locale = locale
        async with unharmed(club):
            result = await press_old(club, club.seat(3), token)
        assert answer_of(result) == refusal(club, Code.WINDOW_CLOSED, "GE-05")


async def press_old(club: SimulatedClub, actor: MemberActor, token: str):  # type: ignore[no-untyped-def]
    """A client that has not yet drawn the newest page sends the old token."""
    board = club.board()
    stored = club.env.backend.messages[club.chat.id][board.id]
    button = stored.components[0]["components"][0]
    new, button["custom_id"] = button["custom_id"], token
    try:
        return await actor.click(board, custom_id=token)
    finally:
        button["custom_id"] = new


@pytest.mark.rule("GE-05")
async def test_voting_before_there_is_a_vote(club: SimulatedClub) -> None:
    await ballot(club, (1, 2), (2, 1))
    token = next(offer.token for offer in offers(club.board()) if offer.press == Press.VOTE)
    await club.press(club.seat(1), Press.VOTE)
    await club.press(club.seat(3), Press.VOTE)
    await club.to_next_deadline()
    await club.press(club.seat(2), Press.VOTE)
    await club.press(club.seat(4), Press.VOTE)
    assert isinstance(club.game.phase, Justification)
    async with unharmed(club):
        result = await press_old(club, club.seat(3), token)
    assert answer_of(result) == refusal(club, Code.WINDOW_CLOSED, "GE-05")


@pytest.mark.rule("MA-09", "MA-10")
async def test_the_tied_do_not_vote(club: SimulatedClub) -> None:
    await ballot(club, (1, 2), (2, 1))
    for voters in ((1, 3), (2, 4)):
        for seat in voters:
            await club.press(club.seat(seat), Press.VOTE)
        if voters == (1, 3):
            await club.to_next_deadline()
    await thanks(club)
    await thanks(club)
    assert isinstance(club.game.phase, Ballot)
    assert club.game.phase.stage == 1
    await refused(club, lambda: club.press(club.seat(1), Press.VOTE), Code.TIED_DO_NOT_VOTE, "MA-09")
    await club.press(club.seat(3), Press.VOTE)
    await club.to_next_deadline()
    await club.press(club.seat(4), Press.VOTE)
    assert isinstance(club.game.phase, LiftVote)
    await refused(club, lambda: club.press(club.seat(2), Press.AGREE), Code.TIED_DO_NOT_VOTE, "MA-10")
    await club.press(club.seat(3), Press.AGREE)
    for press in (Press.AGREE, Press.AGAINST):
        await refused(club, lambda p=press: club.press(club.seat(3), p), Code.ALREADY_VOTED, "GE-05")
    await club.advance(10.2)
    await refused(club, lambda: club.press(club.seat(4), Press.AGAINST), Code.WINDOW_CLOSED, "GE-05")


@pytest.mark.rule("GE-12")
async def test_spectators_do_not_vote(club: SimulatedClub) -> None:
    await ballot(club, (1, 2), (2, 1))
    guest, third = club.newcomer("guest"), club.seat(3)
    await refused(club, lambda: club.press(guest, Press.VOTE), Code.NOT_SEATED)
    nominate = lambda: club.slash(third, club.chat, "nominate", seat=4)  # noqa: E731
    await refused(club, nominate, Code.NO_NOMINATIONS_NOW, "GE-04")
    await refused(club, lambda: club.slash(third, club.chat, "thanks"), Code.NOT_YOUR_TURN, "GE-05")
