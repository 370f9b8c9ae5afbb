"""Warnings and removals: the ladder acts without anyone counting (MA-20 – MA-25, CC-12 – CC-20, MW-15
– MW-20).
"""

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.exits import end, leave, next_circle, over
from mafia_bot.engine.ids import Cause, Rank, SeatNo, Team
from mafia_bot.engine.phases import vote
from mafia_bot.engine.phases.base import move_on, rules_of, waits_for
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.ruleset.discipline import Offence, Rung
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game, Lobby, Over, Speeches


def at_table(game: Game, seat: SeatNo) -> bool:
    """Whether a seat can still be disciplined: alive, or saying goodbye."""
    if not game.has(seat):
        return False
    return game.player(seat).alive or seat in rules_of(game.phase).leaving(game.phase)


def _offence(game: Game, command: cmd.Warn | cmd.Remove, allowed: set[str]) -> Offence | Refusal:
    if isinstance(game.phase, (Lobby, Over)):
        return Refusal(Code.NOT_STARTED if isinstance(game.phase, Lobby) else Code.GAME_OVER)
    if not at_table(game, command.seat):
        return Refusal(Code.NOT_AT_TABLE, "", {"seat": command.seat})
    offence = game.rules.offence(command.offence)
    if offence is None:
        return Refusal(Code.UNKNOWN_OFFENCE, "", {"offence": command.offence})
    if not allowed & set(offence.sanctions):
        return Refusal(Code.WRONG_SANCTION, offence.clause, {"offence": offence.id})
    return offence


def next_warning(game: Game, seat: SeatNo) -> tuple[int, Rung | None]:
    """Which warning a seat's next one would be, and the rung of the ladder that it brings, if any."""
    count = game.player(seat).warnings + 1
    return count, next((rung for rung in game.rules.discipline.ladder.rungs if rung.at == count), None)


def warn(run: Run, command: cmd.Warn) -> Refusal | None:
    """Issue warnings one by one, each with what its rung brings; a removal ends the series."""
    offence = _offence(run.game, command, {"warning"})
    if isinstance(offence, Refusal):
        return offence
    for _ in range(max(1, command.times)):
        count, rung = next_warning(run.game, command.seat)
        run.emit(ev.WarningIssued(command.seat, offence.id, count, command.rank, run.now))
        if rung is not None and rung.removed:
            _remove(run, command.seat, offence, hall=False, rank=command.rank)
            break
        if rung is not None:
            _penalise(run, command.seat, rung)
    return None


def _penalise(run: Run, seat: SeatNo, rung: Rung) -> None:
    game = run.game
    circle = next_circle(game)
    phase = game.phase
    nearest = game.rules.discipline.ladder.costs == "next_speech"
    if nearest and isinstance(phase, Speeches) and not phase.closing and seat in phase.queue[1:]:
        circle = game.broke  # SP-06: his turn in this circle is still to come
    run.emit(ev.PenaltyIncurred(seat, circle, rung.speech, rung.nomination, rung.vote))


def remove(run: Run, command: cmd.Remove) -> Refusal | None:
    """Remove a seat from the table or the hall, with the bans that the offence carries (MW-19)."""
    offence = _offence(run.game, command, {"removal", "hall"})
    if isinstance(offence, Refusal):
        return offence
    hall = offence.sanctions[0] == "hall" if command.hall is None else command.hall
    eased = "hall" in offence.sanctions and not hall
    _remove(run, command.seat, offence, hall=hall, rank=command.rank, eased=eased)
    return None


def _remove(run: Run, seat: SeatNo, offence: Offence, *, hall: bool, rank: Rank, eased: bool = False) -> None:
    before = run.game
    player = before.player(seat)
    run.emit(ev.PlayerRemoved(seat, offence.id, hall, rank, run.now))
    day = offence.day or hall or eased
    if offence.games or day:
        run.emit(ev.PlayerSuspended(player.user, offence.id, offence.games, day, hall, None, run.now))
    if player.alive:
        leave(run, (seat,), Cause.DISCIPLINE, at_night=before.broke == before.round)
        _cancel_vote(run, before)
    else:
        run.emit(ev.FarewellEnded(seat))  # MA-24: whoever leaves by discipline leaves in silence
    if offence.annuls:
        annul(run, offence.id)
    elif not over(run):
        _go_on(run, before)


def _cancel_vote(run: Run, before: Game) -> None:
    if not run.game.rules.discipline.removal_cancels_vote:
        return
    in_day = before.broke == before.round + 1
    open_vote = in_day and before.decided_in != before.broke
    run.emit(ev.VoteCancelled(before.broke if open_vote else before.broke + 1))  # SP-07


def _go_on(run: Run, before: Game) -> None:
    """How the day goes on after a removal in the middle of it (GE-07, CC-20, SP-07; field story 18: a
    removal in a revote): the vote may be cancelled, or the turn may have been his.
    """
    was, game = before.phase, run.game
    cancelled = game.no_vote_in == game.broke and before.no_vote_in != game.broke
    if cancelled and rules_of(was).in_vote(was):
        vote.skip(run, "cancelled")  # SP-07
    else:
        move_on(run, waits_for(was))


def suspend(run: Run, command: cmd.Suspend) -> Refusal | None:
    """Ban a person, seated or not; an offence that annuls ends the game without a result (CC-18, MW-15)."""
    if isinstance(run.game.phase, (Lobby, Over)):
        return Refusal(Code.NOT_STARTED if isinstance(run.game.phase, Lobby) else Code.GAME_OVER)
    offence = run.game.rules.offence(command.offence)
    if offence is None:
        return Refusal(Code.UNKNOWN_OFFENCE, "", {"offence": command.offence})
    if not {"suspension", "hall"} & set(offence.sanctions):
        return Refusal(Code.WRONG_SANCTION, offence.clause, {"offence": offence.id})
    hall = "hall" in offence.sanctions
    day, rank = offence.day or hall, command.rank
    run.emit(ev.PlayerSuspended(command.user, offence.id, offence.games, day, hall, rank, run.now))
    if offence.annuls:
        annul(run, offence.id)
    return None


def annul(run: Run, reason: str, words: str = "") -> None:
    """End the game without a result; `words` are the host's own."""
    if not isinstance(run.game.phase, Over):
        end(run, (), reason, counts=False, words=words)


def undefeated(game: Game, seat: SeatNo) -> Refusal | None:
    """Why no technical defeat can be declared for what a seat did, or None (MA-25, SP-09)."""
    rule = game.rules.discipline.technical_defeat
    if rule == "never":
        return Refusal(Code.NO_TECHNICAL_DEFEAT, "MA-25")
    if isinstance(game.phase, (Lobby, Over)) or not game.has(seat):
        return Refusal(Code.NOT_AT_TABLE, "", {"seat": seat})
    gone = game.player(seat).exit
    silenced = gone is not None and gone.cause is Cause.DISCIPLINE
    if rule == "leaving" and not silenced:  # whoever has last words may say what he likes in them
        return Refusal(Code.NO_TECHNICAL_DEFEAT, "MA-25", {"seat": seat})
    return None


def defeat(run: Run, command: cmd.DeclareDefeat) -> Refusal | None:
    """The offender's team loses at once and the others share the win (MA-25, SP-09)."""
    game = run.game
    if refusal := undefeated(game, command.seat):
        return refusal
    player = game.player(command.seat)
    dealt = {p.team for p in game.players}
    winners = tuple(team for team in Team if team in dealt and team is not player.team)
    run.emit(ev.TechnicalDefeat(command.seat, player.team, command.rank, run.now))
    end(run, winners, "technical-defeat")
    return None
