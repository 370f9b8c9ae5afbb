"""Why a command does not belong to the phase it came in: the same answer whatever the phase is."""

from mafia_bot.engine import commands as cmd
from mafia_bot.engine.refusals import Code, Refusal


def misplaced(command: cmd.Command, otherwise: Refusal) -> Refusal:
    """Why the phase does not take a command; `otherwise` for what only waits for its turn."""
    match command:
        case cmd.CastVote() | cmd.CastLiftVote():
            return Refusal(Code.WINDOW_CLOSED, "GE-05")
        case cmd.Nominate():
            return Refusal(Code.NO_NOMINATIONS_NOW, "GE-04")
        case cmd.ChooseTarget() | cmd.GiveOrder():
            return Refusal(Code.NOT_NIGHT)
        case cmd.AnswerQuestion():
            return Refusal(Code.NO_QUESTION, "CX-04")
        case cmd.NameBestMove():
            return Refusal(Code.NO_BEST_MOVE, "SP-08")
        case _:
            return otherwise
