"""A server's halls: found again whatever befell them, apart from one another, the owner's own kept."""

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType, OverwriteType

from mafia_bot.delivery.rooms.preflight import NEEDED
from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Lobby, Night, Over, Speeches
from tests.doors.fixtures import Clubs
from tests.doors.visit import Log, at_once, day, lobby, night, refusal, say, until
from tests.evening import watching as see

VIEW = discord.Permissions(view_channel=True)
ENTER = VIEW | discord.Permissions(connect=True)


async def halls(club: SimulatedClub) -> int:
    return len(await club.store.halls.of_guild(club.guild.id))


def channels(hall: object) -> set[int]:
    h = hall
    return {h.category_id, h.voice_id, h.chat_id, h.graveyard_id, *h.rooms.values()}  # type: ignore[attr-defined]


async def test_the_same_hall_after_a_rename_in_another_language_and_without_its_category(
    club: SimulatedClub,
) -> None:
    await club.setup()
    first = channels(club._hall)
    club.env.backend.edit_channel(club._hall.category_id, {"name": "🎭 Вечера"})
    await club.env.settle()
    await club.setup()
    await club.setup(language="en")
    assert await halls(club) == 1
    assert channels(club._hall) == first
    club.env.backend.delete_channel(club._hall.category_id)
    await club.env.settle()
    await club.setup()
    assert await halls(club) == 1
    kept = {club._hall.voice_id, club._hall.chat_id}
    assert kept < first
    parents = {club.env.backend.channels[i].parent_id for i in (*kept, *club._hall.rooms.values())}
    assert parents == {club._hall.category_id}, "its channels are brought into the new category"


async def test_two_people_at_once_found_one_hall(club: SimulatedClub) -> None:
    await at_once(club, *(club.admin.slash(club.lobby, "setup", language="ru") for _ in range(2)))
    await club.look_again()
    assert await halls(club) == 1
    made = [c for c in club.env.backend.channels.values() if c.name == "стол"]
    assert len(made) == 1


async def test_a_second_table_by_its_own_name_and_found_again_by_it(club: SimulatedClub) -> None:
    await club.setup()
    first = channels(club._hall)
    await club.setup(name="B")
    second = channels(club._hall)
    await club.setup(name="b")
    assert await halls(club) == 2
    assert channels(club._hall) == second
    assert not first & second


@pytest.mark.parametrize("all_of_it", [False, True])
async def test_a_table_that_lost_its_channels_takes_no_other_tables(clubs: Clubs, all_of_it: bool) -> None:
    club = await clubs(seats=4)
    await club.setup()
    first = club._hall
    await club.setup(name="B")
    second = club._hall
    await club.open("masks")
    await club.seat_all()
    await club.start()
    for channel in (second.chat_id, second.graveyard_id, *second.rooms.values(), second.category_id):
        if all_of_it or channel == second.category_id:
            club.env.backend.delete_channel(channel)
    await club.env.settle()
    await club.advance(15)
    here, there = await club.store.halls.of_guild(club.guild.id)
    assert channels(here) == channels(first)
    assert not channels(here) & channels(there)


async def test_a_wrong_hall_is_let_go_after_one_question(club: SimulatedClub) -> None:
    await club.setup()
    asked = await club.slash(club.admin, club.lobby, "setup", remove=True, confirm=False)
    assert answer_of(asked) == say(club, "setup-remove-asked", voice=club.voice.id)
    assert asked.response is not None
    await club.open("masks")
    busy = await club.admin.click(asked.response, label=say(club, "button-sure-table"))
    assert answer_of(busy) == refusal(club, Code.GAME_EXISTS, voice=club.voice.id)
    await club.slash(club.admin, club.chat, "lobby close")
    gone = await club.admin.click(asked.response, label=say(club, "button-sure-table"))
    assert answer_of(gone) == say(club, "setup-removed")
    assert await halls(club) == 0
    assert club.env.backend.channels[club.chat.id].name == "стол", "its channels stay"


def shut(club: SimulatedClub, channel: int, who: int, kind: OverwriteType, bits: discord.Permissions) -> None:
    club.env.backend.set_overwrite(channel, Overwrite(who, kind, 0, bits.value))


async def test_what_an_owner_shut_stays_shut_before_in_and_after_a_game(club: SimulatedClub) -> None:
    await club.setup()
    role = club.guild.create_role("novices")
    troll, novice = club.newcomer("troll"), club.newcomer("novice", roles=[role])
    for channel in (club._hall.category_id, club.voice.id, club.chat.id):
        shut(club, channel, troll.id, OverwriteType.MEMBER, ENTER)
    for channel in (club.voice.id, club.chat.id):
        shut(club, channel, role.id, OverwriteType.ROLE, VIEW)
    await club.env.settle()

    def seen() -> list[str]:
        pairs = [(actor, room) for actor in (troll, novice) for room in (club.voice, club.chat)]
        return [actor.name for actor, room in pairs if club.may(actor, room, "view_channel")]

    assert seen() == []
    await club.open("masks")
    await club.seat_all()
    await club.advance(3)
    assert seen() == []
    await club.start()
    await club.advance(3)
    assert seen() == []
    await club.slash(club.admin, club.chat, "game end")
    await club.advance(3)
    assert seen() == []


async def test_a_crash_in_the_night_forgets_nothing_that_the_owner_set(clubs: Clubs) -> None:
    club = await clubs(seats=4, check_errors=False)
    await lobby(club)
    role = club.guild.create_role("quiet")
    listener = club.newcomer("listener", roles=[role])
    shut(club, club.chat.id, role.id, OverwriteType.ROLE, discord.Permissions(send_messages=True))
    await club.seat_all()
    await club.start()
    await club.crash(downtime=5.0)
    await club.advance(3)
    assert see.writers(club, "table") == set()
    await club.slash(club.admin, club.chat, "game end")
    await club.advance(3)
    assert not club.may(listener, club.chat, "send_messages")
    assert see.writers(club, "table") == see.seats(range(1, 5))


async def test_a_change_by_the_owners_hand_in_a_game_is_kept_too(club: SimulatedClub) -> None:
    await day(club)
    guest = club.newcomer("guest")
    shut(club, club.chat.id, guest.id, OverwriteType.MEMBER, VIEW)
    await club.env.settle()
    await until(club, Night)
    assert not club.may(guest, club.chat, "view_channel")
    await club.slash(club.admin, club.chat, "game end")
    await club.advance(3)
    assert not club.may(guest, club.chat, "view_channel")


@pytest.mark.rule("CL-09", "GE-06")
async def test_nobody_is_given_more_than_the_server_gives_and_nobody_whispers(clubs: Clubs) -> None:
    club = await clubs(seats=10)
    guild = club.env.backend.guilds[club.guild.id]
    powers = discord.Permissions(int(guild.roles[guild.id].permissions))
    powers.update(set_voice_channel_status=True, create_private_threads=True, add_reactions=False)
    club.env.backend.edit_role(guild.id, guild.id, {"permissions": powers.value})
    await night(club, "classic")
    assert not club.may(club.seat(1), club.voice, "set_voice_channel_status")
    await until(club, Speeches)
    for way in ("create_private_threads", "add_reactions"):
        assert [a.name for a in club.seats if club.may(a, club.chat, way)] == []
    assert see.writers(club, "table") == see.seats(range(1, 11))


@pytest.mark.rule("CC-15")
async def test_an_oath_in_a_thread_of_the_table_is_an_oath(clubs: Clubs) -> None:
    club = await clubs(seats=10)
    await day(club, "carcrash")
    owner = club.seat(5).id
    made = club.env.backend.create_thread(club.chat.id, "aside", owner, type=ChannelType.PUBLIC_THREAD)
    await club.env.settle()
    await club.seat(5).send(ChannelHandle(club.env, club.guild, made), "клянусь, я мирный")
    await club.env.settle()
    assert not club.game.player(SeatNo(5)).alive


@pytest.mark.rule("MW-19")
async def test_the_hall_opens_by_itself_when_the_removal_has_ended(clubs: Clubs) -> None:
    club = await clubs(seats=10)
    await day(club, "most_wanted")
    await club.slash(club.admin, club.chat, "remove", seat=3, offence="peeking", hall=True)
    await club.slash(club.admin, club.chat, "game end")
    assert not club.may(club.seat(3), club.chat, "view_channel")
    await club.advance(17 * 3600)
    assert not club.may(club.seat(3), club.chat, "view_channel")
    await club.advance(3600 + 60)
    assert club.may(club.seat(3), club.chat, "view_channel")


@pytest.mark.rule("MW-15", "MW-19")
async def test_a_removal_closes_the_hall_in_which_it_was_earned_and_no_other(clubs: Clubs) -> None:
    club = await clubs(seats=10)
    await club.setup(name="Второй")
    other = club.chat
    await day(club, "most_wanted")
    loud, here = club.seat(3), club.chat
    await club.slash(club.admin, here, "remove", seat=3, offence="peeking", hall=True)
    await club.advance(3)
    assert (club.may(loud, here, "view_channel"), club.may(loud, other, "view_channel")) == (False, True)
    await club.slash(club.admin, here, "game end")
    await club.slash(club.admin, other, "lobby open", ruleset="most_wanted")
    await club.restart()
    await club.advance(3)
    assert (club.may(loud, here, "view_channel"), club.may(loud, other, "view_channel")) == (False, True)


async def lose_the_voice_channel(club: SimulatedClub) -> int:
    lost = club.voice.id
    club.env.inject_error("POST", f"/guilds/{club.guild.id}/channels", status=503, times=None)
    for actor in club.seats:
        if actor.id in club.guild.voice_states():
            await actor.leave_voice()
    club.env.backend.delete_channel(lost)
    await club.env.settle()
    await club.advance(3)
    return lost


@pytest.mark.rule("GE-13")
async def test_a_lost_voice_channel_is_tried_again_and_nobody_is_blamed_meanwhile(
    club: SimulatedClub,
) -> None:
    await day(club)
    lost = await lose_the_voice_channel(club)
    assert club.game.absent == ()
    await club.advance(50)
    assert [player.alive for player in club.game.players] == [True] * 4
    assert say(club, "trouble-channel-gone") in [message.content for message in club.chat.history()]
    club.env.backend.faults.clear()
    await club.advance(25)
    await club.look_again()
    assert club._hall.voice_id != lost
    assert {seat for seat, _ in club.game.absent} == {1, 2, 3, 4}, "from now on they are waited for"
    assert not isinstance(club.game.phase, Over)


@pytest.mark.rule("GE-13")
async def test_no_game_starts_without_its_voice_channel(club: SimulatedClub) -> None:
    await lobby(club)
    await club.seat_all()
    await lose_the_voice_channel(club)
    answer = answer_of(await club.start())
    assert answer == refusal(club, Code.NO_VOICE_CHANNEL, "GE-13")
    assert isinstance(club.game.phase, Lobby)


async def strip(club: SimulatedClub, **rights: bool) -> None:
    guild = club.env.backend.guilds[club.guild.id]
    role = next(role for role in guild.roles.values() if role.name == "TestBot")
    powers = discord.Permissions(int(role.permissions))
    powers.update(**{**dict.fromkeys(NEEDED, True), "administrator": False, **rights})
    club.env.backend.edit_role(guild.id, role.id, {"permissions": powers.value})
    await club.env.settle()


def told(club: SimulatedClub) -> str:
    return "\n".join(message.content or "" for message in club.chat.history())


async def test_a_lost_permission_is_named_at_the_lobby_and_no_game_starts(club: SimulatedClub) -> None:
    await club.setup()
    await strip(club, mute_members=False)
    await club.open("masks")
    name = say(club, "permission-mute_members")
    assert name in told(club)
    await club.seat_all()
    assert answer_of(await club.start()) == refusal(club, Code.MISSING_PERMISSIONS, permissions=[name])
    await strip(club, mute_members=True)
    await club.start()
    assert isinstance(club.game.phase, Night)


async def test_a_permission_lost_in_the_game_is_told_at_once_and_made_good_when_it_returns(
    club: SimulatedClub, log: Log
) -> None:
    await day(club)
    await strip(club, manage_roles=False, manage_channels=False)
    assert say(club, "permission-manage_roles") in told(club)
    await until(club, Night)
    await club.advance(2)
    assert see.writers(club, "table") != set()
    await strip(club, manage_roles=True, manage_channels=True)
    await club.advance(2)
    assert see.writers(club, "table") == set()
    assert say(club, "trouble-lost-permissions-over") in told(club)
