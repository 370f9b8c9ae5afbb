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
    return await _seat(caller, table, cmd.NameHost(rank, user, gone), user)


async def name_assistant(caller: Caller, table: Table, rank: Rank, user: UserId, add: bool) -> Answer:
    """Add an assistant, or dismiss one."""
    return await _seat(caller, table, cmd.NameAssistant(rank, user, add), user if add else None)


async def _seat(caller: Caller, table: Table, command: cmd.Command, user: UserId | None) -> Answer:
    leaders = () if user is None else (user,)
    outcome = await caller.registry.admission.submit(table, command, leaders=leaders)
    return outcome if isinstance(outcome, Refusal) else caller.texts("done")
