"""What is said privately before a game: who may unmute themselves, where the server carries silent people."""

from collections.abc import Iterator

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine.controls import Press
from mafia_bot.engine.state import Night, Speeches
from tests.doors.host_desk import note, panel
from tests.doors.visit import day, lobby, night, say, until


def give(club: SimulatedClub, actor: MemberActor, **powers: bool) -> None:
    """A role with these permissions."""
    role = club.guild.create_role("powers", permissions=discord.Permissions(**powers))
    club.env.backend.edit_member(club.guild.id, actor.id, {"role_ids": [role.id]})


def afk(club: SimulatedClub, channel_id: int | None, seconds: int) -> None:
    """The server moves people who are silent for so long."""
    club.env.backend.edit_guild(club.guild.id, {"afk_channel_id": channel_id, "afk_timeout": seconds})


def public(club: SimulatedClub) -> Iterator[str]:
    return (message.content for message in club.chat.history())


@pytest.mark.parametrize("locale", ["ru", "en"])
async def test_whoever_starts_is_told_who_may_unmute_themselves(club: SimulatedClub, locale: str) -> None:
    await lobby(club)
    give(club, club.seat(2), mute_members=True)
    give(club, club.seat(3), mute_members=True)
    await club.seat_all()
    club.locale = locale
    told = answer_of(await club.start())
    unmuters = say(club, "caution-unmuters", users=(club.seat(2).id, club.seat(3).id))
    assert told == f"{say(club, 'done')}\n{unmuters}"
    assert f"<@{club.seat(2).id}>" in unmuters
    assert isinstance(club.game.phase, Night), "it is said, and stops nothing"
    assert not any(f"<@{club.seat(2).id}>" in line for line in public(club)), "and to nobody else"


async def test_a_player_who_starts_by_the_button_is_told_as_well(club: SimulatedClub) -> None:
    await lobby(club)
    give(club, club.seat(2), mute_members=True)
    await club.seat_all()
    told = answer_of(await club.press(club.seat(1), Press.START)) or ""
    assert say(club, "caution-unmuters", users=(club.seat(2).id,)) in told


async def test_administrators_are_named_once_with_all_that_they_can(club: SimulatedClub) -> None:
    await lobby(club)
    give(club, club.seat(4), administrator=True)
    await club.seat_all()
    watchers = say(club, "caution-watchers", users=(club.seat(4).id,))
    assert answer_of(await club.start()) == f"{say(club, 'done')}\n{watchers}"


@pytest.mark.parametrize("granted", [True, False])
async def test_the_tables_own_channel_decides_who_may_mute_there(club: SimulatedClub, granted: bool) -> None:
    await lobby(club)
    actor = club.seat(2)
    if not granted:
        give(club, actor, mute_members=True)
    bit = discord.Permissions(mute_members=True).value
    allow, deny = (bit, 0) if granted else (0, bit)
    club.env.backend.set_overwrite(club.voice.id, Overwrite(actor.id, OverwriteType.MEMBER, allow, deny))
    await club.seat_all()
    told = answer_of(await club.start()) or ""
    assert (f"<@{actor.id}>" in told) == granted


async def test_with_nothing_to_fear_nothing_is_said(club: SimulatedClub) -> None:
    await lobby(club)
    await club.seat_all()
    assert answer_of(await club.start()) == say(club, "done")


@pytest.mark.rule("GE-16")
async def test_a_host_reads_it_in_his_panel_whoever_started(club: SimulatedClub) -> None:
    await lobby(club, host=club.host)
    give(club, club.seat(2), mute_members=True)
    await club.seat_all()
    assistant = club.newcomer("assistant")
    await club.slash(club.host, club.chat, "lobby assistant", player=assistant)
    unmuters = say(club, "caution-unmuters", users=(club.seat(2).id,))
    assert unmuters in (answer_of(await club.start(by=assistant)) or "")
    assert note(await panel(club)) == unmuters
    assert note(await panel(club, club.admin)) == "", "a moderator who does not lead is not troubled"
    await until(club, Speeches)
    assert note(await panel(club)) == "", "by day it is known"


async def test_a_substitute_is_named_as_well(club: SimulatedClub) -> None:
    await night(club)
    stranger = club.newcomer("stranger")
    give(club, stranger, mute_members=True)
    await club.enter(stranger)
    told = answer_of(await club.slash(club.admin, club.chat, "game replace", seat=1, player=stranger))
    assert say(club, "caution-unmuters", users=(stranger.id,)) in (told or "")


@pytest.mark.parametrize("locale", ["ru", "en"])
async def test_an_afk_channel_is_said_where_people_are_silent_for_longer(
    club: SimulatedClub, locale: str
) -> None:
    club.locale = locale
    rest = club.guild.create_voice_channel("resting")
    afk(club, rest.id, 900)
    said = answer_of(await club.setup()) or ""
    warning = say(club, "caution-afk", afk=rest.id, seconds=900)
    assert warning in said.splitlines()
    await club.open("masks")
    await club.seat_all()
    assert warning in (answer_of(await club.start()) or "").splitlines()


@pytest.mark.parametrize("seconds", [3600, None])
async def test_an_hour_or_no_afk_channel_is_well(club: SimulatedClub, seconds: int | None) -> None:
    rest = club.guild.create_voice_channel("resting")
    afk(club, None if seconds is None else rest.id, seconds or 60)
    said = answer_of(await club.setup())
    assert said == say(club, "setup-done", voice=club.voice.id, table=club.chat.id)
    await club.open("masks")
    await club.seat_all()
    assert answer_of(await club.start()) == say(club, "done")


async def test_a_table_in_the_afk_channel_itself_is_said_whatever_its_time(club: SimulatedClub) -> None:
    await day(club)
    afk(club, club.voice.id, 3600)
    assert say(club, "caution-afk-here", voice=club.voice.id) in (answer_of(await club.setup()) or "")
