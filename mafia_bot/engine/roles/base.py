"""What a night act is: who wakes for it, what may be aimed at, and what is answered at once."""

from collections.abc import Callable

from msgspec import Struct

from mafia_bot.engine.ids import Act, Role, SeatNo
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game, Player

Legal = Callable[[Game, Player, SeatNo], Refusal | None]
Answer = Callable[[Run, Player, SeatNo], None]


def anybody(_game: Game, _player: Player, _target: SeatNo) -> Refusal | None:
    """Every living seat may be aimed at."""
    return None


def silence(_run: Run, _player: Player, _target: SeatNo) -> None:
    """Nothing is answered."""


class Ability(Struct, frozen=True):
    """One night act of one role, by its `clause`. `dead_too` lets it aim at those who left."""

    act: Act
    roles: tuple[Role, ...]
    clause: str
    legal: Legal = anybody
    answer: Answer = silence
    dead_too: bool = False
    can_be_blocked: bool = False


def twice_running(
    game: Game, player: Player, target: SeatNo, *, allowed: bool, clause: str
) -> Refusal | None:
    """Refuse the target of the night before (MA-13, MA-17, CX-05, CI-04)."""
    if not allowed and player.aims and player.aims[-1] == (game.round - 1, target):
        return Refusal(Code.SAME_TWICE, clause, {"seat": target})
    return None
