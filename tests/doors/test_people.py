"""Who is there, who leads and who may sit down: GE-13, GE-16, GE-17."""

from collections.abc import Awaitable, Callable

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Role, SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Over
from mafia_bot.table.presence import VANISHED_SECONDS
from tests.doors.fixtures import Clubs
from tests.doors.visit import day, holder, lobby, refused, say

Begin = Callable[..., Awaitable[None]]


@pytest.fixture
async def club(clubs: Clubs) -> SimulatedClub:
    """A server with six players."""
    return await clubs(seats=6)


def absent(club: SimulatedClub) -> set[int]:
    return {seat for seat, _ in club.game.absent}


# ---- the host's chair ----


@pytest.mark.rule("GE-17")
@pytest.mark.parametrize("begin", [lobby, day])
async def test_a_host_who_left_the_server_is_replaced_by_a_moderator(
    club: SimulatedClub, begin: Begin
) -> None:
    await begin(club, "masks", club.host)
    other = club.newcomer("other")
    name = lambda: club.slash(club.admin, club.chat, "lobby host", host=other)  # noqa: E731
    await refused(club, name, Code.NOT_HOST, "GE-02")
    club.guild.remove_member(club.host)
    await club.env.settle()
    assert answer_of(await name()) == say(club, "done")
    assert club.game.host == other.id


@pytest.mark.rule("GE-17")
async def test_an_assistant_names_the_bot_where_the_host_is_gone(club: SimulatedClub) -> None:
    await lobby(club, host=club.host)
    helper = club.newcomer("helper")
    await club.slash(club.host, club.chat, "lobby assistant", player=helper)
    club.guild.remove_member(club.host)
    assert answer_of(await club.slash(helper, club.chat, "lobby host")) == say(club, "done")
    assert club.game.host is None


@pytest.mark.rule("GE-17")
async def test_a_host_without_a_sign_is_gone_and_one_in_voice_is_not(club: SimulatedClub) -> None:
    await lobby(club, host=club.host)
    name = lambda: club.slash(club.admin, club.chat, "lobby host", host=club.newcomer("other"))  # noqa: E731
    await club.enter(club.host)
    await club.advance(VANISHED_SECONDS + 1)
    await refused(club, name, Code.NOT_HOST, "GE-02")
    await club.host.leave_voice()
    await club.advance(VANISHED_SECONDS - 1)
    await refused(club, name, Code.NOT_HOST, "GE-02")
    await club.slash(club.host, club.chat, "game status")
    await club.advance(VANISHED_SECONDS - 1)
    await refused(club, name, Code.NOT_HOST, "GE-02")
    await club.host.send(club.chat, "сейчас начнём")
    await club.advance(VANISHED_SECONDS - 1)
    await refused(club, name, Code.NOT_HOST, "GE-02")
    await club.advance(2)
    assert answer_of(await name()) == say(club, "done")


@pytest.mark.rule("GE-02", "GE-17")
async def test_nobody_else_takes_the_chair_even_of_a_host_who_is_gone(club: SimulatedClub) -> None:
    await day(club, "masks", club.host)
    club.guild.remove_member(club.host)
    for actor in (club.newcomer("guest"), club.seat(2)):
        await refused(
            club,
            lambda a=actor: club.slash(a, club.chat, "lobby host", host=a),
            Code.NOT_HOST,
            "GE-02",
        )
    await refused(
        club,
        lambda: club.slash(club.admin, club.chat, "lobby host", host=club.seat(2)),
        Code.HOST_CANNOT_PLAY,
        "GE-02",
        users=[club.seat(2).id],
    )


# ---- who has seen a card ----


@pytest.mark.rule("GE-16")
async def test_whoever_led_the_game_does_not_sit_down_in_it(club: SimulatedClub) -> None:
    await lobby(club, host=club.host)
    helper = club.newcomer("helper")
    await club.slash(club.host, club.chat, "lobby assistant", player=helper)
    await club.seat_all()
    await club.start(by=club.host)
    await club.slash(club.host, club.chat, "lobby assistant", player=helper, add=False)
    await club.slash(club.host, club.chat, "lobby host", host=club.admin)
    for former in (club.host, helper):
        await refused(
            club,
            lambda f=former: club.slash(club.admin, club.chat, "game replace", seat=1, player=f),
            Code.HAS_SEEN_CARDS,
            "GE-16",
            users=[former.id],
        )


@pytest.mark.rule("GE-16")
async def test_whoever_led_the_lobby_alone_may_play(club: SimulatedClub) -> None:
    await lobby(club, host=club.host)
    await club.slash(club.host, club.chat, "lobby host", host=club.admin)
    await club.enter(club.host)
    await club.press(club.host, Press.JOIN)
    assert club.game.phase.members == (club.host.id,)  # type: ignore[union-attr]


@pytest.mark.rule("GE-16")
async def test_who_was_replaced_does_not_come_back_on_another_seat(club: SimulatedClub) -> None:
    await day(club)
    black = holder(club, Role.MAFIA)
    red = next(p.seat for p in club.game.players if p.role is Role.CIVILIAN)
    former, substitute = club.seat(black), club.newcomer("substitute")
    replace = lambda seat, player: club.slash(  # noqa: E731
        club.admin, club.chat, "game replace", seat=seat, player=player
    )
    await replace(black, substitute)
    await refused(club, lambda: replace(red, former), Code.HAS_SEEN_CARDS, "GE-16", users=[former.id])
    await club.slash(club.admin, club.chat, "undo")
    assert club.game.player(SeatNo(black)).user == former.id
    await refused(club, lambda: replace(red, substitute), Code.HAS_SEEN_CARDS, "GE-16", users=[substitute.id])
    await club.restart()
    await refused(club, lambda: replace(red, substitute), Code.HAS_SEEN_CARDS, "GE-16", users=[substitute.id])


# ---- presence is looked at again ----


@pytest.mark.rule("GE-13")
async def test_a_substitute_who_is_not_in_voice_is_waited_for(club: SimulatedClub) -> None:
    await day(club)
    await club.slash(club.admin, club.chat, "game replace", seat=3, player=club.newcomer("substitute"))
    assert absent(club) == {3}
    there = club.newcomer("there")
    await club.enter(there)
    await club.slash(club.admin, club.chat, "game replace", seat=4, player=there)
    assert absent(club) == {3}


@pytest.mark.rule("GE-13", "GE-09")
async def test_a_former_player_who_comes_back_by_undo_is_waited_for(club: SimulatedClub) -> None:
    await day(club)
    substitute = club.newcomer("substitute")
    await club.enter(substitute)
    await club.slash(club.admin, club.chat, "game replace", seat=3, player=substitute)
    await club.seat(3).leave_voice()
    assert absent(club) == set()
    await club.slash(club.admin, club.chat, "undo")
    assert absent(club) == {3}


@pytest.mark.rule("GE-13", "GE-09")
async def test_a_removed_player_who_comes_back_by_undo_is_waited_for(club: SimulatedClub) -> None:
    await day(club)
    await club.slash(club.admin, club.chat, "remove", seat=3, offence="peeking")
    await club.seat(3).leave_voice()
    await club.slash(club.admin, club.chat, "undo")
    assert club.game.player(SeatNo(3)).alive
    assert absent(club) == {3}


@pytest.mark.rule("GE-13", "GE-09")
async def test_whoever_walked_out_after_the_end_is_waited_for_when_it_is_undone(club: SimulatedClub) -> None:
    await day(club)
    await club.slash(club.admin, club.chat, "game end")
    for number in (1, 2):
        await club.seat(number).leave_voice()
    await club.slash(club.admin, club.chat, "undo")
    assert not isinstance(club.game.phase, Over)
    assert absent(club) == {1, 2}
    await club.enter(club.seat(1))
    assert absent(club) == {2}


@pytest.mark.rule("GE-13")
async def test_the_bot_in_the_hosts_chair_waits_for_those_whom_the_host_was_asked_about(
    club: SimulatedClub,
) -> None:
    await day(club, "masks", club.host)
    await club.seat(3).leave_voice()
    await club.advance(125)
    assert absent(club) == set()
    assert club.game.player(SeatNo(3)).alive
    await club.slash(club.host, club.chat, "lobby host")
    assert absent(club) == {3}
    await club.advance(125)
    assert not club.game.player(SeatNo(3)).alive
