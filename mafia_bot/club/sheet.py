"""The game sheet (протокол): a finished game as lines, for a message and for the terminal.

Knows results and texts; it opens every card, so it is for games that are over (GE-06).
"""

from msgspec import Struct

from mafia_bot.club.points import PointsProfile, points_of
from mafia_bot.club.results import FinishedGame, FinishedSeat
from mafia_bot.engine.ids import SeatNo
from mafia_bot.texts import Language

TECHNICAL_DEFEAT = "technical-defeat"
MESSAGE = 2000
"""Characters that Discord takes in one message."""

PLAIN = ("", "annulled", "closed")
"""Reasons that say no more than the verdict does."""


class SheetLine(Struct, frozen=True):
    """One seat in words; `points` is a number for the caller to format."""

    seat: SeatNo
    name: str
    role: str
    exit: str
    warnings: int
    points: float
    won: bool


def sheet(game: FinishedGame, texts: Language, profile: PointsProfile) -> tuple[SheetLine, ...]:
    """The lines of a game in seat order."""
    return tuple(
        SheetLine(
            seat=seat.seat,
            name=seat.name,
            role=texts(f"role-{seat.role}"),
            exit=_exit(seat, texts),
            warnings=seat.warnings,
            points=points_of(profile, game, seat),
            won=game.won(seat),
        )
        for seat in sorted(game.seats, key=lambda seat: seat.seat)
    )


def verdict(game: FinishedGame, texts: Language) -> str:
    """Who won, in one line: a team, a shared win (MA-25), a draw, or nobody because it was annulled."""
    if not game.counts:
        return texts("annulled")
    if not game.winners:
        return texts("won-draw")
    # CX-04: a maniac who plays for the town wins as one of the town; only a defeat is shared by rivals.
    if len(game.winners) > 1 and game.reason == TECHNICAL_DEFEAT:
        return texts("won-shared", teams=[texts(f"team-{team}") for team in game.winners])
    return texts(f"won-{game.winners[0]}")


def sheet_parts(
    game: FinishedGame, texts: Language, profile: PointsProfile, limit: int = MESSAGE
) -> tuple[str, ...]:
    """The sheet as messages of at most so many characters, cut at line ends: twenty long names need two."""
    parts: list[str] = []
    for line in sheet_message(game, texts, profile).splitlines():
        if parts and _length(parts[-1]) + 1 + _length(line) <= limit:
            parts[-1] += "\n" + line
        else:
            parts.append(line[:limit])
    return tuple(parts)


def _length(text: str) -> int:
    """As a client counts it, where an emoji is two; whoever counts otherwise finds less."""
    return len(text.encode("utf-16-le")) // 2


def sheet_message(game: FinishedGame, texts: Language, profile: PointsProfile) -> str:
    """The whole sheet as one text: head, verdict, a line a seat, best move, host."""
    rows = [
        texts(
            "sheet-row-warned" if line.warnings else "sheet-row",
            seat=line.seat,
            name=line.name,
            role=line.role,
            exit=line.exit,
            warnings=line.warnings,
        )
        for line in sheet(game, texts, profile)
    ]
    rows += [
        texts("sheet-best-move", seat=seat.seat, seats=seat.best_move)
        for seat in game.seats
        if seat.best_move
    ]
    if game.host is not None:
        rows.append(texts("sheet-host", user=game.host))
    head = [
        f"**{texts('sheet-title', number=game.number)}**",
        texts("sheet-played", ruleset=game.ruleset, day=game.day, days=game.days),
        f"{verdict(game, texts)} {_reason(game, texts)}".rstrip(),
    ]
    return "\n".join(head + rows)


def _exit(seat: FinishedSeat, texts: Language) -> str:
    if seat.exit is None:
        return texts("cause-alive")
    key = "sheet-exit-night" if seat.exit.at_night else "sheet-exit-day"
    return texts(key, round=seat.exit.round, cause=texts(f"cause-{seat.exit.cause}"))


def _reason(game: FinishedGame, texts: Language) -> str:
    """Why the game ended so: the host's own words, or who brought it about, or the rule, or the offence."""
    if game.words:
        return texts("sheet-reason", reason=game.words)
    if game.reason == TECHNICAL_DEFEAT and game.offender is not None:
        team = next(seat.team for seat in game.seats if seat.seat == game.offender)
        return texts("technical-defeat", seat=game.offender, team=team)
    if texts.has(f"reason-{game.reason}"):
        return texts(f"reason-{game.reason}")
    if game.reason in PLAIN:
        return ""
    offence = f"offence-{game.reason}"
    return texts("sheet-reason", reason=texts(offence) if texts.has(offence) else game.reason)
