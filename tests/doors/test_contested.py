"""A seated holder of Mute Members who opens a microphone out of turn: closed again, told alone, shown to the
host, once a step.
"""

import discord
import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.engine.controls import Press
from mafia_bot.engine.state import Night
from tests.doors.host_desk import note, panel
from tests.doors.visit import lobby, say
from tests.evening import watching as see


async def night_with_a_moderator(club: SimulatedClub, *, led: bool) -> None:
    """The first night of a table at which seat 2 may mute members, and so unmute themselves."""
    host = club.host if led else None
    await lobby(club, host=host)
    role = club.guild.create_role("moderators", permissions=discord.Permissions(mute_members=True))
    club.env.backend.edit_member(club.guild.id, club.seat(2).id, {"role_ids": [role.id]})
    await club.seat_all()
    await club.start(by=host)
    assert isinstance(club.game.phase, Night)


async def unmute(club: SimulatedClub, seat: int) -> None:
    club.env.backend.edit_member(club.guild.id, club.seat(seat).id, {"mute": False})
    await club.env.settle()


def whispers(club: SimulatedClub, seat: int) -> int:
    """How often a seat was told so in a message that nobody else sees."""
    heard = club.chat.history(viewer=club.seat(seat))
    texts = [message.content for message in heard if message.flags.ephemeral]
    return texts.count(say(club, "whisper-contested"))


def lines(club: SimulatedClub, *, led: bool) -> int:
    line = say(club, "trouble-contested", user=club.seat(2).id)
    whole = say(club, "trouble-for-host", user=club.host.id, line=line) if led else line
    return [message.content for message in club.chat.history()].count(whole)


@pytest.mark.rule("GE-12")
@pytest.mark.parametrize("led", [True, False])
async def test_once_a_step_however_often_they_try(club: SimulatedClub, led: bool) -> None:
    await night_with_a_moderator(club, led=led)
    for step in (1, 2):
        for _ in range(3):
            await unmute(club, 2)
            assert see.heard(club) == set()
        assert whispers(club, 2) == step
        assert lines(club, led=led) == step
        await club.to_next_deadline()
        assert isinstance(club.game.phase, Night), "the next step of the same night"
    assert [whispers(club, seat) for seat in (1, 3, 4)] == [0, 0, 0]


@pytest.mark.rule("GE-16")
async def test_the_hosts_panel_shows_it_until_the_next_step(club: SimulatedClub) -> None:
    await night_with_a_moderator(club, led=True)
    line = say(club, "trouble-contested", user=club.seat(2).id)
    assert line not in note(await panel(club))
    await unmute(club, 2)
    assert line in note(await panel(club)).splitlines()
    await club.to_next_deadline()
    assert line not in note(await panel(club))


async def test_whose_last_press_cannot_be_answered_any_more_is_named_at_the_table_alone(
    club: SimulatedClub,
) -> None:
    await night_with_a_moderator(club, led=False)
    await club.slash(club.admin, club.chat, "game pause")
    await club.advance(900)
    await unmute(club, 2)
    assert whispers(club, 2) == 0
    assert lines(club, led=False) == 1
    await club.press(club.seat(2), Press.CARD)
    await club.slash(club.admin, club.chat, "game resume")
    await club.to_next_deadline()
    await unmute(club, 2)
    assert whispers(club, 2) == 1
