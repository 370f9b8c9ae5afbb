"""Two hands on one clock in the same instant: only the step that both meant ends."""

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of, offer
from mafia_bot.engine.controls import Press
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Ballot, Speeches
from tests.doors.fixtures import Clubs
from tests.doors.visit import at_once, day, nominations, refusal, say


@pytest.fixture
async def club(clubs: Clubs) -> SimulatedClub:
    """Six players, a host and an assistant; seat 1 has spoken for a third of its minute."""
    club = await clubs(seats=6)
    await day(club, "masks", club.host)
    await club.slash(club.host, club.chat, "lobby assistant", player=club.admin)
    await club.advance(20)
    return club


def speaker(club: SimulatedClub) -> int:
    assert isinstance(club.game.phase, Speeches)
    return club.game.phase.queue[0]


@pytest.mark.rule("GE-03", "GE-09")
async def test_host_and_assistant_skip_one_speech(club: SimulatedClub) -> None:
    both = await at_once(
        club, club.host.slash(club.chat, "game skip"), club.admin.slash(club.chat, "game skip")
    )
    assert {answer_of(one) for one in both} == {say(club, "done"), refusal(club, Code.STALE, "GE-09")}
    assert speaker(club) == 2
    assert club.muted() == {1, 3, 4, 5, 6}
    assert answer_of(await club.slash(club.admin, club.chat, "game skip")) == say(club, "done")
    assert speaker(club) == 3


@pytest.mark.rule("GE-03", "GE-09")
@pytest.mark.parametrize("thanks_first", [True, False])
async def test_thanks_and_skip_end_one_speech(club: SimulatedClub, thanks_first: bool) -> None:
    acts = [club.seat(1).slash(club.chat, "thanks"), club.host.slash(club.chat, "game skip")]
    await at_once(club, *(acts if thanks_first else reversed(acts)))
    assert speaker(club) == 2


@pytest.mark.rule("GE-03", "GE-09")
async def test_a_typed_thanks_and_skip_end_one_speech(club: SimulatedClub) -> None:
    await at_once(club, club.host.slash(club.chat, "game skip"), club.seat(1).send(club.chat, "Спасибо"))
    assert speaker(club) == 2


@pytest.mark.rule("GE-09")
async def test_extra_seconds_for_a_speech_that_just_ended_are_not_the_next_speakers(
    club: SimulatedClub,
) -> None:
    board = club.board()
    thanks = offer(board, Press.THANKS).token
    # A press knows its table without asking the database: the speech is over before the seconds come.
    _, extended = await at_once(
        club,
        club.seat(1).click(board, custom_id=thanks),
        club.admin.slash(club.chat, "game extend", seconds=300),
    )
    assert answer_of(extended) == refusal(club, Code.STALE, "GE-09")
    assert speaker(club) == 2
    assert club.game.clock.deadline == club.game.clock.opened + 60


@pytest.mark.rule("GE-09")
async def test_both_may_give_the_same_speech_extra_seconds(club: SimulatedClub) -> None:
    before = club.game.clock.deadline
    assert before is not None
    await at_once(
        club,
        club.host.slash(club.chat, "game extend", seconds=30),
        club.admin.slash(club.chat, "game extend", seconds=15),
    )
    assert club.game.clock.deadline == before + 45


@pytest.mark.rule("GE-05", "GE-09")
async def test_two_skips_close_one_voting_window(club: SimulatedClub) -> None:
    await nominations(club, (1, 3), (2, 4))
    assert isinstance(club.game.phase, Ballot)
    await at_once(club, *(actor.slash(club.chat, "game skip") for actor in (club.host, club.admin)))
    assert isinstance(club.game.phase, Ballot)
    assert club.game.phase.candidate == 4
    await club.press(club.seat(1), Press.VOTE, 4)
    assert club.game.phase.votes == ((1, 4),)
