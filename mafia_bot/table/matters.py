"""Whether what was asked before a ruling can still be ruled: a question whose matter is over is closed."""

from collections.abc import Callable

from mafia_bot.engine import commands as cmd
from mafia_bot.engine.decide import Facts, step
from mafia_bot.engine.ids import Rank, SeatNo, UserId
from mafia_bot.engine.refusals import Refusal
from mafia_bot.engine.state import Game
from mafia_bot.screens.refusals import refusal_words
from mafia_bot.texts import Language

Parts = list[str]

RULINGS: dict[str, Callable[[Rank, Parts], cmd.Command]] = {
    "end": lambda rank, _parts: cmd.Annul(rank, ""),
    "defeat": lambda rank, parts: cmd.DeclareDefeat(rank, SeatNo(int(parts[0]))),
    "remove": lambda rank, parts: cmd.Remove(rank, SeatNo(int(parts[0])), parts[1], parts[2] == "1"),
    "suspend": lambda rank, parts: cmd.Suspend(rank, UserId(int(parts[0])), parts[1]),
    "undo": lambda rank, parts: cmd.Undo(rank, int(parts[0]) or None),
}
"""What each kind of question asks about, by the parts behind its game's number."""


def moot(game: Game, detail: str, now: float, texts: Language) -> str | None:
    """The words that close a question, or None: it can be answered yet. `detail` is the question's kind and
    its parts, `now` epoch seconds.
    """
    kind, _game, *parts = detail.split(":")
    result = step(game, RULINGS[kind](Rank.HOST, parts), Facts(now, lambda count: list(range(count))))
    if not isinstance(result, Refusal):
        return None
    return texts("question-moot", text=refusal_words(result, texts))
