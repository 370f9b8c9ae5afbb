"""Half of the table away, or all of it, and a lobby that nobody touches: what the server sees (GE-13)."""

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine.presence import IDLE_SECONDS
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Over, Speeches
from mafia_bot.store import GameStatus
from tests.discipline.test_ladder_masks import told
from tests.doors.fixtures import Clubs
from tests.doors.visit import day, lobby, refused, say


@pytest.fixture
async def club(clubs: Clubs) -> SimulatedClub:
    """A server with six players."""
    return await clubs(seats=6)


async def leave(club: SimulatedClub, *numbers: int) -> None:
    """All of these at once, as when a voice server dies."""
    for number in numbers:
        club.env.backend.set_voice_state(club.guild.id, club.seat(number).id, None)
    await club.env.settle()


def calls(club: SimulatedClub) -> list[str]:
    return [message.content for message in club.chat.history() if not message.embeds]


async def status(club: SimulatedClub) -> GameStatus:
    frame = await club.store.games.get(club.table.game_id)
    assert frame is not None
    return frame.status


@pytest.mark.rule("GE-13")
async def test_no_win_without_players(club: SimulatedClub) -> None:
    await day(club)
    await leave(club, *range(1, 7))
    assert club.game.paused
    assert say(club, "table-deserted", deadline=club.game.deserted) in told(club)
    await club.advance(299)
    assert not isinstance(club.game.phase, Over)
    await club.advance(2)
    assert isinstance(club.game.phase, Over)
    assert await status(club) is GameStatus.ABANDONED
    assert await club.store.results.table(club.guild.id) == []
    assert club.muted() == set()
    await club.open()


@pytest.mark.rule("GE-13", "GE-09")
async def test_an_abandoned_game_is_taken_up_again(club: SimulatedClub) -> None:
    await day(club)
    await leave(club, *range(1, 7))
    await club.advance(301)
    for actor in club.seats[:5]:
        await club.enter(actor)
    await club.slash(club.admin, club.chat, "undo")
    assert club.game.paused
    assert isinstance(club.game.phase, Speeches)
    assert await status(club) is GameStatus.RUNNING
    assert [seat for seat, _ in club.game.absent] == [6]
    await club.enter(club.seat(6))
    assert not club.game.paused


@pytest.mark.rule("GE-13")
async def test_half_away_at_the_bots_table_calls_everybody_and_any_of_them_goes_on(
    club: SimulatedClub,
) -> None:
    await day(club)
    await leave(club, 2, 3)
    assert not club.game.paused
    await leave(club, 4)
    assert club.game.paused
    left = club.game.clock.left
    assert say(club, "game-paused-away", seats=(2, 3, 4), left=left) in told(club)
    users = [actor.id for actor in club.seats]
    assert say(club, "call-paused-all", users=users, voice=club.voice.id) in calls(club)
    resume = lambda actor: club.slash(actor, club.chat, "game resume")  # noqa: E731
    await refused(club, lambda: resume(club.newcomer("guest")), Code.NOT_HOST, "GE-02")
    for number in (2, 3):
        await club.enter(club.seat(number))
    assert club.game.paused
    assert answer_of(await resume(club.seat(3))) == say(club, "done")
    assert not club.game.paused
    await club.slash(club.admin, club.chat, "game pause")
    await refused(club, lambda: resume(club.seat(3)), Code.NOT_HOST, "GE-02")


@pytest.mark.rule("GE-13")
async def test_half_away_at_a_hosts_table_calls_the_host(club: SimulatedClub) -> None:
    await day(club, "masks", club.host)
    await leave(club, 2, 3, 4)
    assert club.game.paused
    assert say(club, "call-paused-host", user=club.host.id) in calls(club)
    await refused(club, lambda: club.slash(club.seat(1), club.chat, "game resume"), Code.NOT_HOST, "GE-02")
    await club.slash(club.host, club.chat, "game resume")
    await club.advance(121)
    assert say(club, "call-host-asked", user=club.host.id, seat=3) in calls(club)


@pytest.mark.rule("GE-13")
async def test_the_patience_for_an_empty_table_outlives_the_bot(club: SimulatedClub) -> None:
    await day(club)
    await leave(club, *range(1, 7))
    await club.crash(downtime=600)
    assert not isinstance(club.game.phase, Over), "nobody could come back to a bot that was not there"
    await club.advance(299)
    assert not isinstance(club.game.phase, Over)
    await club.advance(2)
    assert isinstance(club.game.phase, Over)


async def test_a_lobby_that_nobody_touches_frees_its_hall(club: SimulatedClub) -> None:
    await lobby(club)
    await club.advance(60)
    await club.slash(club.seat(1), club.chat, "lobby join")
    await club.crash(downtime=IDLE_SECONDS - 30)
    assert not isinstance(club.game.phase, Over)
    await club.advance(31)
    assert isinstance(club.game.phase, Over)
    assert await status(club) is GameStatus.ABANDONED
    await club.open()
