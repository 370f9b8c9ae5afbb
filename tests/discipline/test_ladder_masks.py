"""The ladder of `masks` at 3, 4 and 5, as the table sees, hears and presses it."""

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of, offers
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Cause, Role, SeatNo, SpeechKind
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Ballot, Justification, LastWords, Night, Speeches
from tests.doors.visit import day, holder, nominations, refused, say, thanks, until

LAZY = SeatNo(2)
"""Who gets all the warnings: the first speaker of the second circle."""


async def warn(club: SimulatedClub, times: int, seat: int = LAZY, offence: str = "out_of_turn") -> None:
    result = await club.slash(club.admin, club.chat, "warn", seat=seat, offence=offence, times=times)
    assert answer_of(result) == say(club, "warned-private")


def told(club: SimulatedClub) -> str:
    """All that the table chat shows now."""
    return "\n".join(embed.description or "" for message in club.chat.history() for embed in message.embeds)


async def second_circle(club: SimulatedClub) -> Speeches:
    await nominations(club)
    assert isinstance(club.game.phase, Night)
    await until(club, Speeches)
    assert isinstance(club.game.phase, Speeches)
    return club.game.phase


@pytest.mark.rule("MA-20", "MA-22")
async def test_a_warning_is_told_kept_and_forgotten_at_night(club: SimulatedClub) -> None:
    await day(club)
    await warn(club, 1)
    offence = say(club, "offence-out_of_turn")
    assert say(club, "warning-issued", seat=LAZY, offence=offence, count=1) in told(club)
    assert club.game.player(LAZY).warnings == 1
    await warn(club, 1, offence="address_host")
    assert club.game.player(LAZY).warnings == 2
    circle = await second_circle(club)
    assert club.game.player(LAZY).warnings == 0
    assert (circle.queue[0], circle.kind) == (LAZY, SpeechKind.FULL)
    assert club.muted() == {1, 3, 4}


@pytest.mark.rule("MA-21", "MA-22")
async def test_three_warnings_cost_the_voice_of_the_next_circle(club: SimulatedClub) -> None:
    await day(club)
    for _ in range(3):
        await warn(club, 1)
    assert say(club, "penalty-speech", seat=LAZY, circle=2) in told(club)
    assert isinstance(club.game.phase, Speeches)
    assert LAZY in club.game.phase.queue, "this circle's minute stays"
    circle = await second_circle(club)
    assert club.game.player(LAZY).warnings == 0, "the night forgives the warnings, not the penalty"
    assert (circle.queue[0], circle.kind) == (LAZY, SpeechKind.SILENT)
    assert club.muted() == {1, 2, 3, 4}
    pressed = {offer.press for offer in offers(club.board())}
    assert Press.PASS in pressed
    assert Press.THANKS not in pressed
    await club.press(club.seat(LAZY), Press.NOMINATE, 3)
    await club.press(club.seat(LAZY), Press.PASS)
    assert club.game.candidates() == (3,)
    assert club.muted() == {1, 2, 4}
    await club.press(club.seat(3), Press.NOMINATE, 4)
    await nominations(club)
    assert isinstance(club.game.phase, Ballot)
    await club.press(club.seat(LAZY), Press.VOTE)
    assert club.game.phase.votes == ((LAZY, 3),)


@pytest.mark.rule("MA-21")
async def test_a_turn_without_a_voice_runs_out_by_itself(club: SimulatedClub) -> None:
    await day(club)
    await warn(club, 3)
    await second_circle(club)
    await club.to_next_deadline()
    assert isinstance(club.game.phase, Speeches)
    assert club.game.phase.queue[0] == 3
    assert club.muted() == {1, 2, 4}


@pytest.mark.rule("MA-21")
async def test_four_warnings_cost_the_turn_the_nomination_and_the_vote(club: SimulatedClub) -> None:
    await day(club)
    await warn(club, 4)
    assert say(club, "penalty-vote", seat=LAZY, circle=2) in told(club)
    circle = await second_circle(club)
    assert circle.queue[0] == 3, "the turn is passed over"
    assert say(club, "speech-lost", seat=LAZY) in told(club)
    lazy = club.seat(LAZY)
    await refused(
        club, lambda: club.slash(lazy, club.chat, "nominate", seat=4), Code.NOT_YOUR_TURN, "MA-04", seat=3
    )
    await nominations(club, (3, 4), (4, 3))
    await refused(club, lambda: club.press(lazy, Press.VOTE), Code.VOTE_TAKEN, "MA-21")
    for voter in (1, 3):
        await club.press(club.seat(voter), Press.VOTE)
    await until(club, LastWords)
    await until(club, Night)


@pytest.mark.rule("MA-21", "MA-09")
async def test_who_lost_the_speech_has_no_voice_in_a_tie_either(club: SimulatedClub) -> None:
    await day(club)
    await warn(club, 4)
    await second_circle(club)
    await nominations(club, (3, LAZY), (4, 3))
    for voter in (1, 4):
        await club.press(club.seat(voter), Press.VOTE)
        await club.to_next_deadline()
    assert isinstance(club.game.phase, Justification)
    assert club.game.phase.queue == (3,)
    assert club.muted() == {1, 2, 4}
    assert told(club).count(say(club, "speech-lost", seat=LAZY)) == 2, "once for the circle, once for the tie"
    await thanks(club)
    assert isinstance(club.game.phase, Ballot)
    assert club.game.phase.candidates == (LAZY, 3)


@pytest.mark.rule("MA-21", "MA-23", "MA-24")
async def test_five_warnings_remove_in_silence(club: SimulatedClub) -> None:
    await day(club)
    seat = holder(club, Role.CIVILIAN)
    await warn(club, 4, seat)
    await warn(club, 1, seat)
    gone = club.game.player(SeatNo(seat))
    assert not gone.alive
    assert gone.exit is not None
    assert gone.exit.cause is Cause.DISCIPLINE
    assert isinstance(club.game.phase, Speeches), "no last words"
    assert say(club, "player-removed", seat=seat, offence=say(club, "offence-out_of_turn")) in told(club)
    assert seat in club.muted()
    assert club.may(club.seat(seat), club.graveyard, "send_messages")
    assert not club.may(club.seat(seat), club.chat, "send_messages")
    assert all(seat != waiting for waiting in club.game.phase.queue)


@pytest.mark.rule("MA-24")
async def test_the_speaker_is_removed_in_the_middle_of_the_minute(club: SimulatedClub) -> None:
    await day(club)
    while club.game.phase.queue[0] != holder(club, Role.CIVILIAN):  # type: ignore[union-attr]
        await thanks(club)
    seat = holder(club, Role.CIVILIAN)
    await warn(club, 5, seat)
    assert seat in club.muted()
    if isinstance(club.game.phase, Speeches):
        assert club.game.phase.queue[0] not in club.muted()


@pytest.mark.rule("MA-23")
async def test_removed_at_once(club: SimulatedClub) -> None:
    await day(club)
    seat = holder(club, Role.CIVILIAN)
    for offence in ("peeking", "night_gestures", "oath", "bet", "obscene", "hand_off"):
        result = await club.slash(club.admin, club.chat, "remove", seat=seat, offence=offence)
        assert answer_of(result) == say(club, "removed-private")
        assert not club.game.player(SeatNo(seat)).alive
        assert say(club, "player-removed", seat=seat, offence=say(club, f"offence-{offence}")) in told(club)
        assert not isinstance(club.game.phase, LastWords)
        await club.slash(club.admin, club.chat, "undo")


@pytest.mark.rule("MA-20")
async def test_improper_words_are_a_warning_or_a_removal_as_the_host_likes(club: SimulatedClub) -> None:
    await day(club)
    seat = holder(club, Role.CIVILIAN)
    await warn(club, 1, seat, "improper_words")
    assert club.game.player(SeatNo(seat)).warnings == 1
    await club.slash(club.admin, club.chat, "remove", seat=seat, offence="improper_words")
    assert not club.game.player(SeatNo(seat)).alive
