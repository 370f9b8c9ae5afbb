"""`/setup`: what it makes, what it finds, what it lacks; and which table a command means afterwards."""

import discord
import pytest

from mafia_bot.config import Config
from mafia_bot.delivery.rooms.preflight import NEEDED
from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine.refusals import Code
from tests.doors.fixtures import Clubs
from tests.doors.visit import lobby, night, refusal, say

MANAGE = discord.Permissions.manage_guild.flag


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_setup_makes_the_channels_of_a_table(club: SimulatedClub, language: str) -> None:
    club.locale = language
    result = await club.setup(language)
    expected = say(club, "setup-done", voice=club.voice.id, table=club.chat.id)
    assert (answer_of(result) or "").splitlines()[0] == expected
    names = {say(club, f"channel-{key}") for key in ("category", "table", "voice", "graveyard", "mafia")}
    assert names <= set(club.guild.channels)
    hall = (await club.store.halls.of_guild(club.guild.id))[0]
    assert hall.language == language


async def test_setup_again_adopts_what_is_there(club: SimulatedClub) -> None:
    await club.setup()
    before = set(club.env.backend.channels)
    result = await club.setup()
    expected = say(club, "setup-adopted", voice=club.voice.id, table=club.chat.id)
    assert (answer_of(result) or "").splitlines()[0] == expected
    assert set(club.env.backend.channels) == before
    assert len(await club.store.halls.of_guild(club.guild.id)) == 1


async def test_setup_says_that_it_does_not_hear_the_chat(clubs: Clubs) -> None:
    deaf = Config()
    deaf = deaf.model_copy(update={"discord": deaf.discord.model_copy(update={"message_content": False})})
    club = await clubs(seats=1, config=deaf)
    assert say(club, "setup-no-content") in (answer_of(await club.setup()) or "")


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_setup_names_all_that_is_missing_at_once(club: SimulatedClub, language: str) -> None:
    club.locale = language
    await take_away(club, *NEEDED)
    before = set(club.env.backend.channels)
    result = await club.slash(club.admin, club.lobby, "setup")
    words = [say(club, f"permission-{name}") for name in NEEDED]
    assert answer_of(result) == refusal(club, Code.MISSING_PERMISSIONS, permissions=words)
    assert set(club.env.backend.channels) == before
    assert await club.store.halls.of_guild(club.guild.id) == []


async def test_setup_names_the_one_thing_that_is_missing(club: SimulatedClub) -> None:
    await take_away(club, "mute_members")
    result = await club.slash(club.admin, club.lobby, "setup")
    word = say(club, "permission-mute_members")
    assert answer_of(result) == refusal(club, Code.MISSING_PERMISSIONS, permissions=[word])


async def take_away(club: SimulatedClub, *names: str) -> None:
    """The bot holds everything but these."""
    backend, guild_id = club.env.backend, club.guild.id
    assert club.bot.user is not None
    lacking = discord.Permissions(**dict.fromkeys(names, True))
    held = discord.Permissions.all().value & ~lacking.value & ~discord.Permissions.administrator.flag
    members = backend.get_guild(guild_id).members
    wanted = {guild_id: 0}  # what everybody may do, the bot may too
    wanted |= dict.fromkeys(members[club.admin.id].role_ids, discord.Permissions.all_channel().value | MANAGE)
    wanted |= dict.fromkeys(members[club.bot.user.id].role_ids, held)
    for role_id, permissions in wanted.items():
        backend.edit_role(guild_id, role_id, {"permissions": permissions})
    await club.env.settle()


async def test_setup_is_for_managers_alone(club: SimulatedClub) -> None:
    """Even where a server has opened the command to everybody."""
    anyone = club.newcomer("anyone")
    offered = club.env.backend.visible_commands(user_id=club.admin.id, channel_id=club.lobby.id)
    command = next(int(found["id"]) for found in offered if found["name"] == "setup")
    club.guild.set_command_permissions(command, {anyone: True})
    for locale in ("ru", "en"):
        club.locale = locale
        result = await club.slash(anyone, club.lobby, "setup")
        assert answer_of(result) == refusal(club, Code.NO_PERMISSION)
    assert await club.store.halls.of_guild(club.guild.id) == []


async def test_two_tables_are_told_apart_by_the_channel(club: SimulatedClub) -> None:
    await lobby(club)
    await club.slash(club.admin, club.lobby, "setup", language="ru", name="VIP")
    halls = await club.store.halls.of_guild(club.guild.id)
    assert len(halls) == 2
    for locale in ("ru", "en"):
        club.locale = locale
        for command in ("lobby join", "game status", "lobby open", "list"):
            result = await club.slash(club.seat(1), club.lobby, command)
            assert answer_of(result) == refusal(club, Code.CHOOSE_TABLE)
    first = club.chat
    assert say(club, "waiting-start") in (
        answer_of(await club.slash(club.seat(1), first, "game status")) or ""
    )
    other = club._channel(halls[1].chat_id)
    assert answer_of(await club.slash(club.seat(1), other, "game status")) == refusal(club, Code.NO_GAME)


async def test_one_table_is_meant_from_any_channel(club: SimulatedClub) -> None:
    await lobby(club)
    result = await club.slash(club.seat(1), club.lobby, "lobby join")
    assert answer_of(result) == say(club, "joined-private", seat=1)


async def test_a_hall_deleted_whole_is_set_up_again_as_the_same_table(club: SimulatedClub) -> None:
    await club.setup()
    [old] = await club.store.halls.of_guild(club.guild.id)
    rooms = (*old.rooms.values(), old.graveyard_id, old.chat_id, old.voice_id, old.category_id)
    for channel in rooms:
        club.env.backend.delete_channel(channel)
    await club.env.settle()
    await club.setup()
    [new] = await club.store.halls.of_guild(club.guild.id)
    assert new.id == old.id
    assert new.voice_id not in rooms
    assert answer_of(await club.open("masks")) == say(club, "done")


async def test_setup_during_a_game_disturbs_nothing(club: SimulatedClub) -> None:
    await night(club)
    await club.setup()
    assert not club.may(club.seat(1), club.chat, "send_messages")
    assert club.muted() == {1, 2, 3, 4}
