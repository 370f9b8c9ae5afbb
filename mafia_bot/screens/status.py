"""What anybody may ask of a game in words: what it waits for, until when, who sits, who was warned."""

from mafia_bot.engine.ids import UserId
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.ruleset.discipline import Offence
from mafia_bot.engine.state import Game
from mafia_bot.engine.view import View, Waiting, view
from mafia_bot.screens.names import offence_name
from mafia_bot.texts import Language


def status_lines(game: Game, viewer: UserId, texts: Language) -> list[str]:
    """The state of a game as one viewer may see it."""
    seen = view(game, viewer)
    lines = [now_line(seen, texts)]
    living = [seat.seat for seat in seen.seats if seat.alive]
    dead = [seat.seat for seat in seen.seats if not seat.alive]
    if living:
        lines.append(texts("status-living", seats=living))
    if dead:
        lines.append(texts("status-dead", seats=dead))
    warned = [s for s in seen.seats if s.warnings]
    lines += [texts("warnings-list-row", seat=s.seat, count=s.warnings) for s in warned]
    if seen.nominations:
        lines.append(texts("nominations-list", seats=[seat for _, seat in seen.nominations]))
    if seen.waiting.owing:
        lines.append(texts("status-owing", seats=seen.waiting.owing))
    return lines


def now_line(seen: View, texts: Language) -> str:
    """What goes on, what the table waits for, and until when."""
    waits = seen.waiting
    phase = texts(f"phase-{waits.phase}")
    if seen.paused:
        return texts("status-paused", phase=phase, left=waits.left or 0)
    what = _what(waits, texts)
    if waits.until is None:
        return texts("status-untimed", phase=phase, what=what)
    return texts("status-waiting", phase=phase, what=what, deadline=waits.until)


def _what(waits: Waiting, texts: Language) -> str:
    match waits.phase:
        case "lobby":
            return texts("waiting-start")
        case "night":
            return texts("waiting-role", role=waits.role)
        case "short_night" | "maniac_question":
            return texts("waiting-maniac")
        case "nomination_window":
            return texts("waiting-nominations")
        case "ballot" if waits.seat is not None:
            return texts("waiting-votes", seat=waits.seat)
        case "lift_vote":
            return texts("waiting-lift")
        case "over":
            return texts("waiting-nothing")
        case _:
            return texts("waiting-speech", seat=waits.seat or 0)


def offence_choices(rules: Ruleset, sanctions: set[str], texts: Language) -> list[tuple[str, str]]:
    """The offences of a ruleset that may bring one of these sanctions, as (id, name with clause)."""
    return [(o.id, offence_line(o, texts)) for o in rules.discipline.offences if sanctions & set(o.sanctions)]


def offence_line(offence: Offence, texts: Language) -> str:
    """An offence with the clause that forbids it."""
    name = offence_name(offence.id, texts)
    return f"{name} ({offence.clause})" if offence.clause else name
