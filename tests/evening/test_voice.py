"""Who is heard at a table, whatever people do with their voice channel (the field stories of mutes)."""

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.engine.ids import Cause
from mafia_bot.engine.state import Lobby, Night, Over, Speeches
from tests.evening import watching as see
from tests.evening.conftest import Begin
from tests.evening.director import Director

GRACE = 120.0


def speaking(director: Director) -> bool:
    return isinstance(director.club.game.phase, Speeches)


async def _leave(club: SimulatedClub, seat: int) -> None:
    await club.seat(seat).leave_voice()


def _alive(club: SimulatedClub) -> set[int]:
    return {player.seat for player in club.game.living()}


@pytest.mark.rule("GE-12")
async def test_whoever_comes_late_is_muted_and_free_elsewhere(begin: Begin) -> None:
    director = await begin("masks_six")
    club = director.club
    elsewhere = club.guild.create_voice_channel("elsewhere")
    await director.until(speaking)
    late = club.newcomer("late")
    await club.enter(late)
    assert see.heard(club) == {"1"}
    await club.enter(late, elsewhere)
    assert see.all_muted(club) == see.seats(range(2, 7))
    await club.enter(late)
    assert see.heard(club) == {"1"}
    await club.slash(club.admin, club.chat, "game end")
    assert see.all_muted(club) == set()


@pytest.mark.rule("GE-12", "GE-13")
async def test_whoever_came_unheard_is_found_by_the_next_look(begin: Begin) -> None:
    director = await begin("masks_six")
    club = director.club
    elsewhere = club.guild.create_voice_channel("elsewhere")
    await director.until(speaking)
    await _leave(club, 3)
    await club.enter(club.seat(4), elsewhere)
    for seat in (3, 4):
        state = club.env.backend.prepare_voice_state(club.guild.id, club.seat(seat).id, club.voice.id)
        assert state is not None
        club.env.backend.commit_voice_state(state, broadcast=False)
    assert see.heard(club) == {"1", "3", "4"}
    assert [seat for seat, _ in club.game.absent] == [3, 4]
    await club.advance(20.5)
    assert see.heard(club) == {"1"}
    assert club.game.absent == ()


@pytest.mark.rule("GE-12")
async def test_the_dead_are_not_heard(begin: Begin) -> None:
    director = await begin("masks_six")
    club = director.club
    await director.until(lambda d: d.club.game.broke == 2 and speaking(d))
    assert 5 not in _alive(club)
    await _leave(club, 5)
    await club.enter(club.seat(5))
    assert see.heard(club) == {"2"}


async def test_ending_in_a_muted_phase_unmutes_everybody_at_once(begin: Begin) -> None:
    """Field stories 3 and 4: nobody waits for the last of the ten."""
    director = await begin("most_wanted_town", guests=2)
    club = director.club
    assert isinstance(club.game.phase, Night)
    assert len(see.all_muted(club)) == 12
    instant = club.env.now()
    await club.slash(club.admin, club.chat, "game end")
    assert isinstance(club.game.phase, Over)
    assert see.all_muted(club) == set()
    assert club.env.now() == instant


async def test_who_left_muted_is_unmuted_at_the_next_join_anywhere(begin: Begin) -> None:
    """Field story 2: they left in a muted phase, the game ended without them."""
    director = await begin("masks_six")
    club = director.club
    elsewhere = club.guild.create_voice_channel("elsewhere")
    await _leave(club, 3)
    await club.slash(club.admin, club.chat, "game end")
    assert see.all_muted(club) == {"3"}
    await club.restart()
    await club.enter(club.seat(3), elsewhere)
    assert see.all_muted(club) == set()


async def test_an_unmute_that_comes_too_late_is_only_put_off(begin: Begin) -> None:
    """Field story 6: the member left between the event and the call; the others are served all the same."""
    director = await begin("masks_six")
    club = director.club
    path = f"/guilds/*/members/{club.seat(4).id}"
    club.env.inject_error("PATCH", path, status=400, code=40032, message="Not in voice", times=1)
    await club.slash(club.admin, club.chat, "game end")
    assert see.all_muted(club) <= {"4"}
    await club.enter(club.seat(4))
    await club.advance(5)
    assert see.all_muted(club) == set()


async def test_the_same_for_all_at_night(begin: Begin) -> None:
    """Field story 21: through a whole night nobody's mute changes, so it says nothing of roles."""
    director = await begin("masks_six", guests=1)
    club = director.club
    await director.until(lambda d: d.club.game.round == 1)
    mark = club.mark()
    await director.until(lambda d: not isinstance(d.club.game.phase, Night))
    edits = club.member_edits(mark)
    assert edits == [(club.seat(5).id, False)], "the victim's last words, and nothing else"


@pytest.mark.rule("GE-13")
async def test_back_in_time_is_no_absence(begin: Begin) -> None:
    director = await begin("masks_six")
    club = director.club
    await director.until(speaking)
    await _leave(club, 1)
    assert "вышел из голосового канала" in see.board_text(club)
    await club.advance(30)
    await club.enter(club.seat(1))
    assert see.heard(club) == {"1"}, "the minute is still theirs"
    assert not club.game.absent
    await club.advance(GRACE)
    assert 1 in _alive(club)


@pytest.mark.rule("GE-13")
async def test_gone_past_the_grace_is_removed_at_the_bots_table(begin: Begin) -> None:
    director = await begin("masks_six")
    club = director.club
    await director.until(speaking)
    await _leave(club, 6)
    await club.advance(GRACE - 1)
    assert 6 in _alive(club)
    await club.advance(2)
    assert 6 not in _alive(club)
    gone = club.game.player(6).exit
    assert gone is not None
    assert gone.cause is Cause.DISCIPLINE
    await club.slash(club.admin, club.chat, "undo")
    assert 6 in _alive(club), "the ruling is the bot's, and the moderator may take it back"


@pytest.mark.rule("GE-13", "MW-15", "MW-19")
async def test_leaving_the_table_costs_the_day(begin: Begin) -> None:
    """By «most wanted» it is a removal from the table with a ban for the day; the hall stays open."""
    director = await begin("most_wanted_town")
    club = director.club
    await director.until(speaking)
    await _leave(club, 10)
    await club.advance(GRACE + 1)
    assert 10 not in _alive(club)
    assert club.may(club.seat(10), club.chat, "view_channel")
    bans = await club.store.suspensions.active(club.guild.id, club.seat(10).id, club.env.now().timestamp())
    assert [(ban.offence, ban.hall) for ban in bans] == [("left_table", False)]
    await club.slash(club.admin, club.chat, "game end")
    await club.open("masks")
    answer = await club.slash(club.seat(10), club.chat, "lobby join")
    assert answer.response is not None
    assert "отстранены" in answer.response.content


@pytest.mark.rule("GE-13")
async def test_a_human_host_is_asked(begin: Begin) -> None:
    director = await begin("masks_six", human=True)
    club = director.club
    while not speaking(director):
        await club.to_next_deadline()
    await _leave(club, 6)
    await club.advance(GRACE + 1)
    assert 6 in _alive(club)
    assert "Решение за ведущим" in see.board_text(club)
    await club.slash(club.host, club.chat, "remove", seat=6, offence="left_table")
    assert 6 not in _alive(club)


@pytest.mark.rule("GE-13")
async def test_whoever_leaves_the_server_is_not_waited_for_for_ever(begin: Begin) -> None:
    """Field story 13."""
    director = await begin("masks_six")
    club = director.club
    await director.until(speaking)
    # Discord takes them out of voice first; that they left the server it tells privileged bots alone.
    await _leave(club, 1)
    club.guild.remove_member(club.seat(1))
    await club.env.settle()
    assert [seat for seat, _ in club.game.absent] == [1]
    await club.advance(61)
    assert see.heard(club) == {"2"}, "the minute ran, the turn passed"
    await club.advance(GRACE)
    assert 1 not in _alive(club)


async def test_a_table_that_everybody_left_ends_and_leaves_no_ghost(begin: Begin) -> None:
    """Field story 11."""
    director = await begin("masks_six")
    club = director.club
    await director.until(speaking)
    number = club.table.game_id
    for seat in range(1, 7):
        await _leave(club, seat)
    await club.advance(GRACE * 3)
    assert isinstance(club.game.phase, Over)
    await club.open("masks")
    assert isinstance(club.game.phase, Lobby)
    assert club.game.phase.members == ()
    assert club.table.game_id != number
    await club.seat_all()
    assert see.all_muted(club) == set()


@pytest.mark.rule("GE-13")
async def test_an_outage_is_nobodys_absence(begin: Begin) -> None:
    """Field story 22: away before, or gone while the bot was down: the whole grace begins again."""
    director = await begin("masks_six", errors=False)
    club = director.club
    await director.until(speaking)
    await _leave(club, 5)
    await club.advance(GRACE - 70)

    def walk_out() -> None:
        club.env.backend.set_voice_state(club.guild.id, club.seat(6).id, None)

    await club.crash(downtime=1000.0, meanwhile=walk_out)
    now = club.env.now().timestamp()
    assert {seat: at - now for seat, at in club.game.absent} == {5: GRACE, 6: GRACE}
    await club.advance(GRACE - 1)
    assert {5, 6} <= _alive(club)
    await club.enter(club.seat(5))
    await club.advance(2)
    assert 5 in _alive(club)
    assert 6 not in _alive(club)


async def test_a_new_name_is_no_new_player(begin: Begin) -> None:
    """Field story 23."""
    director = await begin("masks_six")
    club = director.club
    await director.until(speaking)
    club.env.backend.edit_member(club.guild.id, club.seat(1).id, {"nick": "Somebody Else"})
    await club.env.settle()
    await director.play()
    shown = await club.slash(club.seat(1), club.lobby, "rating")
    assert shown.response is not None
    assert "Somebody Else" in shown.response.content


async def test_two_tables_of_a_server_do_not_mind_each_other(begin: Begin) -> None:
    """Field story 5: one floor serves both; each table has its own speaker, and ends alone."""
    director = await begin("masks_six")
    club = director.club
    await director.until(speaking)
    first_voice, first_game = club.voice, club.table
    people = [club.newcomer(f"second{number}") for number in range(1, 4)]
    await club.setup(name="Второй")
    assert club.voice.id != first_voice.id
    await club.open("masks")
    for actor in people:
        await club.enter(actor)
        await club.slash(actor, club.chat, "lobby join")
    await club.start()
    assert see.heard(club) == set()
    while not isinstance(club.game.phase, Speeches):
        await club.to_next_deadline()
    assert see.heard(club) == {"second1"}
    assert first_game.game.phase != club.game.phase
    await club.slash(club.admin, club.chat, "game end")
    assert see.heard(club) == {"second1", "second2", "second3"}
    muted = see.all_muted(club)
    assert len(muted & see.seats(range(1, 7))) >= 5, "the other table goes on"
    assert not muted & {"second1", "second2", "second3"}
