"""A word to the host is a question and no offence, where a club has it so; and his answer (CI-21)."""

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.phases.base import rules_of
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game, Question

MOST_LETTERS = 300
"""How long a question is, and an answer."""


def waiting(game: Game) -> tuple[Question, ...]:
    """The questions that nobody has answered yet, oldest first."""
    return tuple(question for question in game.questions if not question.answer)


def ask(run: Run, command: cmd.AskHost) -> Refusal | None:
    """Put a question to the host: by day, one at a time, while one is at the table."""
    game, phase = run.game, run.game.phase
    rules = rules_of(phase)
    if not game.rules.discipline.questions:
        return Refusal(Code.QUESTIONS_NOT_TAKEN, "CI-21")
    if rules.asleep:
        return Refusal(Code.ASK_BY_DAY, "CI-21")
    if not game.player(command.seat).alive and command.seat not in rules.leaving(phase):
        return Refusal(Code.DEAD, "GE-06")
    if any(question.seat == command.seat for question in waiting(game)):
        return Refusal(Code.ALREADY_ASKED, "CI-21")
    run.emit(ev.QuestionAsked(len(game.questions) + 1, command.seat, _line(command.words), run.now))
    return None


def _line(words: str) -> str:
    """A person's words in one line, no longer than is kept."""
    return " ".join(words.split())[:MOST_LETTERS]


def answer(run: Run, command: cmd.AnswerHost) -> Refusal | None:
    """Answer a question, to whoever asked it or (`aloud`) to the whole table."""
    found = next((one for one in waiting(run.game) if one.number == command.number), None)
    if found is None:
        return Refusal(Code.ALREADY_ANSWERED, "CI-21")
    words = _line(command.words)
    run.emit(ev.QuestionAnswered(found.number, found.seat, found.words, words, command.aloud, run.now))
    return None
