"""Who is heard at a table, told as an evening: turns, latecomers, endings."""

import asyncio

import pytest

from mafia_bot.engine.ids import GameId
from tests.delivery.server import GAME, Server

ALL = set(range(1, 11))


@pytest.fixture
async def ten(club: Server) -> Server:
    await club.seat(10)
    return club


@pytest.mark.rule("GE-03")
async def test_everybody_but_the_speaker_is_muted(ten: Server) -> None:
    await ten.turn(1)
    assert ten.muted() == ALL - {1}
    assert len(ten.edits()) == 9


@pytest.mark.rule("GE-03")
async def test_a_change_of_turn_is_two_edits_the_last_speaker_first(ten: Server) -> None:
    await ten.turn(1)
    for speaker in range(2, 11):
        before = ten.mark()
        await ten.turn(speaker)
        assert ten.edits(before) == [(speaker - 1, True), (speaker, False)]
        assert ten.muted() == ALL - {speaker}


async def test_the_same_wish_again_asks_for_nothing(ten: Server) -> None:
    await ten.turn(1)
    before = ten.mark()
    await ten.turn(1)
    await ten.env.advance_time(10)
    assert ten.edits(before) == []


async def test_the_newest_wish_wins(ten: Server) -> None:
    async def hurry() -> None:
        for speaker in (1, 2, 3):
            await ten.floor.wish(
                ten.voice.id, GAME, speakers=ten.ids(speaker), seats=ten.ids(*ALL), running=True
            )

    await ten.do(hurry)
    assert ten.muted() == ALL - {3}
    before = ten.mark()
    await ten.env.advance_time(10)
    assert ten.edits(before) == []


@pytest.mark.rule("GE-11")
async def test_at_night_all_are_muted_and_the_order_says_nothing(ten: Server) -> None:
    await ten.turn(*ALL)
    assert ten.edits() == []
    await ten.turn()
    order = [number for number, _ in ten.edits()]
    assert ten.muted() == ALL
    assert set(order) == ALL
    assert order != sorted(order)


@pytest.mark.rule("GE-12")
async def test_whoever_walks_in_during_a_game_is_muted(ten: Server) -> None:
    await ten.turn(1)
    before = ten.mark()
    await ten.enter(ten.newcomer("latecomer"))
    assert ten.edits(before) == [(11, True)]


@pytest.mark.rule("GE-12")
async def test_seats_are_silenced_before_onlookers(ten: Server) -> None:
    for number in range(10):
        await ten.enter(ten.newcomer(f"onlooker{number}"))
    await ten.turn(1, seats=range(1, 11))
    order = [number for number, _ in ten.edits()]
    assert set(order[:9]) == ALL - {1}


async def test_bots_are_left_alone(ten: Server) -> None:
    musician = ten.guild.add_member(ten.env.create_user("musician", bot=True))
    ten.people[11] = musician
    await ten.enter(musician)
    await ten.turn(1)
    assert 11 not in ten.muted()


async def test_nobody_outside_the_channel_is_touched(ten: Server) -> None:
    await ten.enter(ten.newcomer("guest"), ten.other)
    await ten.turn(1)
    assert 11 not in ten.muted()


async def test_the_end_unmutes_all(ten: Server) -> None:
    await ten.turn()
    await ten.end()
    assert ten.muted() == set()
    assert not ten.ledger.entries


async def test_a_wish_that_is_not_running_is_an_end(ten: Server) -> None:
    await ten.turn(4)
    nobody = ten.ids()
    await ten.do(lambda: ten.floor.wish(ten.voice.id, GAME, speakers=nobody, seats=nobody, running=False))
    assert ten.muted() == set()


async def test_two_tables_in_one_server(ten: Server) -> None:
    await ten.turn(1, seats=range(1, 11))
    for number in range(11, 21):
        await ten.enter(ten.newcomer(f"player{number}"), ten.other)
    await ten.turn(11, game=GameId(2), voice=ten.other, seats=range(11, 21))
    assert ten.muted() == set(range(1, 21)) - {1, 11}
    await ten.end()
    assert ten.muted() == set(range(12, 21))
    await ten.end(GameId(2))
    assert ten.muted() == set()


async def test_never_more_than_five_requests_at_once(ten: Server) -> None:
    real, flying, peak = ten.bot.http.edit_member, 0, 0

    async def slow(*args: object, **fields: object) -> object:
        nonlocal flying, peak
        flying += 1
        peak = max(peak, flying)
        await asyncio.sleep(0.2)
        flying -= 1
        return await real(*args, **fields)  # type: ignore[arg-type]

    ten.bot.http.edit_member = slow  # type: ignore[method-assign,assignment]
    await ten.turn()
    await ten.env.advance_time(10)
    assert ten.muted() == ALL
    assert peak == 5


async def test_a_game_does_not_wait_for_discord(ten: Server) -> None:
    async def never(*args: object, **fields: object) -> None:
        await asyncio.sleep(600)

    ten.bot.http.edit_member = never  # type: ignore[method-assign,assignment]
    began = ten.env.now()
    await ten.turn(1)
    assert ten.bot.orders == []
    assert (ten.env.now() - began).total_seconds() < 1


async def test_the_event_is_the_acknowledgement_though_the_call_sleeps(ten: Server) -> None:
    """The call that takes the last token of the bucket returns a whole window late."""
    real = ten.bot.http.edit_member

    async def sleepy(*args: object, **fields: object) -> object:
        answer = await real(*args, **fields)  # type: ignore[arg-type]
        await asyncio.sleep(30)
        return answer

    await ten.turn(1)
    ten.bot.http.edit_member = sleepy  # type: ignore[method-assign,assignment]
    await ten.turn(2)
    await ten.turn(1)
    assert ten.muted() == ALL - {1}
