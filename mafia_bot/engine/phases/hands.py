"""Hands on the table: who may put one down, and why one does not count (GE-05, MA-09, MA-10, MA-21)."""

from collections.abc import Iterator

from mafia_bot.engine import commands as cmd
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.state import Game


def may_vote(game: Game, seat: SeatNo) -> bool:
    """Whether a rung of the ladder left the seat its vote in this circle (MA-21)."""
    penalty = game.player(seat).penalty_in(game.broke)
    return penalty is None or penalty.vote


Heard = tuple[tuple[SeatNo, object], ...]
"""The hands that are down, in order of arrival: whose, and for what."""


def able(game: Game, barred: tuple[SeatNo, ...]) -> tuple[SeatNo, ...]:
    """The living who may vote: without the barred, and without those who lost the vote."""
    return tuple(owing(game, barred, ()))


def owing(game: Game, barred: tuple[SeatNo, ...], heard: Heard) -> Iterator[SeatNo]:
    """Those who may vote and have not. A hand may be of one who has left since (MA-07)."""
    down = {voter for voter, _ in heard}
    for p in game.players:
        free = p.alive and p.seat not in down and p.seat not in barred
        if free and (not p.penalties or may_vote(game, p.seat)):
            yield p.seat


def late(game: Game, command: cmd.CastVote | cmd.CastLiftVote, heard: Heard) -> Refusal | None:
    """A second hand, or one that arrived when its window was not open (GE-05)."""
    if any(voter == command.seat for voter, _ in heard):
        return Refusal(Code.ALREADY_VOTED, "GE-05")
    deadline = game.clock.deadline
    if command.window != game.clock.step or (deadline is not None and command.received > deadline):
        return Refusal(Code.WINDOW_CLOSED, "GE-05")
    return None


def unable(game: Game, seat: SeatNo, barred: tuple[SeatNo, ...], clause: str) -> Refusal | None:
    """A hand of one of the tied where these do not vote (`clause`), or of one who lost the vote."""
    if seat in barred:
        return Refusal(Code.TIED_DO_NOT_VOTE, clause)
    return None if may_vote(game, seat) else Refusal(Code.VOTE_TAKEN, "MA-21")
