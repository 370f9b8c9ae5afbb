"""Which channels a hall shows to whom when things go wrong or somebody is shown out."""

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.engine.controls import Press
from mafia_bot.engine.state import Night, Over, Speeches
from tests.evening import watching as see
from tests.evening.conftest import Begin
from tests.evening.director import Director

DAY_OF_A_BAN = 18 * 3600.0


def speaking(director: Director) -> bool:
    return isinstance(director.club.game.phase, Speeches)


async def _delete(club: SimulatedClub, key: str) -> None:
    club.env.backend.delete_channel(club.room(key).id)
    await club.env.settle()
    await club.look_again()


def _open_to(club: SimulatedClub, number: int) -> bool:
    """Whether a person sees anything of the hall, or could come in."""
    actor = club.seat(number)
    rooms = [club.chat, club.graveyard, club.room("mafia")]
    return club.may(actor, club.voice, "connect") or any(club.may(actor, r, "view_channel") for r in rooms)


@pytest.mark.rule("GE-06")
@pytest.mark.parametrize("key", ["mafia", "table", "graveyard"])
async def test_a_channel_deleted_by_hand_comes_back_as_it_was(key: str, begin: Begin) -> None:
    """Field story 15: the room is made anew with the same doors, and the evening is played to its end."""
    director = await begin("masks_six", guests=1)
    club = director.club
    await director.until(lambda d: d.club.game.round == 1 and isinstance(d.club.game.phase, Night))
    before = {room: see.readers(club, room, director.guests) for room in ("mafia", "table", "graveyard")}
    old = club.room(key).id
    await _delete(club, key)
    assert club.room(key).id != old
    assert {room: see.readers(club, room, director.guests) for room in before} == before
    await director.play()
    assert director.farewells == director.script.farewells
    assert [hall.id for hall in await club.store.halls.of_guild(club.guild.id)] == [club.table.hall_id]


async def test_the_voice_channel_deleted_by_hand_keeps_its_hall(begin: Begin) -> None:
    director = await begin("masks_six")
    club = director.club
    await director.until(speaking)
    for actor in club.seats:
        await actor.leave_voice()
    club.env.backend.delete_channel(club.voice.id)
    await club.env.settle()
    await club.look_again()
    for actor in club.seats:
        await club.enter(actor)
    assert see.heard(club) == {"1"}
    await club.restart()
    assert see.heard(club) == {"1"}
    (hall,) = await club.store.halls.of_guild(club.guild.id)
    assert hall.voice_id == club.voice.id
    await director.play()


async def test_a_channel_that_cannot_be_made_anew_does_not_stop_the_game(begin: Begin) -> None:
    director = await begin("masks_six")
    club = director.club
    await director.until(speaking)
    club.env.inject_error("POST", "/guilds/*/channels", status=403, code=50013, message="no", times=None)
    club.env.backend.delete_channel(club.room("mafia").id)
    await club.env.settle()
    assert see.heard(club) == {"1"}
    await club.to_next_deadline()
    assert see.heard(club) == {"2"}
    await club.slash(club.admin, club.chat, "game end")
    assert see.all_muted(club) == set()


@pytest.mark.rule("GE-06")
async def test_setup_in_the_middle_of_a_game_opens_nothing(begin: Begin) -> None:
    director = await begin("most_wanted_town", guests=1)
    club = director.club
    await director.until(lambda d: d.club.game.round == 1 and isinstance(d.club.game.phase, Night))
    rooms = ("mafia", "table", "graveyard")
    before = [(see.readers(club, r, director.guests), see.writers(club, r, director.guests)) for r in rooms]
    assert before[1][1] == set()
    mark = club.mark()
    await club.setup()
    edited = [call.path for call in club.calls(mark) if call.method == "PATCH"]
    assert [path for path in edited if "/messages/" not in path] == [], "not for an instant"
    after = [(see.readers(club, r, director.guests), see.writers(club, r, director.guests)) for r in rooms]
    assert after == before
    await director.play()


async def test_rooms_of_a_game_that_ended_unseen_are_put_to_rest(begin: Begin) -> None:
    """Killed after the results were written, before Discord heard of it."""
    director = await begin("masks_six", guests=1, errors=False)
    club = director.club
    await director.until(lambda d: d.club.game.round == 1 and isinstance(d.club.game.phase, Night))
    club.env.inject_error("PATCH", "/channels/*", status=503, times=None)
    await club.slash(club.admin, club.chat, "game end")
    assert see.writers(club, "table") == set()
    await club.crash(downtime=5.0)
    assert see.writers(club, "table") == see.seats(range(1, 7))
    assert see.readers(club, "mafia", director.guests) == set()
    assert see.all_muted(club) == set()


@pytest.mark.rule("GE-09")
async def test_a_replaced_player_takes_no_room_along(begin: Begin) -> None:
    director = await begin("masks_six", guests=1)
    club, guests = director.club, director.guests
    await director.until(speaking)
    assert see.readers(club, "mafia", guests) == {"1", "2"}
    await club.slash(club.admin, club.chat, "game replace", seat=1, player=guests[0])
    assert see.readers(club, "mafia", guests) == {"guest1", "2"}
    assert see.heard(club) == {"guest1"}
    assert "1" not in see.writers(club, "table", guests)
    await club.restart()
    assert see.readers(club, "mafia", guests) == {"guest1", "2"}
    assert see.heard(club) == {"guest1"}


@pytest.mark.rule("GE-02", "GE-12")
async def test_a_human_host_sees_all_rooms_and_is_always_heard(begin: Begin) -> None:
    director = await begin("masks_six", human=True)
    club = director.club
    for broke in (0, 1):
        while club.game.broke < broke:
            await club.to_next_deadline()
        for key in ("mafia", "table", "graveyard"):
            assert "host" in see.readers(club, key, (club.host,))
        assert "host" in see.writers(club, "table", (club.host,))
        assert see.heard(club) == ({"host"} if broke == 0 else {"host", "1"})
    await club.slash(club.host, club.chat, "game pause")
    assert see.heard(club) == {"host"}
    await club.slash(club.host, club.chat, "game end")
    assert see.all_muted(club) == set()


@pytest.mark.rule("MW-15", "MW-19")
async def test_removal_from_the_hall_closes_it_until_the_ban_ends(begin: Begin) -> None:
    director = await begin("most_wanted_town")
    club = director.club
    await director.until(speaking)
    assert _open_to(club, 10)
    await club.slash(club.admin, club.chat, "remove", seat=10, offence="peeking")
    assert not _open_to(club, 10), "closed at once, not at the next turn"
    assert not club.game.player(10).alive
    await club.restart()
    await club.to_next_deadline()
    assert not _open_to(club, 10)
    await club.slash(club.admin, club.chat, "game end")
    assert not _open_to(club, 10), "the ban is for the day, not for the game"
    await club.open("masks")
    assert not _open_to(club, 10)
    await club.slash(club.admin, club.chat, "lobby close")
    await club.advance(DAY_OF_A_BAN)
    await club.open("masks")
    assert _open_to(club, 10)


@pytest.mark.rule("MW-19", "GE-09")
async def test_an_undone_removal_from_the_hall_opens_it_again(begin: Begin) -> None:
    director = await begin("most_wanted_town")
    club = director.club
    await director.until(speaking)
    await club.slash(club.admin, club.chat, "remove", seat=10, offence="peeking")
    assert not _open_to(club, 10)
    await club.slash(club.admin, club.chat, "undo")
    assert _open_to(club, 10)
    now = club.env.now().timestamp()
    assert await club.store.suspensions.active(club.guild.id, club.seat(10).id, now) == []
    assert 10 in {player.seat for player in club.game.living()}


@pytest.mark.rule("MW-19")
async def test_a_removal_from_the_hall_may_be_eased(begin: Begin) -> None:
    """The table is lost and the day, but the hall stays open; a later offence can still close it."""
    director = await begin("most_wanted_town")
    club = director.club
    await director.until(speaking)
    await club.slash(club.admin, club.chat, "remove", seat=10, offence="peeking", hall=False)
    assert _open_to(club, 10)
    assert not club.game.player(10).alive
    now = club.env.now().timestamp()
    (ban,) = await club.store.suspensions.active(club.guild.id, club.seat(10).id, now)
    assert not ban.hall
    await club.slash(club.admin, club.chat, "suspend", player=club.seat(10), offence="peeking")
    assert not _open_to(club, 10)
    assert not isinstance(club.game.phase, Over)


@pytest.mark.rule("MW-15")
async def test_a_spectators_hint_annuls_the_game_and_shuts_the_door(begin: Begin) -> None:
    """The removal ends the game, and there is no next scene in which the door could be closed."""
    director = await begin("most_wanted_town", guests=1)
    club, (guest,) = director.club, director.guests
    await director.until(speaking)
    await club.slash(club.admin, club.chat, "suspend", player=guest, offence="spectator_hint")
    assert isinstance(club.game.phase, Over)
    assert not club.game.phase.outcome.counts
    assert not club.may(guest, club.chat, "view_channel")
    assert not club.may(guest, club.voice, "connect")
    assert see.all_muted(club) == set()
    frame = await club.store.games.get(club.table.game_id)
    assert frame is not None
    assert frame.status == "annulled"


@pytest.mark.rule("GE-06")
@pytest.mark.parametrize(("status", "code"), [(403, 50013), (503, 0)])
async def test_a_room_that_discord_refused_once_is_brought_within_the_step(
    status: int, code: int, begin: Begin
) -> None:
    """The next scene may be minutes away: the living would not write all day, the mafia would all night."""
    director = await begin("masks_six")
    club = director.club
    await director.until(lambda d: isinstance(d.club.game.phase, Night) and d.club.game.phase.index == 1)
    assert see.writers(club, see.MAFIA) != set()
    room = club.room(see.MAFIA).id
    club.env.inject_error("PATCH", f"/channels/{room}", status=status, code=code, times=1)
    await club.to_next_deadline()
    assert see.writers(club, see.MAFIA) != set()
    await club.advance(3)
    assert see.writers(club, see.MAFIA) == set()


async def test_a_late_try_for_a_game_that_is_over_leaves_the_next_one_alone(begin: Begin) -> None:
    director = await begin("masks_six")
    club = director.club
    await director.until(speaking)
    club.env.inject_error("PATCH", f"/channels/{club.chat.id}", status=503, times=1)
    await club.slash(club.admin, club.chat, "game end")
    await club.open("masks")
    for actor in club.seats:
        await club.press(actor, Press.JOIN)
    await club.start()
    assert isinstance(club.game.phase, Night)
    await club.advance(3)
    assert see.writers(club, see.TABLE) == set()
