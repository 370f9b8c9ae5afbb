"""The ladder of `most_wanted` at 3 and 4, and its three tiers of punishment."""

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of, offers
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Role, SeatNo, SpeechKind
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import LastWords, Speeches
from tests.discipline.test_ladder_masks import LAZY, second_circle, told, warn
from tests.doors.visit import day, holder, refusal, say

ALL = set(range(1, 11))


@pytest.mark.rule("MW-20", "MW-17")
async def test_three_warnings_in_a_game_cost_the_next_speech(full: SimulatedClub) -> None:
    await day(full, "most_wanted")
    await warn(full, 2, offence="noise")
    circle = await second_circle(full)
    assert full.game.player(LAZY).warnings == 2, "no night forgives here"
    assert (circle.queue[0], circle.kind) == (LAZY, SpeechKind.FULL)
    await warn(full, 1, offence="disrespect")
    assert say(full, "penalty-speech", seat=LAZY, circle=3) in told(full)
    assert full.muted() == ALL - {LAZY}, "the minute that has begun is his"
    circle = await second_circle(full)
    assert circle.queue[0] == 3
    while full.game.phase.queue[0] != LAZY:  # type: ignore[union-attr]
        seat = full.game.phase.queue[0]  # type: ignore[union-attr]
        await full.press(full.seat(seat), Press.THANKS)
    assert full.muted() == ALL
    assert Press.PASS in {offer.press for offer in offers(full.board())}
    await full.press(full.seat(LAZY), Press.NOMINATE, 5)
    assert full.game.candidates() == (5,)


@pytest.mark.rule("MW-20")
async def test_four_warnings_remove_without_last_words(full: SimulatedClub) -> None:
    await day(full, "most_wanted")
    seat = holder(full, Role.CIVILIAN)
    await warn(full, 3, seat)
    assert full.game.player(SeatNo(seat)).alive
    await warn(full, 1, seat)
    assert not full.game.player(SeatNo(seat)).alive
    assert not isinstance(full.game.phase, LastWords)
    assert seat in full.muted()


@pytest.mark.rule("MW-18")
async def test_one_remark_can_bring_several_warnings(full: SimulatedClub) -> None:
    await day(full, "most_wanted")
    seat = holder(full, Role.CIVILIAN)
    await warn(full, 5, seat, "honestly")
    assert full.game.player(SeatNo(seat)).warnings == 4, "the fourth removes, a fifth is not counted"
    assert not full.game.player(SeatNo(seat)).alive


@pytest.mark.rule("MW-15", "MW-19")
async def test_the_hall_is_closed_to_who_is_removed_from_it(full: SimulatedClub) -> None:
    await day(full, "most_wanted")
    seat = holder(full, Role.CIVILIAN)
    await full.slash(full.admin, full.chat, "remove", seat=seat, offence="peeking")
    text = say(full, "player-removed-hall", seat=seat, offence=say(full, "offence-peeking"))
    assert text in told(full)
    assert isinstance(full.game.phase, Speeches)
    for key in ("table", "graveyard"):
        assert not full.may(full.seat(seat), full.room(key), "view_channel")
    late = await full.slash(full.seat(seat), full.lobby, "lobby join")
    now = full.env.now().timestamp()
    [ban] = await full.store.suspensions.active(full.guild.id, full.seat(seat).id, now)
    assert answer_of(late) == refusal(full, Code.SUSPENDED_UNTIL, until=ban.until)


@pytest.mark.rule("MW-19")
async def test_the_host_eases_the_hall_to_the_table_and_a_ban_for_the_day(full: SimulatedClub) -> None:
    await day(full, "most_wanted")
    seat = holder(full, Role.CIVILIAN)
    await full.slash(full.admin, full.chat, "remove", seat=seat, offence="peeking", hall=False)
    actor = full.seat(seat)
    assert full.may(actor, full.chat, "view_channel")
    assert not full.may(actor, full.chat, "send_messages")
    now = full.env.now().timestamp()
    [ban] = await full.store.suspensions.active(full.guild.id, actor.id, now)
    assert ban.until is not None
    assert not ban.hall
    name = say(full, "offence-peeking")
    assert say(full, "player-suspended-day", user=actor.id, offence=name) in told(full)


@pytest.mark.rule("MW-16")
async def test_removed_from_the_table_at_once(full: SimulatedClub) -> None:
    await day(full, "most_wanted")
    seat = holder(full, Role.CIVILIAN)
    for offence in ("oath", "god", "bet", "hand_off", "dispute_host"):
        await full.slash(full.admin, full.chat, "remove", seat=seat, offence=offence)
        assert not full.game.player(SeatNo(seat)).alive
        assert not isinstance(full.game.phase, LastWords)
        assert full.may(full.seat(seat), full.chat, "view_channel")
        await full.slash(full.admin, full.chat, "undo")
