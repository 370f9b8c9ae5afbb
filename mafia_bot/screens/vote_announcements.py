"""What the table is told of a vote: the list, the count, a tie, and what came of it."""

from mafia_bot.engine import events as ev
from mafia_bot.engine.state import Game
from mafia_bot.texts import Language


def vote_line(event: ev.Event, game: Game, texts: Language) -> str | None:
    """The line for an event of the vote, or None."""
    match event:
        case ev.ListRead(candidates=candidates):
            return texts("list-read", candidates=candidates)
        case ev.VoteSkipped(reason=reason):
            return texts(f"vote-skipped-{reason}")
        case ev.JustificationBegan(queue=queue) if len(queue) > 1:
            return texts("justification-began", queue=queue)
        case ev.BallotBegan(candidates=candidates, stage=stage) if stage:
            return texts("ballot-began-revote", candidates=candidates)
        case ev.VotesCounted():
            return _count(event, game, texts)
        case ev.TieFound(seats=seats):
            return texts("tie-found", seats=seats)
        case ev.AlibiHeld(seat=seat):
            return texts("alibi-held", seat=seat)
        case ev.NobodyLeft(reason=reason):
            return texts(f"nobody-left-{reason}")
        case ev.LiftVotesCounted(agree=agree, against=against, lifted=lifted):
            key = "lift-votes-counted-lifted" if lifted else "lift-votes-counted-stay"
            return texts(key, agree=agree, against=against)
        case _:
            return _maniac(event, texts)


def _count(event: ev.VotesCounted, game: Game, texts: Language) -> str:
    rows = [texts("votes-counted-row", seat=seat, count=count) for seat, count in event.tally]
    lines = [texts("votes-counted", lines=rows)]
    if event.silent and game.rules.vote.abstainers == "last":
        seats = [seat for seat, _ in event.silent]
        lines.append(texts("votes-silent-last", seats=seats, target=event.silent[0][1]))
    elif event.silent:
        lines.append(texts("votes-silent-self", seats=[seat for seat, _ in event.silent]))
    return "\n".join(lines)


def _maniac(event: ev.Event, texts: Language) -> str | None:
    match event:
        case ev.ShortNightFell(candidates=candidates, deadline=deadline):
            return texts("short-night-fell", seats=candidates, deadline=deadline)
        case ev.TieBroken(seat=seat, by_lot=by_lot):
            return texts("tie-broken-lot" if by_lot else "tie-broken", seat=seat)
        case ev.ManiacAbsent(dealt=dealt):
            return texts("maniac-dead" if dealt else "maniac-never")
        case ev.ManiacAnswered(yes=yes):
            return texts("maniac-yes" if yes else "maniac-silent")
        case _:
            return None
