"""Nobody is given more in a room than the server gives them anyway, and what its owner shut stays shut."""

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from mafia_bot.delivery.budget import Budget
from mafia_bot.delivery.channels import GRAVEYARD, TABLE, HallChannels
from mafia_bot.delivery.rooms.building import HallNames, create_or_adopt
from mafia_bot.delivery.rooms.reconciler import RoomRefused, Rooms
from mafia_bot.engine.ids import UserId
from mafia_bot.engine.scene import RoomView, Scene
from tests.delivery.room_ledger import MemoryRoomLedger
from tests.delivery.server import Server, now

NAMES = HallNames("Mafia", "table", {TABLE: "chat", GRAVEYARD: "graveyard", "mafia": "night mafia"})
VIEW, SEND = discord.Permissions.view_channel.flag, discord.Permissions.send_messages.flag
THREADS = discord.Permissions.send_messages_in_threads.flag
WHISPER = discord.Permissions.create_private_threads.flag


class Hall:
    """1, 2 and 3 play, 1 and 2 are mafia; the owner sets what a test says before the game."""

    def __init__(self, server: Server, hall: HallChannels, role: int) -> None:
        self.server, self.hall, self.role = server, hall, role
        self.rooms = Rooms(server.bot, MemoryRoomLedger(), Budget(now=now, rate=None), now=now)

    async def day(self, *players: int, running: bool = True) -> object:
        living, mafia = self.server.ids(*(players or (1, 2, 3))), self.server.ids(1, 2)
        nobody: frozenset[UserId] = frozenset()
        views = {
            TABLE: RoomView(None, living),
            GRAVEYARD: RoomView(nobody, nobody),
            "mafia": RoomView(mafia, mafia),
        }
        return await self.server.do(lambda: self.rooms.apply(self.hall, Scene(running, nobody, views)))

    def channel(self, key: str) -> int:
        return {"category": self.hall.category_id, "voice": self.hall.voice_id, **self.hall.rooms}[key]

    async def own(self, key: str, target: int, kind: OverwriteType, allow: int = 0, deny: int = 0) -> None:
        backend = self.server.env.backend
        old = next((o for o in backend.channels[self.channel(key)].overwrites if o.target_id == target), None)
        allow, deny = allow | (old.allow if old else 0), deny | (old.deny if old else 0)
        backend.set_overwrite(self.channel(key), Overwrite(target, kind, allow, deny))
        await self.server.env.settle()

    def may(self, number: int, key: str) -> int:
        user = self.server.people[number].id
        return self.server.env.backend.compute_permissions(self.server.guild.id, user, self.channel(key))

    def grant(self, bits: int) -> None:
        """The server gives this to everybody."""
        role = self.server.env.backend.get_guild(self.server.guild.id).everyone_role
        new = {"permissions": role.permissions | bits}
        self.server.env.backend.edit_role(self.server.guild.id, role.id, new)


@pytest.fixture
async def hall(club: Server) -> Hall:
    role = club.guild.create_role("seen")
    for number, roles in enumerate(([role], [], []), start=1):
        actor = club.guild.add_member(club.env.create_user(f"player{number}"), roles=roles)
        club.people[number] = actor
        await club.enter(actor)
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    made = await club.do(lambda: create_or_adopt(guild, NAMES))
    assert isinstance(made, HallChannels)
    return Hall(club, made, role.id)


async def host(hall: Hall) -> int:
    """Number 4: a member with the role, who never was in voice."""
    server = hall.server
    server.people[4] = server.guild.add_member(server.env.create_user("host"))
    server.env.backend.edit_member(server.guild.id, server.people[4].id, {"role_ids": [hall.role]})
    await server.env.settle()
    return server.people[4].id


async def test_a_hall_for_one_role_alone_stays_for_it_alone(hall: Hall) -> None:
    await hall.own("category", hall.server.guild.id, OverwriteType.ROLE, deny=VIEW)
    await hall.own("category", hall.role, OverwriteType.ROLE, allow=VIEW)
    for running in (False, True):
        await hall.day(running=running)
        assert hall.may(1, TABLE) & VIEW
        assert not hall.may(2, TABLE) & VIEW
    assert hall.may(1, TABLE) & SEND
    assert hall.may(1, "mafia") & SEND, "the mafia's room is for the mafia of that role"
    assert not hall.may(2, "mafia") & VIEW


async def test_a_role_that_may_not_write_does_not_learn_to_by_sitting_down(hall: Hall) -> None:
    await hall.own(TABLE, hall.role, OverwriteType.ROLE, deny=SEND)
    for running in (False, True, False):
        await hall.day(running=running)
        assert not hall.may(1, TABLE) & SEND
        assert hall.may(2, TABLE) & SEND


async def test_whom_the_owner_shut_out_of_a_secret_room_stays_out(hall: Hall) -> None:
    await hall.own("mafia", hall.server.people[1].id, OverwriteType.MEMBER, deny=VIEW)
    await hall.day()
    assert not hall.may(1, "mafia") & VIEW
    assert hall.may(2, "mafia") & VIEW


async def test_a_secret_room_that_the_owner_hid_is_open_to_those_whom_it_is_for(hall: Hall) -> None:
    """Nobody can tell such hiding from the room's own."""
    await hall.own("mafia", hall.server.guild.id, OverwriteType.ROLE, deny=VIEW | SEND)
    await hall.day()
    assert hall.may(1, "mafia") & SEND
    assert not hall.may(3, "mafia") & VIEW


@pytest.mark.rule("CL-09", "GE-11")
async def test_where_people_can_whisper_in_threads_nobody_writes_in_any(hall: Hall) -> None:
    """A private thread of the lobby lives on in the game, and no bot sees it."""
    await hall.day()
    assert hall.may(1, TABLE) & THREADS
    hall.grant(WHISPER)
    await hall.day()
    assert not hall.may(1, TABLE) & (THREADS | WHISPER)
    assert hall.may(1, TABLE) & SEND
    await hall.day(running=False)
    assert hall.may(1, TABLE) & THREADS
    assert hall.may(1, TABLE) & WHISPER


async def test_whoever_is_not_in_voice_is_asked_for_once(hall: Hall) -> None:
    user = await host(hall)
    await hall.own(TABLE, hall.role, OverwriteType.ROLE, deny=SEND)
    before = hall.server.mark()
    for _ in range(2):
        await hall.day(1, 2, 3, 4)
    asked = [r.path for r in hall.server.env.http_requests[before:] if r.method == "GET"]
    assert asked == [f"/guilds/{hall.server.guild.id}/members/{user}"]
    assert not hall.may(4, TABLE) & SEND, "by the roles that Discord told"


async def test_whom_discord_does_not_tell_of_is_asked_for_again(hall: Hall) -> None:
    await host(hall)
    await hall.own(TABLE, hall.role, OverwriteType.ROLE, allow=SEND)
    await hall.own(TABLE, hall.server.guild.id, OverwriteType.ROLE, deny=SEND)
    hall.server.env.inject_error("GET", "/guilds/*/members/*", status=503, times=None)
    assert await hall.day(1, 2, 3, 4) == (RoomRefused(TABLE, 503, 0),)
    assert hall.may(1, TABLE) & SEND, "the others need not wait"
    assert not hall.may(4, TABLE) & SEND
    hall.server.env.backend.faults.clear()
    assert await hall.day(1, 2, 3, 4) == ()
    assert hall.may(4, TABLE) & SEND


async def test_whoever_has_left_the_server_stops_nothing(hall: Hall) -> None:
    gone = simcord.MemberActor(hall.server.env, hall.server.guild, hall.server.env.create_user("gone"))
    hall.server.people[4] = gone
    assert await hall.day(1, 2, 3, 4) == ()
    before = hall.server.mark()
    assert await hall.day(1, 2, 3, 4) == ()
    assert hall.server.env.http_requests[before:] == []
