"""The ladder of warnings in words: what a rung brings, and which one comes next."""

from mafia_bot.engine.discipline import next_warning
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.ruleset.discipline import Rung
from mafia_bot.engine.state import Game
from mafia_bot.screens.status import offence_choices
from mafia_bot.texts import Language

LOSSES = ("speech", "nomination", "vote")


def rung_line(rung: Rung, texts: Language) -> str:
    """Which warning it is and what it costs (MA-21, CC-13, MW-20, SP-06)."""
    lost = [texts(f"rules-rung-{name}") for name in LOSSES if not getattr(rung, name)]
    effects = [texts("rules-rung-removed")] if rung.removed else lost
    return texts("rules-rung", at=rung.at, effects=effects)


def next_step(game: Game, seat: SeatNo, texts: Language) -> str:
    """What one more warning to a seat would be, and bring. Raises IndexError for a seat that is not there."""
    count, rung = next_warning(game, seat)
    return texts("rules-warning", at=count) if rung is None else rung_line(rung, texts)


def offences_for(game: Game, sanctions: set[str], seat: int | None, texts: Language) -> list[tuple[str, str]]:
    """The offences that may bring one of these sanctions, as (id, name); for a seat at the table that is to
    be warned, with what the ladder brings it next.
    """
    choices = offence_choices(game.rules, sanctions, texts)
    if seat is None or not game.has(SeatNo(seat)):
        return choices
    step = next_step(game, SeatNo(seat), texts)
    return [(offence, texts("offence-choice", offence=name, step=step)) for offence, name in choices]
