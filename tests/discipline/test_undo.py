"""Rulings taken back (field story 20), and rulings in the middle of a vote (18, 19)."""

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Cause, Role, SeatNo
from mafia_bot.engine.state import Ballot, Justification, LastWords, Night, Over, Speeches
from mafia_bot.store.suspensions import Suspension
from tests.discipline.test_ladder_masks import LAZY, told, warn
from tests.doors.fixtures import Clubs
from tests.doors.visit import day, holder, nominations, say, thanks, until


async def undo(club: SimulatedClub, *whats: str) -> None:
    """`/undo`; with `whats` it must say that it took back just these."""
    answer = answer_of(await club.slash(club.admin, club.chat, "undo"))
    start, end = say(club, "undone-private", whats=["|"]).split("|")
    assert answer is not None
    assert answer.startswith(start)
    assert answer.endswith(end)
    assert not whats or answer == say(club, "undone-private", whats=whats)


async def bans(club: SimulatedClub, user: int) -> list[Suspension]:
    return await club.store.suspensions.active(club.guild.id, user, club.env.now().timestamp())


@pytest.mark.rule("GE-09")
async def test_a_misclicked_warning_is_taken_back(club: SimulatedClub) -> None:
    await day(club)
    await warn(club, 2)
    await warn(club, 1)
    assert club.game.player(LAZY).penalties
    what = say(club, "what-warning", seat=LAZY, offence=say(club, "offence-out_of_turn"))
    await undo(club, what)
    assert club.game.player(LAZY).warnings == 2
    assert club.game.player(LAZY).penalties == ()
    assert say(club, "ruling-undone-what", rank="host", what=what) in told(club)
    await undo(
        club, say(club, "what-warnings", seat=LAZY, offence=say(club, "offence-out_of_turn"), amount=2)
    )
    assert club.game.player(LAZY).warnings == 0


@pytest.mark.rule("GE-09")
async def test_a_removal_is_taken_back_with_voice_and_rights(club: SimulatedClub) -> None:
    await day(club)
    seat = holder(club, Role.CIVILIAN)
    actor = club.seat(seat)
    await club.slash(club.admin, club.chat, "remove", seat=seat, offence="oath")
    assert not club.may(actor, club.chat, "send_messages")
    await undo(club)
    assert club.game.player(SeatNo(seat)).alive
    assert club.may(actor, club.chat, "send_messages")
    assert not club.may(actor, club.graveyard, "view_channel")
    while club.game.phase.queue[0] != seat:  # type: ignore[union-attr]
        await thanks(club)
    assert seat not in club.muted()


@pytest.mark.rule("GE-09")
async def test_the_fifth_warning_is_taken_back_later_in_the_day(club: SimulatedClub) -> None:
    await day(club)
    seat = next(s for s in (4, 3) if s != holder(club, Role.MAFIA))
    await warn(club, 5, seat)
    await thanks(club)
    assert isinstance(club.game.phase, Speeches)
    await undo(club)
    assert club.game.player(SeatNo(seat)).alive
    assert club.game.player(SeatNo(seat)).warnings == 0


@pytest.mark.rule("GE-09", "GE-07")
async def test_a_removal_that_ended_the_game_is_taken_back(club: SimulatedClub) -> None:
    await day(club)
    mafia = holder(club, Role.MAFIA)
    await club.slash(club.admin, club.chat, "remove", seat=mafia, offence="oath")
    assert isinstance(club.game.phase, Over)
    assert len(await club.store.results.of_game(club.table.game_id)) == 4
    assert club.muted() == set()
    await undo(club)
    assert isinstance(club.game.phase, Speeches)
    assert await club.store.results.of_game(club.table.game_id) == []
    assert club.muted() == {2, 3, 4}
    await thanks(club)
    assert club.game.phase.queue[0] == 2


@pytest.mark.rule("GE-09", "MW-19")
async def test_a_ban_goes_with_the_removal_that_brought_it(full: SimulatedClub) -> None:
    await day(full, "most_wanted")
    seat = holder(full, Role.CIVILIAN)
    actor = full.seat(seat)
    await full.slash(full.admin, full.chat, "remove", seat=seat, offence="peeking")
    await undo(full)
    assert await bans(full, actor.id) == []
    assert full.game.player(SeatNo(seat)).alive
    assert full.may(actor, full.chat, "view_channel")
    assert full.may(actor, full.chat, "send_messages")


async def revote(clubs: Clubs) -> SimulatedClub:
    """Six players, seats 1 and 2 tied, the window of 1 open in the revote."""
    club = await clubs(seats=6)
    await day(club)
    await nominations(club, (3, 1), (4, 2))
    for voters in ((3, 5), (4, 6)):
        for voter in voters:
            await club.press(club.seat(voter), Press.VOTE)
        await club.to_next_deadline()
    assert isinstance(club.game.phase, Justification)
    await thanks(club)
    await thanks(club)
    assert isinstance(club.game.phase, Ballot)
    assert (club.game.phase.stage, club.game.phase.candidate) == (1, 1)
    return club


@pytest.mark.rule("GE-07")
async def test_a_candidate_is_removed_during_the_revote(clubs: Clubs) -> None:
    club = await revote(clubs)
    await club.press(club.seat(3), Press.VOTE)
    await club.slash(club.admin, club.chat, "remove", seat=1, offence="oath")
    assert isinstance(club.game.phase, Ballot)
    assert club.game.phase.candidates == (2,)
    for voter in (3, 4, 5, 6):
        result = await club.press(club.seat(voter), Press.VOTE)
        assert answer_of(result) is None, "whoever voted for the one who left may vote again"
    assert isinstance(club.game.phase, LastWords)
    assert club.game.phase.queue == (2,)
    await until(club, Night)


@pytest.mark.rule("GE-09")
async def test_a_removal_during_the_revote_is_taken_back(clubs: Clubs) -> None:
    club = await revote(clubs)
    await club.press(club.seat(3), Press.VOTE)
    await club.slash(club.admin, club.chat, "remove", seat=1, offence="oath")
    await undo(club)
    assert isinstance(club.game.phase, Ballot)
    assert club.game.phase.candidates == (1, 2)
    assert club.game.phase.votes == ((3, 1),)
    await until(club, Night)


@pytest.mark.rule("MA-07")
async def test_a_voter_is_removed_and_the_vote_goes_on(clubs: Clubs) -> None:
    club = await revote(clubs)
    await club.press(club.seat(3), Press.VOTE)
    await club.slash(club.admin, club.chat, "remove", seat=3, offence="hand_off")
    assert isinstance(club.game.phase, Ballot)
    assert club.game.phase.votes == ((3, 1),), "a hand that is withdrawn still counts"
    while isinstance(club.game.phase, Ballot):
        await club.to_next_deadline()
    gone = club.game.player(SeatNo(1)).exit
    assert gone is not None
    assert gone.cause is Cause.VOTE


async def test_both_tied_are_removed(clubs: Clubs) -> None:
    club = await revote(clubs)
    for seat in (1, 2):
        await club.slash(club.admin, club.chat, "remove", seat=seat, offence="oath")
    assert isinstance(club.game.phase, (Night, Over))


@pytest.mark.rule("GE-09")
async def test_after_a_suspension_the_suspension_goes_first(full: SimulatedClub) -> None:
    await day(full, "carcrash")
    await full.slash(full.admin, full.chat, "warn", seat=3, offence="out_of_turn")
    guest = full.newcomer("guest")
    await full.slash(full.admin, full.chat, "suspend", player=guest, offence="monster")
    assert await bans(full, guest.id) != []
    await undo(full, say(full, "what-suspension", user=guest.id, offence=say(full, "offence-monster")))
    assert await bans(full, guest.id) == []
    assert full.game.player(SeatNo(3)).warnings == 1


@pytest.mark.rule("GE-17")
async def test_what_an_assistant_ended_the_host_takes_up_again(club: SimulatedClub) -> None:
    await day(club, host=club.host)
    left = club.game.clock.deadline or 0
    await club.slash(club.admin, club.chat, "game end", reason="мимо")
    assert isinstance(club.game.phase, Over)
    result = await club.slash(club.host, club.chat, "undo")
    assert answer_of(result) == say(club, "undone-private", whats=[say(club, "what-end")])
    assert isinstance(club.game.phase, Speeches)
    assert club.game.clock.deadline == left
    assert club.muted() == {2, 3, 4}
    frame = await club.store.games.get(club.table.game_id)
    assert frame is not None
    assert (frame.status, frame.ended_at, frame.reason) == ("running", None, None)


@pytest.mark.rule("GE-09", "MW-15")
async def test_a_ban_that_the_bot_gave_is_lifted_after_the_end(full: SimulatedClub) -> None:
    await day(full, "most_wanted")
    absent = full.seat(10)
    await absent.leave_voice()
    await full.advance(125)
    assert not full.game.player(SeatNo(10)).alive
    assert await bans(full, absent.id) != []
    await full.slash(full.admin, full.chat, "game end")
    removal = say(full, "what-removal", seat=10, offence=say(full, "offence-left_table"))
    await undo(full, say(full, "what-end"), removal)
    assert await bans(full, absent.id) == []
    assert full.game.player(SeatNo(10)).alive
    assert [seat for seat, _ in full.game.absent] == [10], "back at the table, and waited for again"


@pytest.mark.rule("GE-09", "MW-15")
async def test_after_a_result_a_ban_is_lifted_and_the_result_stands(full: SimulatedClub) -> None:
    await day(full, "most_wanted")
    banned = next(p for p in full.game.players if p.role is Role.CIVILIAN)
    await full.slash(full.admin, full.chat, "remove", seat=banned.seat, offence="peeking")
    await thanks(full)
    *gone, last = [p.seat for p in full.game.players if p.role in (Role.MAFIA, Role.DON)]
    for seat in gone:
        await full.slash(full.admin, full.chat, "remove", seat=seat, offence="bet")
    first, second, third = [p.seat for p in full.game.living() if p.seat != last][1:4]
    await nominations(full, (first, last), (second, third))
    while isinstance(full.game.phase, Ballot):
        for player in full.game.living():
            await full.press(full.seat(player.seat), Press.VOTE)
    assert isinstance(full.game.phase, Over)
    rows = await full.store.results.of_game(full.table.game_id)
    ban = say(full, "what-ban", user=banned.user, offence=say(full, "offence-peeking"))
    await undo(full, ban)
    assert await bans(full, banned.user) == []
    assert isinstance(full.game.phase, Over)
    assert await full.store.results.of_game(full.table.game_id) == rows
