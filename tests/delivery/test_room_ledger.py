"""What stood in a room before us is put back exactly, whatever failed, died or changed by hand meanwhile."""

from collections.abc import Mapping

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from mafia_bot.delivery.budget import Budget
from mafia_bot.delivery.channels import GRAVEYARD, TABLE, HallChannels
from mafia_bot.delivery.rooms.building import HallNames, create_or_adopt
from mafia_bot.delivery.rooms.ledger import Memory, RoomLedger
from mafia_bot.delivery.rooms.overwrites import NOTHING, Array, Bits, Target, array_of, clean
from mafia_bot.delivery.rooms.reconciler import RoomRefused, Rooms
from mafia_bot.engine.scene import RoomView, Scene
from mafia_bot.store import Store
from tests.delivery.room_ledger import MemoryRoomLedger
from tests.delivery.server import Server, now

GUILD, ROOM, OTHER = 10, 100, 101
MEMORY: Mapping[str, object] = {"base": [[5, True, 1024, 0]], "ours": [[], [[5, True, 0, 1 << 48]]]}

NAMES = HallNames("Mafia", "table", {TABLE: "chat", GRAVEYARD: "graveyard", "mafia": "night mafia"})
SEND, FILES = 2048, 32768


@pytest.fixture(params=["memory", "postgres"])
async def ledger(request: pytest.FixtureRequest) -> RoomLedger:
    if request.param == "memory":
        return MemoryRoomLedger()
    store = request.getfixturevalue("store")
    assert isinstance(store, Store)
    return store.rooms


@pytest.fixture(autouse=True)
def needs_store(request: pytest.FixtureRequest) -> None:
    spec = getattr(request.node, "callspec", None)
    if spec is not None and spec.params.get("ledger") == "postgres":
        request.getfixturevalue("store")


async def test_a_channel_is_remembered_whole_and_by_its_server(ledger: RoomLedger) -> None:
    await ledger.remember(ROOM, GUILD, {"base": [], "ours": []})
    await ledger.remember(ROOM, GUILD, MEMORY)
    await ledger.remember(OTHER, GUILD + 1, MEMORY)
    assert dict(await ledger.remembered(GUILD)) == {ROOM: MEMORY}


async def test_a_channel_that_is_let_go_is_forgotten_alone(ledger: RoomLedger) -> None:
    for channel in (ROOM, OTHER):
        await ledger.remember(channel, GUILD, MEMORY)
    await ledger.forget([ROOM, 7])
    await ledger.forget([])
    assert set(await ledger.remembered(GUILD)) == {OTHER}


EVERYBODY, MUTED, MEMBER = Target(1, True), Target(2, True), Target(3, False)
OUR_MASK = 0b0111
bits = st.builds(lambda a, d: Bits(a, d & ~a), st.integers(0, 63), st.integers(0, 63))
arrays = st.dictionaries(st.sampled_from([EVERYBODY, MUTED, MEMBER]), bits).map(clean)
steps = st.one_of(
    st.tuples(st.just("ask"), arrays, st.sampled_from(["taken", "lost", "taken, then killed"])),
    st.tuples(st.just("hand"), st.sampled_from([EVERYBODY, MUTED, MEMBER]), bits),
)


@given(arrays, st.lists(steps, max_size=12))
def test_the_owners_array_comes_through_any_evening(owners: Array, evening: list[tuple[object, ...]]) -> None:
    """We ask for bits within a mask, the owner's hand changes others; requests are lost, the process dies."""
    memory, current = Memory(owners, ()), dict(owners)
    for kind, what, more in evening:
        memory = memory.seen(current)
        if kind == "hand":
            assert isinstance(what, Target)
            assert isinstance(more, Bits)
            for array in (owners, current):
                kept = array.get(what, NOTHING).only(OUR_MASK)
                free = more.without(OUR_MASK)
                array[what] = Bits(kept.allow | free.allow, kept.deny | free.deny)
            continue
        assert isinstance(what, dict)
        want = dict(memory.base)
        for target, ours in what.items():
            want[target] = want.get(target, NOTHING).without(OUR_MASK)
            want[target] = Bits(want[target].allow | ours.only(OUR_MASK).allow, want[target].deny)
        want = clean(want)
        memory = memory.asking(want)
        if more != "lost":
            current = dict(want)
        if more == "taken":
            memory = memory.since(want)
    assert memory.seen(clean(current)).base == clean(owners)


class Hall:
    """A hall with the table's chat in the owner's hand too; its bot can die and start anew."""

    def __init__(self, server: Server, hall: HallChannels) -> None:
        self.server, self.hall, self.ledger = server, hall, MemoryRoomLedger()
        self.rooms = self.start_anew()

    def start_anew(self) -> Rooms:
        self.rooms = Rooms(self.server.bot, self.ledger, Budget(now=now, rate=None), now=now)
        return self.rooms

    async def apply(self, *, night: bool = False, running: bool = True) -> object:
        living, nobody = self.server.ids(1, 2), self.server.ids()
        views = {
            TABLE: RoomView(None, nobody if night else living),
            GRAVEYARD: RoomView(nobody, nobody),
            "mafia": RoomView(living, nobody),
        }
        return await self.server.do(lambda: self.rooms.apply(self.hall, Scene(running, nobody, views)))

    def array(self) -> Array:
        guild = self.server.bot.get_guild(self.server.guild.id)
        assert guild is not None
        chat = guild.get_channel(self.hall.rooms[TABLE])
        assert chat is not None
        return clean(array_of(chat))

    async def shut(self, target: Target, ways: int) -> None:
        """The owner's hand denies somebody more in the chat."""
        old, backend = self.array().get(target, NOTHING).denying(ways), self.server.env.backend
        kind = OverwriteType.ROLE if target.is_role else OverwriteType.MEMBER
        backend.set_overwrite(self.hall.rooms[TABLE], Overwrite(target.id, kind, old.allow, old.deny))
        await self.server.env.settle()


@pytest.fixture
async def hall(club: Server) -> Hall:
    await club.seat(2)
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    made = await club.do(lambda: create_or_adopt(guild, NAMES))
    assert isinstance(made, HallChannels)
    built = Hall(club, made)
    await built.apply(running=False)
    return built


async def test_one_bit_changed_by_hand_in_a_game_is_that_bit_and_no_other(hall: Hall) -> None:
    before = hall.array()
    await hall.apply(night=True)
    own = Target(hall.server.guild.id, True)
    await hall.shut(own, FILES)
    await hall.apply()
    await hall.apply(running=False)
    after = hall.array()
    assert after[own] == Bits(before.get(own, NOTHING).allow, before.get(own, NOTHING).deny | FILES)
    assert {**after, own: NOTHING} == {**before, own: NOTHING}


async def test_what_discord_refused_for_long_forgets_nothing(hall: Hall) -> None:
    before = hall.array()
    await hall.apply()
    path = f"/channels/{hall.hall.rooms[TABLE]}"
    hall.server.env.inject_error("PATCH", path, status=503, times=None)
    for turn in range(8):
        refused = await hall.apply(night=turn % 2 == 0)
        assert refused == (() if turn % 2 else (RoomRefused(TABLE, 503, 0),)), "by day it is as it was"
    hall.server.env.backend.faults.clear()
    await hall.apply(night=True)
    await hall.apply(running=False)
    assert hall.array() == before


@pytest.mark.parametrize("reached", [True, False])
async def test_a_bot_that_died_in_the_middle_puts_back_the_same(hall: Hall, reached: bool) -> None:
    before = hall.array()
    await hall.apply()
    if not reached:
        path = f"/channels/{hall.hall.rooms[TABLE]}"
        hall.server.env.inject_error("PATCH", path, status=503, times=1)
    await hall.apply(night=True)
    hall.start_anew()
    await hall.apply(running=False)
    assert hall.array() == before


async def test_what_we_no_longer_hold_is_left_as_it_is_and_put_back_when_we_do(hall: Hall) -> None:
    """Discord refuses the whole array for one bit that the bot does not hold."""
    before, server = hall.array(), hall.server
    await hall.apply(night=True)
    shown = hall.array()
    roles = server.env.backend.get_guild(server.guild.id).roles.values()
    granted = {role.id: role.permissions for role in roles}
    lost = discord.Permissions(add_reactions=True, administrator=True).value
    for role_id, permissions in granted.items():
        server.env.backend.edit_role(server.guild.id, role_id, {"permissions": permissions & ~lost})
    await server.env.settle()
    await hall.apply(running=False)
    own, reactions = Target(server.guild.id, True), discord.Permissions.add_reactions.flag
    assert shown[own].deny & reactions
    assert hall.array()[own] == Bits(deny=reactions)
    for role_id, permissions in granted.items():
        server.env.backend.edit_role(server.guild.id, role_id, {"permissions": permissions})
    await server.env.settle()
    await hall.apply(running=False)
    assert hall.array() == before


async def test_channels_that_are_let_go_are_as_if_we_had_never_been_there(hall: Hall) -> None:
    role = hall.server.guild.create_role("quiet")
    await hall.shut(Target(role.id, True), SEND)
    await hall.apply(night=True)
    assert await hall.server.do(lambda: hall.rooms.put_back(hall.hall, [TABLE])) == ()
    assert hall.array()[Target(role.id, True)] == Bits(deny=SEND)
    assert not hall.array().get(Target(hall.server.guild.id, True), NOTHING).deny & SEND
    assert hall.hall.rooms[TABLE] not in hall.ledger.rows
