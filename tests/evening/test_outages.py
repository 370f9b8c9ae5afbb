"""Discord goes away and comes back while the bot lives on: nothing ends, nobody is blamed (GE-13)."""

import re

import pytest
from simcord.backend import serializers

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.engine.controls import Press
from mafia_bot.engine.hosting import LEAST
from mafia_bot.engine.state import Ballot, Night, Over, Speeches
from mafia_bot.store import Store
from mafia_bot.texts import Texts
from tests.evening import watching as see
from tests.evening.conftest import Begin
from tests.evening.director import Director

HEARTBEAT = 5.0


def speaking(director: Director) -> bool:
    return isinstance(director.club.game.phase, Speeches)


def left(club: SimulatedClub) -> float:
    assert club.game.clock.deadline is not None
    return club.game.clock.deadline - club.env.now().timestamp()


async def lose_discord(club: SimulatedClub) -> None:
    """The gateway closes; discord.py's client says so by itself and tries again."""
    with club.env.time_context():
        club.bot.dispatch("disconnect")
    await club.env.settle()


async def lose_the_server(club: SimulatedClub) -> None:
    """Discord lost one server, and says so."""
    club.env.backend.emit("GUILD_DELETE", {"id": str(club.guild.id), "unavailable": True})
    await club.env.settle()


async def come_back(club: SimulatedClub, way: str) -> None:
    """RESUMED: the old session goes on. READY: a new one begins. GUILD_CREATE: one server is there again."""
    backend = club.env.backend
    if way == "READY":
        bot = serializers.user_payload(backend.bot_user)
        session = {"v": 10, "user": bot, "guilds": [], "session_id": "another", "shard": [0, 1]}
        application = {"id": str(backend.application_id), "flags": 0}
        backend.emit("READY", {**session, "application": application, "resume_gateway_url": "wss://another"})
    if way == "RESUMED":
        backend.emit("RESUMED", {})
    else:
        guild = backend.guilds[club.guild.id]
        backend.emit(
            "GUILD_CREATE", {**serializers.guild_create_payload(backend, guild), "unavailable": False}
        )
    await club.env.settle()


@pytest.mark.rule("GE-13")
@pytest.mark.parametrize("way", ["RESUMED", "READY"])
async def test_no_step_ends_while_discord_is_away(way: str, begin: Begin) -> None:
    director = await begin("masks_six")
    club = director.club
    await director.until(speaking)
    await club.advance(20)
    before, remaining = club.game, left(club)
    await lose_discord(club)
    await club.advance(400)
    assert club.game == before, "a minute ended though nobody could speak"
    await come_back(club, way)
    assert club.game.phase == before.phase
    assert remaining <= left(club) <= remaining + HEARTBEAT
    assert "Связь прерывалась" in see.board_text(club)
    assert see.heard(club) == {"1"}
    await director.play()
    assert director.farewells == director.script.farewells


@pytest.mark.rule("GE-13")
async def test_a_blink_of_discord_changes_nothing(begin: Begin) -> None:
    director = await begin("masks_six")
    club = director.club
    await director.until(speaking)
    await club.advance(10)
    before = club.game
    await lose_discord(club)
    await club.advance(2)
    await come_back(club, "RESUMED")
    assert club.game == before
    await club.to_next_deadline()
    assert see.heard(club) == {"2"}


@pytest.mark.rule("GE-13")
@pytest.mark.parametrize("way", ["RESUMED", "READY", "GUILD_CREATE"])
async def test_what_was_left_is_given_back_long_before_the_deadline(way: str, begin: Begin) -> None:
    director = await begin("masks_six")
    club = director.club
    await director.until(speaking)
    await club.advance(10)
    remaining = left(club)
    await (lose_the_server if way == "GUILD_CREATE" else lose_discord)(club)
    await club.advance(13.4)
    await come_back(club, way)
    assert left(club) == pytest.approx(remaining, abs=0.01)
    assert "Связь прерывалась" in see.board_text(club)


@pytest.mark.rule("GE-13")
@pytest.mark.parametrize("way", ["READY", "GUILD_CREATE"])
@pytest.mark.parametrize("away", [2.0, 13.4])
async def test_what_was_pressed_in_a_gap_that_discord_does_not_repeat_is_asked_for_again(
    way: str, away: float, begin: Begin
) -> None:
    """A session that was refused, or a server that was gone: nobody ever brings the presses of that time."""
    director = await begin("masks_six")
    club = director.club
    await director.until(speaking)
    await club.advance(10)
    remaining, gone = left(club), club.env.now().timestamp()
    await (lose_the_server if way == "GUILD_CREATE" else lose_discord)(club)
    await club.advance(away)
    back = club.env.now().timestamp()
    await come_back(club, way)
    assert unheard(club, gone, back) in see.board_text(club)
    assert left(club) == pytest.approx(remaining, abs=0.01)
    # What is made again counts.
    await club.press(club.seat(1), Press.THANKS)
    assert see.heard(club) == {"2"}


@pytest.mark.rule("GE-13")
async def test_a_session_that_goes_on_has_lost_no_press(begin: Begin) -> None:
    director = await begin("masks_six")
    club = director.club
    await director.until(speaking)
    await lose_discord(club)
    await club.advance(13.4)
    await come_back(club, "RESUMED")
    assert "не доходили" not in see.board_text(club)


@pytest.mark.rule("GE-13")
async def test_a_connection_that_was_dead_before_anybody_noticed(begin: Begin) -> None:
    """Nothing comes, not even a heartbeat's answer; only later it is given up."""
    director = await begin("masks_six")
    club = director.club
    await director.until(speaking)
    club.bot.dispatch("socket_raw_receive", '{"op": 11}')
    await club.env.settle()
    gone = club.env.now().timestamp()
    await club.advance(55)
    await lose_discord(club)
    await club.advance(5)
    back = club.env.now().timestamp()
    await come_back(club, "READY")
    assert unheard(club, gone, back) in see.board_text(club)
    assert left(club) == pytest.approx(60, abs=HEARTBEAT), "it was nobody's speech all that time"


@pytest.mark.rule("GE-13")
async def test_after_a_crash_the_presses_meanwhile_are_asked_for_again(begin: Begin) -> None:
    director = await begin("masks_six", errors=False)
    club = director.club
    await director.until(speaking)
    await club.advance(10)
    gone = club.env.now().timestamp()
    await club.crash(downtime=31.0)
    assert "не доходили" in see.board_text(club)
    told = re.search(r"<t:(\d+):T>", see.board_text(club))
    assert told is not None
    assert gone - HEARTBEAT <= int(told[1]) + 1 <= gone + 1


@pytest.mark.rule("GE-13")
async def test_a_lobby_is_told_too_for_a_press_to_sit_down_is_lost_as_well(store: Store) -> None:
    async with SimulatedClub(store, seats=3) as club:
        await club.setup()
        await club.open("masks")
        gone = club.env.now().timestamp()
        await lose_discord(club)
        await club.advance(20)
        back = club.env.now().timestamp()
        await come_back(club, "READY")
        assert unheard(club, gone, back) in see.board_text(club)
        await club.press(club.seat(1), Press.JOIN)
        assert len(club.game.phase.members) == 1  # type: ignore[union-attr]


def unheard(club: SimulatedClub, gone: float, back: float) -> str:
    """What the table is told of a gap between two moments (epoch seconds)."""
    texts = Texts.load().for_language("ru")
    return texts("outage-unheard", since=gone, until=back, seconds=back - gone)


@pytest.mark.rule("GE-05", "GE-13")
async def test_a_vote_window_opens_again_for_its_whole_length(begin: Begin) -> None:
    director = await begin("most_wanted_mafia", errors=False)
    club = director.club
    await director.until(lambda d: isinstance(d.club.game.phase, Ballot))
    await club.advance(club.game.rules.vote.window_seconds - 0.5)
    step = club.game.clock.step
    await club.crash(downtime=30.0)
    assert club.game.clock.step == step
    assert left(club) >= max(LEAST, club.game.rules.vote.window_seconds) - 0.01
    voter = director.day.ballots[0]["1"][0]
    await club.press(club.seat(voter), Press.VOTE)
    assert isinstance(club.game.phase, Ballot)
    assert [seat for seat, _ in club.game.phase.votes] == [voter]


@pytest.mark.rule("GE-13")
async def test_no_step_comes_back_with_less_than_it_takes_to_press(begin: Begin) -> None:
    director = await begin("masks_six", errors=False)
    club = director.club
    await director.until(speaking)
    await club.advance(59.5)
    await club.crash(downtime=20.0)
    assert see.heard(club) == {"1"}
    assert left(club) >= LEAST - 0.01


@pytest.mark.rule("GE-13")
async def test_one_server_out_of_reach(begin: Begin) -> None:
    director = await begin("masks_six")
    club = director.club
    await director.until(speaking)
    await club.seat(6).leave_voice()
    await club.advance(30)
    before, remaining = club.game, left(club)
    await lose_the_server(club)
    await club.advance(1000)
    assert club.game == before
    await come_back(club, "GUILD_CREATE")
    assert remaining <= left(club) <= remaining + HEARTBEAT
    # Who was away before the outage has the whole grace again.
    now = club.env.now().timestamp()
    assert [(seat, at - now) for seat, at in club.game.absent] == [
        (6, club.game.rules.discipline.grace_seconds)
    ]
    await club.enter(club.seat(6))
    await director.play()


@pytest.mark.rule("GE-05", "GE-13")
async def test_votes_outlive_an_outage(begin: Begin) -> None:
    director = await begin("most_wanted_mafia", errors=False)
    club = director.club
    await director.until(lambda d: isinstance(d.club.game.phase, Ballot))
    voter = director.day.ballots[0]["1"][0]
    await club.press(club.seat(voter), Press.VOTE)
    assert isinstance(club.game.phase, Ballot)
    votes = club.game.phase.votes
    await club.crash(downtime=3600.0)
    assert isinstance(club.game.phase, Ballot)
    assert club.game.phase.votes == votes
    again = await club.press(club.seat(voter), Press.VOTE)
    assert again.response is not None
    assert "уже проголосовали" in again.response.content
    late = club.seat(director.day.ballots[0]["1"][1])
    await club.press(late, Press.VOTE)
    assert len(club.game.phase.votes) == 2


async def test_a_mute_that_discord_refuses_for_a_while_is_made_good(begin: Begin) -> None:
    """Field story 7 of a mute: an outage of the members' route alone; the table goes on meanwhile."""
    director = await begin("masks_six")
    club = director.club
    await director.until(speaking)
    club.env.inject_error("PATCH", "/guilds/*/members/*", status=503, times=4)
    await club.to_next_deadline()
    await club.advance(20)
    assert see.heard(club) == {"2"}
    await club.slash(club.admin, club.chat, "game end")
    assert see.all_muted(club) == set()


async def test_stopped_for_good_in_the_night_nobody_stays_muted_after_the_next_start(begin: Begin) -> None:
    """Field story 1: the bot is away for a week; people go; at its start it finds whom it owes."""
    director = await begin("masks_six", errors=False)
    club = director.club
    assert isinstance(club.game.phase, Night)

    def go_home() -> None:
        for actor in club.seats[:3]:
            club.env.backend.set_voice_state(club.guild.id, actor.id, None)

    await club.crash(downtime=7 * 86400.0, meanwhile=go_home)
    assert club.game.paused, "half of the table is away"
    await club.slash(club.admin, club.chat, "game resume")
    await club.advance(121)
    assert [player.seat for player in club.game.living()] == [4, 5, 6] or isinstance(club.game.phase, Over)
    await club.slash(club.admin, club.chat, "game end")
    assert see.all_muted(club) <= {"1", "2", "3"}
    for actor in club.seats[:3]:
        await club.enter(actor)
    await club.advance(5)
    assert see.all_muted(club) == set()
