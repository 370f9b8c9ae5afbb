"""One seat in the panel of those who rule: what it is known for, and what can be ruled about it (GE-09)."""

from collections.abc import Iterator

from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.discipline import at_table, undefeated
from mafia_bot.engine.host_view import host_view
from mafia_bot.engine.hosting import alibi_enters
from mafia_bot.engine.ids import SeatNo, UserId
from mafia_bot.engine.ruleset.discipline import Offence
from mafia_bot.engine.state import Game, Over
from mafia_bot.engine.view import view
from mafia_bot.screens.host_controls import naming_menu
from mafia_bot.screens.ladder import next_step
from mafia_bot.screens.parts import Option, Options, Panel, Part, People
from mafia_bot.screens.status import offence_choices, offence_line
from mafia_bot.texts import Language

TABLE, HALL = "0", "1"
"""How far a removal goes, behind the offence in the value of an option."""


def seat_panel(game: Game, viewer: UserId, seat: SeatNo, texts: Language) -> Panel:
    """A seat as whoever rules may see it: with its card only for those who lead.

    Raises IndexError for a seat that is not at the table.
    """
    own = view(game, viewer).seats[seat - 1]
    key = "host-card" if own.role is not None else "option-seat"
    lines = [f"**{texts(key, seat=seat, role=own.role)}**"]
    if own.warnings:
        lines.append(texts("warnings-list-row", seat=seat, count=own.warnings))
    if at_table(game, seat):
        lines.append(texts("host-next-warning", step=next_step(game, seat, texts)))
    else:
        lines.append(texts("host-seat-out"))
    return Panel("\n".join(lines), tuple(_parts(game, viewer, seat, texts)))


def _parts(game: Game, viewer: UserId, seat: SeatNo, texts: Language) -> Iterator[Part]:
    running = not isinstance(game.phase, Over)
    if running and at_table(game, seat):
        yield from _discipline(game, seat, texts)
    seen = host_view(game, viewer)
    if seen is not None and seat in seen.naming:
        yield naming_menu(game, seat, texts)
    if seen is not None and running:
        if game.player(seat).alive:
            yield People(Control(Press.REPLACE, 0, seat), texts("select-replace"))
        if undefeated(game, seat) is None:
            yield Control(Press.DEFEAT, 0, seat)
        if alibi_enters(game) and game.player(seat).alive:
            yield Control(Press.NO_ALIBI if seat in seen.alibi else Press.ALIBI, 0, seat)
    yield Control(Press.BACK)


def _discipline(game: Game, seat: SeatNo, texts: Language) -> Iterator[Part]:
    step = next_step(game, seat, texts)
    choices = offence_choices(game.rules, {"warning"}, texts)
    warnings = tuple(Option(offence, name, step) for offence, name in choices)
    removals = tuple(
        option for offence in game.rules.discipline.offences for option in _removals(offence, texts)
    )
    if warnings:
        # MW-18: an act under several items is warned for all of them, if the host so chooses.
        yield Options(Control(Press.WARN, 0, seat), warnings, texts("select-warn"), len(warnings))
    if removals:
        yield Options(Control(Press.REMOVE, 0, seat), removals, texts("select-remove"))


def _removals(offence: Offence, texts: Language) -> Iterator[Option]:
    """How far a removal for an offence may go, its own default first (MW-19)."""
    name, hall = offence_line(offence, texts), "hall" in offence.sanctions
    table = Option(f"{offence.id}:{TABLE}", name, texts("sanction-eased" if hall else "sanction-removal"))
    if hall:
        whole = Option(f"{offence.id}:{HALL}", name, texts("sanction-hall"))
        yield from (whole, table) if offence.sanctions[0] == "hall" else (table, whole)
    elif "removal" in offence.sanctions:
        yield table
