"""Building a hall: once, again, after a hand deleted something, and where Discord refuses."""

import discord
import pytest
import simcord

from mafia_bot.delivery.channels import GRAVEYARD, TABLE, HallChannels
from mafia_bot.delivery.rooms.building import HallNames, HallRefused, create_or_adopt, missing_rooms
from mafia_bot.delivery.rooms.preflight import Missing, Power, Powerful, Why, missing_permissions, powerful
from tests.delivery.server import Server

NAMES = HallNames("Mafia", "Стол", {TABLE: "chat", GRAVEYARD: "graveyard", "mafia": "Night Mafia"})


def guild_of(club: Server) -> discord.Guild:
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    return guild


async def build(club: Server, known: HallChannels | None = None) -> HallChannels:
    made = await club.do(lambda: create_or_adopt(guild_of(club), NAMES, known))
    assert isinstance(made, HallChannels)
    return made


def created(club: Server, since: int = 0) -> list[str]:
    return [
        str(request.json["name"])
        for request in club.env.http_requests[since:]
        if request.method == "POST" and request.path.endswith("/channels") and request.json
    ]


async def test_a_hall_is_a_category_a_voice_channel_and_its_rooms(club: Server) -> None:
    hall = await build(club)
    assert created(club) == ["Mafia", "Стол", "chat", "graveyard", "Night Mafia"]
    for channel_id in (hall.voice_id, *hall.rooms.values()):
        channel = guild_of(club).get_channel(channel_id)
        assert channel is not None
        assert channel.category_id == hall.category_id
    assert missing_rooms(guild_of(club), hall) == frozenset()


@pytest.mark.parametrize("remembered", [True, False])
async def test_setup_run_twice_creates_nothing_new(club: Server, remembered: bool) -> None:
    hall = await build(club)
    before = club.mark()
    assert await build(club, hall if remembered else None) == hall
    assert created(club, before) == []


async def test_a_channel_deleted_by_hand_is_made_anew(club: Server) -> None:
    hall = await build(club)
    club.env.backend.delete_channel(hall.rooms["mafia"])
    assert missing_rooms(guild_of(club), hall) == {"mafia"}
    before = club.mark()
    again = await build(club, hall)
    assert created(club, before) == ["Night Mafia"]
    assert again.rooms["mafia"] != hall.rooms["mafia"]
    assert missing_rooms(guild_of(club), again) == frozenset()


async def test_a_renamed_room_is_still_ours(club: Server) -> None:
    hall = await build(club)
    club.env.backend.edit_channel(hall.rooms[TABLE], {"name": "the-old-inn"})
    assert await build(club, hall) == hall


async def test_discords_spelling_of_a_name_is_recognised(club: Server) -> None:
    category = club.guild.create_category("Mafia")
    room = club.guild.create_text_channel("night-mafia", category=category)
    assert (await build(club)).rooms["mafia"] == room.id


async def test_a_refusal_names_the_channel_and_what_was_made_is_adopted(club: Server) -> None:
    club.env.inject_error("POST", "/guilds/*/channels", status=403, code=50013, times=1)
    refused = await club.do(lambda: create_or_adopt(guild_of(club), NAMES))
    assert refused == HallRefused("category", 403, 50013)
    await build(club)
    assert created(club).count("Mafia") == 2


async def test_preflight_names_every_missing_permission_at_once(club: Server) -> None:
    guild = guild_of(club)
    assert missing_permissions(guild.me, guild.channels) == ()
    backend = club.env.backend
    bare = discord.Permissions(mute_members=True, manage_roles=True, embed_links=True).value
    for role in list(backend.get_guild(guild.id).roles.values()):
        backend.edit_role(guild.id, role.id, {"permissions": role.permissions & ~bare})
    assert missing_permissions(guild.me) == (
        Missing("embed_links", Why.BOARD),
        Missing("manage_roles", Why.ROOMS),
        Missing("mute_members", Why.SILENCE),
    )


async def test_preflight_sees_what_a_channel_takes_away(club: Server) -> None:
    guild = guild_of(club)
    table = guild.get_channel(club.voice.id)
    assert table is not None
    await club.do(lambda: table.edit(overwrites={guild.me: discord.PermissionOverwrite(mute_members=False)}))
    assert missing_permissions(guild.me, guild.channels) == (Missing("mute_members", Why.SILENCE),)


async def test_powerful_people_at_the_table_are_named(club: Server) -> None:
    powers = {
        "admin": discord.Permissions(administrator=True),
        "moderator": discord.Permissions(mute_members=True),
    }
    for name, permissions in powers.items():
        role = club.guild.create_role(name, permissions=permissions)
        actor = club.guild.add_member(club.env.create_user(name), roles=[role])
        club.people[len(club.people) + 1] = actor
    await club.seat(1)
    club.people[3] = club.people.pop(max(club.people))
    for actor in club.people.values():
        await club.enter(actor)
    guild = guild_of(club)
    seated = [member for n in (1, 2, 3) if (member := guild.get_member(club.people[n].id)) is not None]
    first, second, _ = (next(iter(club.ids(n))) for n in (1, 2, 3))
    assert powerful(seated) == (
        Powerful(first, Power.ADMINISTRATOR),
        Powerful(second, Power.MUTES),
    )
    await club.enter(simcord.MemberActor(club.env, club.guild, club.guild.owner))
    owner = guild.owner
    assert owner is not None
    assert [found.power for found in powerful([owner])] == [Power.OWNER]
