"""A player's own questions to the host, and what the bot says where it hosts (CI-21)."""

from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.state import Game
from mafia_bot.engine.view import view
from mafia_bot.screens.status import now_line
from mafia_bot.texts import Language


def own_questions(game: Game, seat: SeatNo, texts: Language) -> str:
    """All that a seat has asked, with the answers; latest last."""
    rows = [
        texts("ask-row" if one.answer else "ask-row-waits", words=one.words, answer=one.answer)
        for one in game.questions
        if one.seat == seat
    ]
    return "\n".join(rows) or texts("ask-none")


def bots_answer(game: Game, texts: Language) -> str:
    """What the bot can tell as a host: where the game is, and where all its rules are (GE-10)."""
    return texts("ask-bot", now=now_line(view(game, None), texts))
