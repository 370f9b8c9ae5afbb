"""What goes wrong with voices is told at once, mended within two seconds, and forgotten with the turn."""

import asyncio
from collections.abc import Callable
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from mafia_bot.delivery.trouble import TroubleKind
from mafia_bot.delivery.voice.api import heard_in
from mafia_bot.engine.ids import GameId
from tests.delivery.server import GAME, Server

pytestmark = pytest.mark.simcord(settle_timeout=1.0)

MEMBERS = "/guilds/*/members/*"


@pytest.fixture
async def three(club: Server) -> Server:
    await club.seat(3)
    return club


# ---- the right to mute ----


async def test_the_right_to_mute_is_missed_before_the_first_mute(three: Server) -> None:
    await three.power(mute_members=False)
    await three.do(lambda: _gather(three))
    assert three.told == [(TroubleKind.CANNOT_MUTE, three.voice.id)]
    await three.power(mute_members=True)
    assert three.well == three.told


async def test_a_right_that_is_taken_and_given_back_in_the_middle_of_a_game(three: Server) -> None:
    await three.turn(1)
    await three.power(mute_members=False)
    assert three.told == [(TroubleKind.CANNOT_MUTE, three.voice.id)]
    await three.turn(2)
    assert three.muted() == {2, 3}
    await three.power(mute_members=True)
    assert three.muted() == {1, 3}, "at once, by the event"
    assert three.well == three.told


async def test_a_right_that_is_back_unheard_is_found_in_the_cache_within_two_seconds(three: Server) -> None:
    await three.power(mute_members=False)
    await three.turn(1)
    before = three.mark()
    three.bot.hears_powers = False
    await three.env.advance_time(30)
    assert three.edits(before) == [], "what the cache forbids is not asked for"
    await three.power(mute_members=True)
    await three.env.advance_time(2)
    assert three.muted() == {2, 3}
    assert three.well == three.told == [(TroubleKind.CANNOT_MUTE, three.voice.id)]


async def test_a_right_denied_in_the_voice_channel_alone(three: Server) -> None:
    await three.power(mute_members=True)
    me = three.bot.user
    assert me is not None
    await three.turn(1)
    denied = Overwrite(me.id, OverwriteType.MEMBER, 0, discord.Permissions(mute_members=True).value)
    three.env.backend.edit_channel(three.voice.id, {}, overwrites=[denied])
    await three.env.settle()
    assert three.told == [(TroubleKind.CANNOT_MUTE, three.voice.id)]
    # The simulated server asks for the right on the server alone.
    three.env.inject_error("PATCH", MEMBERS, status=403, code=50013, times=None)
    await three.turn(2)
    assert three.muted() == {2, 3}
    three.env.backend.faults.clear()
    three.env.backend.edit_channel(three.voice.id, {}, overwrites=[])
    await three.env.settle()
    assert three.muted() == {1, 3}


async def test_one_member_whom_discord_refuses_keeps_nobody_else_unmuted(club: Server) -> None:
    await club.seat(9)
    club.env.inject_error(
        "PATCH", f"/guilds/*/members/{club.people[4].id}", status=403, code=50013, times=None
    )
    await club.turn(1)
    await club.env.advance_time(10)
    assert club.muted() == set(range(2, 10)) - {4}
    assert club.told[-1] == (TroubleKind.UNREACHABLE, club.people[4].id)


# ---- whose hand ----


async def test_a_speaker_whom_another_hand_muted_is_named_at_their_turn(three: Server) -> None:
    await three.hand(three.people[2], True)
    await three.turn(1)
    assert three.told == []
    await three.turn(2)
    assert three.told == [(TroubleKind.MUTED_BY_OTHERS, three.people[2].id)]
    await three.turn(3)
    assert three.well == [], "their turn is over, but they are muted as before"
    await three.turn(2)
    assert three.told == [(TroubleKind.MUTED_BY_OTHERS, three.people[2].id)] * 2
    await three.hand(three.people[2], False)
    assert three.well == [(TroubleKind.MUTED_BY_OTHERS, three.people[2].id)]


async def test_whoever_is_unmuted_out_of_turn_is_muted_again_and_named_once_a_turn(three: Server) -> None:
    await three.turn(1)
    for _ in range(2):
        await three.hand(three.people[2], False)
        assert three.muted() == {2, 3}
    assert three.told == [(TroubleKind.CONTESTED, three.people[2].id)]
    await three.turn(3)
    await three.hand(three.people[2], False)
    assert three.muted() == {1, 2}
    assert three.told == [(TroubleKind.CONTESTED, three.people[2].id)] * 2


async def _next_turn(club: Server) -> None:
    await club.turn(3)
    await club.turn(1)


async def _next_game(club: Server) -> None:
    await club.end()
    await club.turn(1, game=GameId(2))


async def _rejoin(club: Server) -> None:
    await club.people[2].leave_voice()
    await club.enter(club.people[2])


@pytest.mark.parametrize("anew", [_next_turn, _next_game, _rejoin])
async def test_an_effort_that_was_spent_is_forgotten(three: Server, anew: Callable[[Server], Any]) -> None:
    await three.turn(1)
    for _ in range(5):
        await three.hand(three.people[2], False)
    assert three.muted() == {3}
    await anew(three)
    assert three.muted() == {2, 3}


# ---- outages ----


async def test_after_an_outage_everybody_is_free_within_three_seconds(club: Server) -> None:
    await club.seat(10)
    await club.turn()
    club.env.inject_error("PATCH", MEMBERS, status=503, times=None)
    await club.end()
    await club.env.advance_time(40)
    assert club.muted() == set(range(1, 11))
    club.env.backend.faults.clear()
    await club.env.advance_time(2.1)
    assert club.muted() == set()


async def test_a_sign_of_life_is_answered_at_once(club: Server) -> None:
    await club.seat(10)
    await club.turn()
    club.env.inject_error("PATCH", MEMBERS, status=503, times=None)
    await club.end()
    await club.env.advance_time(41)  # one asks every two seconds, the last one a second ago
    club.env.backend.faults.clear()
    await club.newcomer("passer-by").join_voice(club.other)
    assert club.muted() == set()


async def test_a_single_edit_that_fails_again_and_again_is_soon_made_good(three: Server) -> None:
    await three.turn(1)
    three.env.inject_error("PATCH", f"/guilds/*/members/{three.people[2].id}", status=503, times=4)
    await three.turn(2)
    await three.env.advance_time(6)
    assert three.muted() == {1, 3}


# ---- an answer that does not come ----


async def _hang(three: Server, seconds: float) -> None:
    """The next edit is carried out, but only so much later, whoever still waits for it."""
    real = three.bot.http.edit_member

    async def slow(*args: Any, **fields: Any) -> Any:
        three.bot.http.edit_member = real  # type: ignore[method-assign]
        guild, user = args

        def late() -> None:
            three.env.backend.edit_member(guild, user, {"mute": fields["mute"]})

        asyncio.get_running_loop().call_later(seconds, late)
        await asyncio.sleep(600)

    three.bot.http.edit_member = slow  # type: ignore[method-assign,assignment]


async def test_a_mute_without_an_answer_keeps_no_microphone_open(three: Server) -> None:
    await three.turn(1)
    await _hang(three, 400)
    await three.turn(2)
    await three.env.advance_time(0.25)
    assert three.muted() == {3}, "the next one need not wait for it"
    await three.env.advance_time(3.5)
    assert three.muted() == {1, 3}


async def test_a_mute_that_is_carried_out_much_later_is_known_for_ours(three: Server) -> None:
    await three.turn(1)
    await _hang(three, 60)
    await three.turn(2)
    await three.env.advance_time(5)
    await three.end()
    assert three.muted() == set()
    await three.env.advance_time(60)
    assert three.muted() == set()
    await three.env.advance_time(120)
    assert not three.ledger.entries


async def test_an_unmute_that_is_carried_out_much_later_is_nobodys_quarrel(three: Server) -> None:
    await three.turn(1)
    await _hang(three, 20)
    await three.do(lambda: _wish(three, 1, 2))
    await three.env.advance_time(5)
    await three.turn(3)
    await three.env.advance_time(20)
    assert three.muted() == {1, 2}
    assert three.told == []


# ---- a lost event ----


def _enter_unheard(club: Server, number: int) -> None:
    state = club.env.backend.prepare_voice_state(club.guild.id, club.people[number].id, club.voice.id)
    assert state is not None
    club.env.backend.commit_voice_state(state, broadcast=False)


async def test_who_came_back_unheard_is_found_at_the_next_turn(three: Server) -> None:
    await three.turn(1, 2)
    await three.people[2].leave_voice()
    _enter_unheard(three, 2)
    await three.turn(1)
    assert three.muted() == {2, 3}


async def test_nobody_is_looked_for_again_and_again(three: Server) -> None:
    await three.turn(1)
    await three.people[3].leave_voice()
    before = three.mark()
    for _ in range(6):
        await three.turn(2)
        await three.turn(1)
        await three.env.advance_time(10)
    looks = [call for call in three.env.http_requests[before:] if "/voice-states/" in call.path]
    assert len(looks) == 3  # at once, after 15 s and after 30 more


async def test_who_left_unheard_is_believed_gone_after_an_edit_in_vain(three: Server) -> None:
    await three.turn(1)
    three.env.backend.guilds[three.guild.id].voice_states.pop(three.people[2].id)
    three.env.inject_error("PATCH", f"/guilds/*/members/{three.people[2].id}", status=400, code=40032)
    await three.turn(2)
    heard = heard_in(three.bot, three.guild.id)
    assert heard is not None
    assert three.people[2].id not in heard


# ---- silence ----


async def test_silence_is_waited_for_no_longer_than_it_takes(three: Server) -> None:
    async def hush() -> bool:
        await _wish(three)
        return await three.floor.silence(GAME, 12.0)

    began = three.env.now()
    assert await three.do(hush)
    assert three.muted() == {1, 2, 3}
    assert three.env.now() == began


async def test_silence_that_nobody_can_bring_is_not_waited_for(three: Server) -> None:
    await three.power(mute_members=False)

    async def hush() -> bool:
        await _wish(three)
        return await three.floor.silence(GAME, 12.0)

    began = three.env.now()
    assert await three.do(hush), "nobody else is waited for"
    assert three.env.now() == began


async def test_silence_that_does_not_come_has_a_bound(three: Server) -> None:
    await _hang(three, 400)

    async def hush() -> bool:
        await _wish(three)
        return await three.floor.silence(GAME, 3.0)

    await three.do(hush)
    assert three.bot.answer is None
    await three.env.advance_time(3.1)
    assert three.bot.answer is False


async def _wish(club: Server, *speakers: int) -> None:
    await club.floor.wish(
        club.voice.id, GAME, speakers=club.ids(*speakers), seats=club.ids(1, 2, 3), running=True
    )


async def _gather(club: Server) -> None:
    club.floor.gathers(club.voice.id, True)


async def test_a_new_step_of_the_same_silence_tells_of_it_once_more(three: Server) -> None:
    await three.turn()
    for _ in range(2):
        for _ in range(3):
            await three.hand(three.people[2], False)
        await three.do(lambda: three.floor.new_step(GAME))
    assert three.muted() == {1, 2, 3}
    assert three.told == [(TroubleKind.CONTESTED, three.people[2].id)] * 2
    before = three.mark()
    await three.do(lambda: three.floor.new_step(GAME))
    assert three.edits(before) == [], "a step without a quarrel asks for nothing"


async def test_whoever_was_left_unmuted_is_silenced_by_the_next_step(three: Server) -> None:
    await three.turn()
    for _ in range(5):
        await three.hand(three.people[2], False)
    assert three.muted() == {1, 3}
    await three.do(lambda: three.floor.new_step(GAME))
    assert three.muted() == {1, 2, 3}


async def test_another_tables_turns_repeat_nothing(three: Server) -> None:
    other, second = three.guild.create_voice_channel("other"), GameId(2)
    three.people[4] = three.newcomer("far")
    await three.enter(three.people[4], other)
    await three.turn(1, seats=(1, 2, 3))
    for speakers in ((4,), (), (4,)):
        await three.turn(*speakers, game=second, voice=other, seats=(4,))
        await three.hand(three.people[2], False)
    await three.do(lambda: three.floor.new_step(second))
    await three.hand(three.people[2], False)
    assert three.told == [(TroubleKind.CONTESTED, three.people[2].id)]
