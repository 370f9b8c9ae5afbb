"""A club's new rules and its tables that play by others: a lobby is offered them, a game keeps its own
(GE-10).
"""

from collections.abc import Callable

from mafia_bot.engine import commands as cmd
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.table.table import Table
from mafia_bot.texts import Language


class Proposing:
    """`tables` are those that this process keeps."""

    def __init__(self, tables: Callable[[], tuple[Table, ...]]) -> None:
        self._tables = tables

    async def propose(
        self, guild_id: int, rules: Ruleset, texts: Language, *, every: bool = False
    ) -> list[str]:
        """Offer new rules to the open lobbies of a server that play by an older version of them (`every`: by
        any other), and say, in the words of whoever made them, what that means to each table there.
        """
        lines = []
        for table in self._tables():
            if table.hall.guild_id != guild_id or table.over or not _older(table.game.rules, rules, every):
                continue
            outcome = await table.submit(cmd.OfferRuleset(rules.id, rules.version, rules.name))
            if not isinstance(outcome, Refusal):
                lines.append(texts("rules-offered", voice=table.hall.voice_id))
            elif outcome.code is Code.ALREADY_STARTED:
                lines.append(texts("rules-not-running", voice=table.hall.voice_id))
        return lines


def _older(played: Ruleset, made: Ruleset, every: bool) -> bool:
    return (every or played.id == made.id) and (played.id, played.version) != (made.id, made.version)
