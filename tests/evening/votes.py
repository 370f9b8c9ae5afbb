"""A script's votes and all that they lead to: justifications, the lift, the maniac's choice and answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mafia_bot.engine.controls import Press
from mafia_bot.engine.state import Ballot, Justification, LiftVote, ManiacQuestion, ShortNight
from tests.doors.visit import say
from tests.evening import watching as see

if TYPE_CHECKING:
    from tests.evening.director import Director


async def justification(director: Director, phase: Justification) -> None:
    """The tied, the suspects, the winner of distrust: one after another, as written (MA-09, CI-16, CL-05)."""
    seat, spoken = phase.queue[0], director.justified
    spoken.append(seat)
    assert spoken == director.day.justify[: len(spoken)], "another one justifies himself"
    director.did("justify", len(spoken) - 1)
    director.turn("justification")
    await director.aloud(seat)


async def ballot(director: Director, phase: Ballot) -> None:
    """One candidate's window, nobody heard (GE-05)."""
    director.look(set())
    lines = director.day.ballots[phase.stage]
    director.did("ballots", phase.stage)
    assert [int(seat) for seat in lines] == list(phase.candidates), "not in the order of nomination"
    if phase.stage == 0 and lines:
        # MA-05: read out before the vote, and there to be read while it goes on.
        assert say(director.club, "list-read", candidates=phase.candidates) in see.board_text(director.club)
    for voter in lines[str(phase.candidate)]:
        await director.club.press(director.club.seat(voter), Press.VOTE)
    if isinstance(director.club.game.phase, Ballot) and director.club.game.phase.index == phase.index:
        await director.club.to_next_deadline()
    director.pay()


async def lift(director: Director, _phase: LiftVote) -> None:
    """«Все покинули игру?»"""
    director.look(set())
    for name, press in (("agree", Press.AGREE), ("against", Press.AGAINST)):
        for place, seat in enumerate(getattr(director.day, name)):
            await director.club.press(director.club.seat(seat), press)
            director.did(name, place)
    if isinstance(director.club.game.phase, LiftVote):
        await director.club.to_next_deadline()
    director.pay()


async def short_night(director: Director, _phase: ShortNight) -> None:
    """CI-19: nobody is heard, and the maniac alone chooses."""
    director.look(set())
    if director.day.choose is not None:
        await director.club.choose(director.holder("maniac"), director.day.choose)
        director.did("choose")
    else:
        await director.club.to_next_deadline()
    director.pay()


async def question(director: Director, _phase: ManiacQuestion) -> None:
    """CX-04: asked aloud, so everybody living may be heard; silence is an answer too."""
    director.look(see.seats(p.seat for p in director.club.game.living()))
    assert director.day.yes is not None, "write what the maniac answers"
    director.did("yes")
    if director.day.yes:
        await director.club.press(director.holder("maniac"), Press.MANIAC_YES)
    else:
        await director.club.to_next_deadline()
