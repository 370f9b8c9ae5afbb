"""The end: nothing can be done any more, and every card may be shown (GE-06)."""

from mafia_bot.engine.commands import Command
from mafia_bot.engine.phases.base import PhaseRules, sign_up
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Over


class OverRules(PhaseRules[Over]):
    """It is reached through `exits.end` alone."""

    state = Over
    in_play = False

    def handle(self, run: Run, phase: Over, command: Command) -> Refusal | None:
        """The result stands."""
        return Refusal(Code.GAME_OVER)


OVER = sign_up(OverRules())
