"""Who sees and who writes where: by day, by night and after the game, and what it costs."""

import discord
import pytest

from mafia_bot.delivery.budget import Budget
from mafia_bot.delivery.channels import GRAVEYARD, TABLE, HallChannels
from mafia_bot.delivery.rooms.building import HallNames, create_or_adopt
from mafia_bot.delivery.rooms.reconciler import RoomMissing, RoomRefused, Rooms
from mafia_bot.engine.ids import UserId
from mafia_bot.engine.scene import RoomView, Scene
from tests.delivery.room_ledger import MemoryRoomLedger
from tests.delivery.server import Server, now

NAMES = HallNames("Mafia", "table", {TABLE: "chat", GRAVEYARD: "graveyard", "mafia": "night mafia"})
NOBODY: frozenset[UserId] = frozenset()


class Hall:
    """A hall of five: 1 and 2 are mafia, 5 is dead; the clerk of the server only watches."""

    def __init__(self, server: Server, hall: HallChannels) -> None:
        self.server, self.hall = server, hall
        self.ledger = MemoryRoomLedger()
        self.rooms = Rooms(server.bot, self.ledger, Budget(now=now, rate=None), now=now)

    def scene(self, *, night: bool = False, running: bool = True) -> Scene:
        living, dead, mafia = self.server.ids(1, 2, 3, 4), self.server.ids(5), self.server.ids(1, 2)
        return Scene(
            running,
            NOBODY,
            {
                TABLE: RoomView(None, NOBODY if night else living),
                GRAVEYARD: RoomView(dead, dead),
                "mafia": RoomView(mafia | dead, mafia if night else NOBODY),
            },
        )

    async def apply(self, scene: Scene, bans: frozenset[UserId] = NOBODY) -> object:
        return await self.server.do(lambda: self.rooms.apply(self.hall, scene, bans))

    def patches(self, since: int) -> list[int]:
        return [
            int(request.path.rsplit("/", 1)[1])
            for request in self.server.env.http_requests[since:]
            if request.method == "PATCH" and request.path.startswith("/channels/")
        ]

    def channel(self, key: str) -> discord.abc.GuildChannel:
        guild = self.server.bot.get_guild(self.server.guild.id)
        assert guild is not None
        channel = guild.get_channel({"voice": self.hall.voice_id, **self.hall.rooms}[key])
        assert channel is not None
        return channel

    def who(self, permission: str, key: str) -> set[int]:
        """The numbers of those who have a permission in a room; 0 stands for the clerk."""
        actors = {0: self.server.clerk, **self.server.people}
        guild_id, backend = self.server.guild.id, self.server.env.backend
        flag = getattr(discord.Permissions, permission).flag
        room = self.channel(key).id
        return {n for n, a in actors.items() if backend.compute_permissions(guild_id, a.id, room) & flag}


EVERYBODY = {0, 1, 2, 3, 4, 5}


@pytest.fixture
async def hall(club: Server) -> Hall:
    await club.seat(5)
    made = await club.do(lambda: create_or_adopt(_guild(club), NAMES))
    assert isinstance(made, HallChannels)
    return Hall(club, made)


def _guild(club: Server) -> discord.Guild:
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    return guild


async def test_by_day_the_living_write_at_the_table_and_the_night_room_is_read_only(hall: Hall) -> None:
    assert await hall.apply(hall.scene()) == ()
    assert hall.who("view_channel", TABLE) == EVERYBODY
    assert hall.who("send_messages", TABLE) == {1, 2, 3, 4}
    assert hall.who("view_channel", "mafia") == {1, 2, 5}
    assert hall.who("send_messages", "mafia") & {1, 2, 5} == set()
    assert hall.who("view_channel", GRAVEYARD) == {5}
    assert hall.who("send_messages", GRAVEYARD) == {5}


async def test_at_night_nobody_writes_reacts_or_opens_threads_at_the_table(hall: Hall) -> None:
    await hall.apply(hall.scene(night=True))
    for permission in (
        "send_messages",
        "add_reactions",
        "create_public_threads",
        "create_private_threads",
        "send_messages_in_threads",
    ):
        assert hall.who(permission, TABLE) == set()
    assert hall.who("send_messages", "mafia") == {1, 2}


@pytest.mark.rule("GE-06")
async def test_nobody_writes_in_the_chat_of_the_voice_channel_during_a_game(hall: Hall) -> None:
    await hall.apply(hall.scene())
    assert hall.who("send_messages", "voice") == set()
    assert hall.who("connect", "voice") == EVERYBODY


async def test_after_the_game_all_is_calm(hall: Hall) -> None:
    await hall.apply(hall.scene(night=True))
    await hall.apply(hall.scene(running=False))
    assert hall.who("send_messages", TABLE) == EVERYBODY
    assert hall.who("send_messages", "voice") == EVERYBODY
    assert hall.who("view_channel", "mafia") == set()
    assert hall.who("view_channel", GRAVEYARD) == EVERYBODY
    assert hall.who("send_messages", GRAVEYARD) == set()


async def test_a_change_is_one_patch_for_a_channel_that_differs_and_none_else(hall: Hall) -> None:
    await hall.apply(hall.scene())
    before = hall.server.mark()
    await hall.apply(hall.scene())
    assert hall.patches(before) == []
    await hall.apply(hall.scene(night=True))
    assert sorted(hall.patches(before)) == sorted([hall.hall.rooms[TABLE], hall.hall.rooms["mafia"]])


async def test_the_bot_keeps_its_way_into_every_room(hall: Hall) -> None:
    await hall.apply(hall.scene(night=True))
    for key in (TABLE, GRAVEYARD, "mafia", "voice"):
        granted = hall.channel(key).permissions_for(_guild(hall.server).me)
        assert granted.view_channel
        assert granted.send_messages


async def test_a_role_room_is_hidden_from_its_first_moment(hall: Hall) -> None:
    created = [r for r in hall.server.env.http_requests if (r.method, r.path[-9:]) == ("POST", "/channels")]
    overwrites = next(r.json for r in created if r.json and r.json["name"] == "night mafia")
    everyone = [o for o in overwrites["permission_overwrites"] if int(o["id"]) == hall.server.guild.id]
    assert everyone
    assert int(everyone[0]["deny"]) & discord.Permissions.view_channel.flag
    assert int(everyone[0]["type"]) == 0


async def test_removal_from_the_hall_shuts_every_door_and_ends_with_it(hall: Hall) -> None:
    gone = hall.server.ids(4)
    await hall.apply(hall.scene(), gone)
    for key in (TABLE, GRAVEYARD, "mafia", "voice"):
        assert 4 not in hall.who("view_channel", key)
    assert 4 not in hall.who("connect", "voice")
    await hall.apply(hall.scene(running=False))
    assert 4 in hall.who("view_channel", TABLE)
    assert 4 in hall.who("connect", "voice")


async def test_no_role_keeps_a_way_into_a_secret_room(hall: Hall) -> None:
    role = hall.server.guild.create_role("friends")
    spy = hall.server.guild.add_member(hall.server.env.create_user("spy"), roles=[role])
    hall.server.people[6] = spy
    await hall.server.do(lambda: _let_in(hall.channel("mafia"), role.id))
    assert 6 in hall.who("view_channel", "mafia")
    await hall.apply(hall.scene())
    assert 6 not in hall.who("view_channel", "mafia")


async def test_what_we_do_not_manage_stays(hall: Hall) -> None:
    role = hall.server.guild.create_role("quiet")
    await hall.server.do(lambda: _no_embeds(hall.channel(TABLE), role.id))
    await hall.apply(hall.scene(night=True))
    overwrite = hall.channel(TABLE).overwrites_for(discord.Object(role.id))
    assert overwrite.embed_links is False


async def test_an_open_room_is_only_as_open_as_its_category(hall: Hall) -> None:
    guild = _guild(hall.server)
    category = guild.get_channel(hall.hall.category_id)
    assert isinstance(category, discord.CategoryChannel)
    await hall.server.do(
        lambda: category.edit(
            overwrites={guild.default_role: discord.PermissionOverwrite(view_channel=False)}
        )
    )
    await hall.apply(hall.scene(running=False))
    assert hall.who("view_channel", TABLE) == set()


async def test_a_bit_that_the_bot_does_not_hold_is_never_used(hall: Hall) -> None:
    backend, guild = hall.server.env.backend, hall.server.guild
    bot_role = next(r for r in backend.get_guild(guild.id).roles.values() if r.managed)
    lacking = discord.Permissions(create_private_threads=True, attach_files=True)
    everyone = backend.get_guild(guild.id).everyone_role
    for role in (bot_role, everyone):
        backend.edit_role(guild.id, role.id, {"permissions": role.permissions & ~lacking.value})
    before = hall.server.mark()
    await hall.apply(hall.scene(night=True))
    forbidden = lacking.value | discord.Permissions(manage_roles=True).value
    sent = [r.json for r in hall.server.env.http_requests[before:] if r.method == "PATCH" and r.json]
    assert sent
    for array in sent:
        for overwrite in array["permission_overwrites"]:
            added = int(overwrite["allow"]) | int(overwrite["deny"])
            known = _bits_before(hall, overwrite)
            assert not (added & ~known) & forbidden


async def test_a_deleted_room_is_told_of_and_the_others_go_on(hall: Hall) -> None:
    hall.server.env.backend.delete_channel(hall.hall.rooms["mafia"])
    assert await hall.apply(hall.scene()) == (RoomMissing("mafia"),)
    assert hall.who("send_messages", TABLE) == {1, 2, 3, 4}


async def test_a_room_deleted_under_our_hands_is_told_of(hall: Hall) -> None:
    hall.server.env.inject_error("PATCH", f"/channels/{hall.hall.rooms[TABLE]}", status=404, code=10003)
    assert await hall.apply(hall.scene()) == (RoomMissing(TABLE),)


async def test_a_refusal_is_told_and_tried_again_next_time(hall: Hall) -> None:
    hall.server.env.inject_error("PATCH", f"/channels/{hall.hall.rooms[TABLE]}", status=403, code=50013)
    assert await hall.apply(hall.scene()) == (RoomRefused(TABLE, 403, 50013),)
    assert await hall.apply(hall.scene()) == ()
    assert hall.who("send_messages", TABLE) == {1, 2, 3, 4}


async def test_a_scene_applied_before_the_event_of_the_last_one_is_not_skipped(hall: Hall) -> None:
    """Day → night → day while the cache still shows the first day: the second day must be sent."""
    await hall.apply(hall.scene())
    before = hall.server.mark()

    async def hurry() -> None:
        # The events of both changes come later than their answers.
        subscribers = hall.server.env.backend.subscribers
        held, subscribers[:] = list(subscribers), []
        try:
            for night in (True, False):
                await hall.rooms.apply(hall.hall, hall.scene(night=night))
        finally:
            subscribers[:] = held

    await hall.server.do(hurry)
    assert hall.patches(before).count(hall.hall.rooms[TABLE]) == 2
    assert hall.who("send_messages", TABLE) == {1, 2, 3, 4}


async def _let_in(channel: discord.abc.GuildChannel, role_id: int) -> None:
    role = channel.guild.get_role(role_id)
    assert role is not None
    await channel.set_permissions(role, view_channel=True, send_messages=True)


async def _no_embeds(channel: discord.abc.GuildChannel, role_id: int) -> None:
    role = channel.guild.get_role(role_id)
    assert role is not None
    await channel.set_permissions(role, embed_links=False)


def _bits_before(hall: Hall, overwrite: dict[str, object]) -> int:
    """Bits that were in the hall's overwrites from its creation, when the bot still held them."""
    made = [r.json for r in hall.server.env.http_requests if r.method == "POST" and r.json]
    return max(
        (
            int(old["allow"]) | int(old["deny"])
            for json in made
            for old in json.get("permission_overwrites", [])
            if str(old["id"]) == str(overwrite["id"])
        ),
        default=0,
    )
