"""Before the first night's line is told the channel is silent, whoever is in it (GE-03, GE-12)."""

from typing import Any

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Lobby, Night, Over
from mafia_bot.store import Store
from tests.doors.visit import refusal, say
from tests.evening import watching as see


@pytest.fixture
def small(store: Store) -> SimulatedClub:
    """Four seats and one who only listens."""
    return SimulatedClub(store, seats=4, check_errors=False)


async def gathered(club: SimulatedClub) -> None:
    await club.setup()
    await club.open("masks")
    await club.seat_all()
    await club.enter(club.newcomer("guest"))


def slow(club: SimulatedClub, seconds: float) -> None:
    """Discord takes so long for every edit of a member."""
    real = club.bot.http.edit_member

    async def later(*args: Any, **fields: Any) -> Any:
        await club._sleep(seconds)
        return await real(*args, **fields)

    club.bot.http.edit_member = later  # type: ignore[method-assign,assignment]


def told(club: SimulatedClub, key: str) -> int:
    line = say(club, key, voice=club.voice.id)
    return [message.content for message in club.chat.history()].count(line)


@pytest.mark.rule("GE-03", "GE-12")
async def test_the_night_begins_when_everybody_is_silent(small: SimulatedClub) -> None:
    async with small as club:
        await gathered(club)
        slow(club, 3.0)
        await club.admin.slash(club.chat, "game start")
        await club.advance(2.9)
        assert isinstance(club.game.phase, Lobby), "the eleventh person would hear who wakes"
        assert told(club, "start-silencing") == 1
        await club.advance(0.2)
        assert isinstance(club.game.phase, Night)
        assert see.heard(club) == set()


async def test_a_silence_that_comes_at_once_is_not_spoken_of(small: SimulatedClub) -> None:
    async with small as club:
        await gathered(club)
        await club.start()
        assert isinstance(club.game.phase, Night)
        assert see.heard(club) == set()
        assert told(club, "start-silencing") == 0


async def test_the_night_does_not_wait_for_ever(small: SimulatedClub) -> None:
    async with small as club:
        await gathered(club)
        slow(club, 100.0)
        await club.admin.slash(club.chat, "game start")
        await club.advance(11.9)
        assert isinstance(club.game.phase, Lobby)
        await club.advance(0.2)
        assert isinstance(club.game.phase, Night)


async def test_whoever_cannot_be_muted_is_not_waited_for(small: SimulatedClub) -> None:
    async with small as club:
        await gathered(club)
        club.env.inject_error("PATCH", "/guilds/*/members/*", status=403, code=50013, times=None)
        await club.start()
        assert isinstance(club.game.phase, Night)


async def test_a_second_press_meanwhile_starts_nothing(small: SimulatedClub) -> None:
    async with small as club:
        await gathered(club)
        slow(club, 1.0)
        await club.admin.slash(club.chat, "game start")
        again = await club.start()
        assert again.response is not None
        assert again.response.content == refusal(club, Code.ALREADY_STARTED)
        await club.advance(1.1)
        assert isinstance(club.game.phase, Night)


async def test_a_start_that_is_refused_mutes_nobody(small: SimulatedClub) -> None:
    async with small as club:
        await club.setup()
        await club.open("most_wanted")
        await club.seat_all()
        mark = club.mark()
        await club.start()
        assert isinstance(club.game.phase, Lobby)
        assert club.member_edits(mark) == []


async def test_killed_before_the_cards_are_dealt_nobody_stays_muted(small: SimulatedClub) -> None:
    async with small as club:
        await gathered(club)
        guest = club.newcomer("late")
        await club.enter(guest)
        path = f"/guilds/*/members/{guest.id}"
        club.env.inject_error("PATCH", path, status=503, times=2)
        await club.admin.slash(club.chat, "game start")
        assert isinstance(club.game.phase, Lobby)
        assert len(see.all_muted(club)) == 5
        await club.crash(downtime=2.0)
        assert isinstance(club.game.phase, Lobby)
        assert see.all_muted(club) == set()


async def test_a_lobby_that_is_closed_meanwhile_leaves_nobody_muted(small: SimulatedClub) -> None:
    async with small as club:
        await gathered(club)
        slow(club, 3.0)
        await club.admin.slash(club.chat, "game start")
        await club.advance(1.0)
        await club.slash(club.admin, club.chat, "lobby close")
        assert isinstance(club.game.phase, Over)
        await club.advance(15.0)
        assert see.all_muted(club) == set()


@pytest.mark.rule("GE-13")
async def test_whoever_came_unheard_is_no_reason_not_to_start(small: SimulatedClub) -> None:
    async with small as club:
        await gathered(club)
        await club.seat(2).leave_voice()
        state = club.env.backend.prepare_voice_state(club.guild.id, club.seat(2).id, club.voice.id)
        assert state is not None
        club.env.backend.commit_voice_state(state, broadcast=False)
        await club.start()
        assert isinstance(club.game.phase, Night)
        assert see.heard(club) == set()
        assert club.game.absent == ()
