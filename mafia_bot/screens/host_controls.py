"""What those who rule may press in their panel, from top to bottom: five rows at most (GE-16)."""

from collections.abc import Iterator

from mafia_bot.engine.controls import Control, Press, nominees
from mafia_bot.engine.host_view import HostView
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.offered import decisions
from mafia_bot.engine.phases.base import rules_of
from mafia_bot.engine.state import Game, Lobby, Over
from mafia_bot.engine.undoing import undoable
from mafia_bot.screens.parts import Menu, Option, Options, Part, People
from mafia_bot.texts import Language

ALOUD, PRIVATELY = "1", "0"
"""How a question is answered, behind its number in the value of an option."""

EXTRA_SECONDS = (10, 30)
"""What one press adds to the open step."""


def controls(game: Game, seen: HostView, texts: Language) -> Iterator[Part]:
    """All that whoever leads may press in a position."""
    yield from _clock(game)
    yield from seat_menu(game, texts)
    if isinstance(game.phase, Lobby) and len(game.phase.members) > 1:
        # GE-15: the host may reseat until the cards are dealt.
        places = tuple(SeatNo(place) for place in range(1, len(game.phase.members) + 1))
        yield Menu(Control(Press.SWAP), places, texts("select-swap"), 2)
    if len(seen.naming) == 1:
        yield naming_menu(game, seen.naming[0], texts)
    elif not isinstance(game.phase, Over):
        yield People(Control(Press.ASSISTANT), texts("select-assistant"))
    if seen.questions:
        yield Options(Control(Press.ANSWER), _answers_to(seen, texts), texts("select-answer"))
    yield from decisions(game)
    yield from _rulings(game, seen)


def _clock(game: Game) -> tuple[Part, ...]:
    refresh, step = Control(Press.REFRESH), game.clock.step
    if not rules_of(game.phase).in_play:
        return (refresh,)
    extra = tuple(Control(Press.EXTRA, step, seconds) for seconds in EXTRA_SECONDS)
    if game.paused:
        return (Control(Press.RESUME), *extra, refresh)
    return (Control(Press.PAUSE), Control(Press.NEXT, step), *extra, refresh)


def seat_menu(game: Game, texts: Language) -> tuple[Part, ...]:
    """Which seat it is about."""
    seats = tuple(player.seat for player in game.players)
    return (Menu(Control(Press.SEAT), seats, texts("select-seat")),) if seats else ()


def _answers_to(seen: HostView, texts: Language) -> tuple[Option, ...]:
    """Each question twice: to be answered aloud, or to whoever asked (CI-21)."""
    return tuple(
        Option(f"{one.number}:{way}", f"{texts.label('option-seat', seat=one.seat)}: {one.words}", texts(key))
        for one in seen.questions
        for way, key in ((ALOUD, "answer-aloud"), (PRIVATELY, "answer-private"))
    )


def _rulings(game: Game, seen: HostView) -> Iterator[Part]:
    if seen.asked is not None:
        yield Control(Press.SAID_YES, game.clock.step, seen.asked)
    if undoable(game):
        yield Control(Press.UNDO)
    if not isinstance(game.phase, Over):
        yield Control(Press.END)


def naming_menu(game: Game, seat: SeatNo, texts: Language) -> Menu:
    """Whom a seat nominated aloud, to be entered for it (GE-16)."""
    control = Control(Press.ENTER, game.clock.step, seat)
    return Menu(control, nominees(game), texts("select-enter", seat=seat))
