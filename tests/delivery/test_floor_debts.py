"""Nobody is left muted by us: leavers, movers, moderators, errors and crashes."""

import pytest

from mafia_bot.delivery.trouble import TroubleKind
from tests.delivery.server import GAME, Server

# Settling waits for timers that are nearer than this; the floor looks again after 2.5 s.
pytestmark = pytest.mark.simcord(settle_timeout=1.0)

MEMBERS = "/guilds/*/members/*"


@pytest.fixture
async def three(club: Server) -> Server:
    await club.seat(3)
    return club


async def test_a_leaver_is_unmuted_wherever_they_join_next(three: Server) -> None:
    await three.turn(1)
    await three.people[2].leave_voice()
    await three.end()
    assert three.muted() == {2}
    assert three.floor.debts == three.ids(2)
    await three.enter(three.people[2], three.other)
    assert three.muted() == set()
    assert three.floor.debts == frozenset()
    assert not three.ledger.entries


async def test_a_leaver_who_returns_to_the_running_game_stays_muted(three: Server) -> None:
    await three.turn(1)
    await three.people[2].leave_voice()
    before = three.mark()
    await three.enter(three.people[2])
    assert three.muted() == {2, 3}
    assert three.edits(before) == []


async def test_whoever_moves_to_another_channel_is_unmuted_there(three: Server) -> None:
    await three.turn(1)
    await three.enter(three.people[2], three.other)
    assert three.muted() == {3}
    await three.enter(three.people[2])
    assert three.muted() == {2, 3}


async def test_leaving_between_the_look_and_the_call_is_a_debt(three: Server) -> None:
    await three.turn(1)
    three.env.inject_error("PATCH", MEMBERS, status=400, code=40032, times=1)
    await three.turn(2)
    await three.env.advance_time(10)
    assert three.muted() == {1, 3}
    assert not three.told


async def test_a_call_that_always_comes_too_late_neither_loops_nor_is_forgotten(three: Server) -> None:
    await three.turn(1)
    three.env.inject_error(
        "PATCH", f"/guilds/*/members/{three.people[2].id}", status=400, code=40032, times=None
    )
    before = three.mark()
    await three.end()
    await three.env.advance_time(30)
    assert three.muted() == {2}
    assert three.floor.debts == three.ids(2)
    assert len([e for e in three.edits(before) if e[0] == 2]) <= 5
    three.env.backend.faults.clear()
    await three.people[2].leave_voice()
    await three.enter(three.people[2], three.other)
    assert three.muted() == set()


async def test_a_moderators_mute_stays_before_during_and_after(three: Server) -> None:
    await three.hand(three.people[2], True)
    await three.turn(1)
    await three.turn(2)
    assert three.told == [(TroubleKind.MUTED_BY_OTHERS, three.people[2].id)]
    await three.turn(3)
    assert three.floor.problems == {}
    await three.end()
    assert three.muted() == {2}
    assert (2, False) not in three.edits()


async def test_a_mute_by_another_hand_on_the_speaker_is_respected(three: Server) -> None:
    await three.turn(1)
    await three.hand(three.people[1], True)
    await three.env.advance_time(10)
    assert three.muted() == {1, 2, 3}
    await three.end()
    assert three.muted() == {1}


async def test_an_unmute_by_another_hand_is_undone_but_never_fought_over(three: Server) -> None:
    await three.turn(1)
    for _ in range(8):
        await three.hand(three.people[2], False)
    assert three.muted() == {3}
    kinds = TroubleKind.CONTESTED, TroubleKind.LEFT_UNMUTED
    assert three.told == [(kind, three.people[2].id) for kind in kinds]
    assert [e for e in three.edits() if e == (2, True)] == [(2, True)] * 4
    await three.end()
    assert three.muted() == set()


async def test_forbidden_is_told_once_and_asked_again_by_one_edit_ever_more_seldom(three: Server) -> None:
    three.env.inject_error("PATCH", MEMBERS, status=403, code=50013, times=None)
    await three.turn(1)
    assert len(three.edits()) == 2
    await three.env.advance_time(50)
    assert len(three.edits()) == 2 + 4  # after 2.5, 7.5, 17.5 and 37.5 s
    assert three.told == [(TroubleKind.CANNOT_MUTE, three.voice.id)]


async def test_permission_that_comes_back_heals(three: Server) -> None:
    three.env.inject_error("PATCH", MEMBERS, status=403, code=50013, times=2)
    await three.turn(1)
    await three.env.advance_time(70)
    await three.turn(1)
    assert three.muted() == {2, 3}
    assert three.floor.problems == {}


async def test_an_unmute_that_was_forbidden_is_asked_again_though_the_game_is_over(three: Server) -> None:
    """No turn comes after the end: the floor itself has to look again, or they are mute for good."""
    await three.turn()
    three.env.inject_error("PATCH", MEMBERS, status=403, code=50013, times=3)
    await three.end()
    assert len(three.muted()) == 3
    await three.env.advance_time(2)
    assert len(three.muted()) == 3
    await three.env.advance_time(1)
    assert three.muted() == set()
    assert three.well == [(TroubleKind.CANNOT_MUTE, three.voice.id)]
    assert three.floor.problems == {}


@pytest.mark.parametrize("status", [500, 429])
async def test_an_outage_is_waited_for(three: Server, status: int) -> None:
    await three.turn()
    three.env.inject_error("PATCH", MEMBERS, status=status, times=None)
    before = three.mark()
    await three.end()
    for _ in range(10):
        await three.env.advance_time(60)
    assert three.told == [(TroubleKind.UNREACHABLE, three.voice.id)]
    assert len(three.edits(before)) <= 300 + 3, "one edit in two seconds asks for everybody"
    three.env.backend.faults.clear()
    await three.env.advance_time(2.1)
    assert three.muted() == set()
    assert three.well == three.told


async def test_a_member_who_left_the_server_is_kept_in_the_ledger(three: Server) -> None:
    await three.turn(1)
    three.env.inject_error(
        "PATCH", f"/guilds/*/members/{three.people[2].id}", status=404, code=10007, times=None
    )
    before = three.mark()
    await three.end()
    await three.env.advance_time(30)
    assert three.edits(before).count((2, False)) == 1
    assert three.floor.debts == three.ids(2)
    assert (three.guild.id, three.people[2].id) in three.ledger.entries


async def test_a_fresh_process_unmutes_all_that_are_left(three: Server) -> None:
    await three.turn(1)
    await three.people[3].leave_voice()
    three.open_floor()
    assert await three.do(lambda: three.floor.recover()) == three.ids(3)
    assert three.muted() == {3}
    await three.enter(three.people[3], three.other)
    assert three.muted() == set()


async def test_a_fresh_process_continues_a_game_without_a_single_edit(three: Server) -> None:
    await three.turn(1)
    three.open_floor()
    before = three.mark()
    await three.turn(1)
    await three.do(lambda: three.floor.recover())
    assert three.edits(before) == []
    await three.end()
    assert three.muted() == set()


async def test_a_crash_between_the_ledger_and_the_call_loses_nobody(three: Server) -> None:
    three.env.inject_error("PATCH", MEMBERS, status=500, times=None)
    await three.turn(1)
    assert set(await three.ledger.held_in(three.guild.id)) == three.ids(2, 3)
    three.env.backend.faults.clear()
    for actor in (three.people[2], three.people[3]):
        three.env.backend.edit_member(three.guild.id, actor.id, {"mute": True})
    three.open_floor()
    await three.do(lambda: three.floor.recover())
    assert three.muted() == set()


async def test_without_the_ledger_nobody_is_muted(three: Server) -> None:
    async def wish() -> bool:
        try:
            await three.floor.wish(
                three.voice.id, GAME, speakers=three.ids(1), seats=three.ids(1, 2, 3), running=True
            )
        except ConnectionError:
            return False
        return True

    three.ledger.broken = True
    assert not await three.do(wish)
    assert three.muted() == set()
    three.ledger.broken = False
    await three.env.advance_time(5)
    assert three.muted() == {2, 3}


async def test_a_mute_whose_event_was_lost_is_asked_for_again(three: Server) -> None:
    real, lost = three.bot.http.edit_member, []

    async def deaf(*args: object, **fields: object) -> None:
        lost.append(fields["mute"])

    three.bot.http.edit_member = deaf  # type: ignore[method-assign,assignment]
    await three.do(lambda: _wish(three, 1))
    three.bot.http.edit_member = real  # type: ignore[method-assign]
    await three.env.advance_time(3)
    assert lost == [True, True]
    assert three.muted() == {2, 3}


async def test_a_mute_that_nobody_saw_is_lifted_all_the_same(three: Server) -> None:
    """The cache says "not muted", but an accepted mute may be on its way: the unmute is sent."""
    asked: list[object] = []

    async def deaf(*args: object, **fields: object) -> None:
        asked.append(fields["mute"])

    three.bot.http.edit_member = deaf  # type: ignore[method-assign,assignment]
    await three.do(lambda: _wish(three, 1))
    await three.end()
    await three.env.advance_time(3)
    assert asked == [True, True, False, False]
    assert not three.ledger.entries


async def _wish(club: Server, speaker: int) -> None:
    await club.floor.wish(
        club.voice.id, GAME, speakers=club.ids(speaker), seats=club.ids(1, 2, 3), running=True
    )
