"""Who leads a table: the host's chair (GE-02, GE-17)."""

import discord

from cogs.caller import Caller, Person
from cogs.doorway import Answer
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.ids import Rank, UserId
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.table.table import Table


async def name_host(caller: Caller, table: Table, rank: Rank, host: Person | None) -> Answer:
    """Put somebody, or the bot, in the chair. Assistants and moderators may, where its host is gone."""
    if isinstance(host, discord.User) and not host.bot:
        return Refusal(Code.NOT_A_MEMBER)
    user = None if host is None or host.bot else UserId(host.id)
    gone = rank is Rank.ASSISTANT and await caller.registry.presence.host_gone(table)
    outcome = await table.submit(cmd.NameHost(rank, user, gone))
    return outcome if isinstance(outcome, Refusal) else caller.texts("done")
