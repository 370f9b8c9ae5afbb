"""A private panel as an answer to a press: it is remembered, so that it is closed when it is over."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cogs.caller import Caller
from cogs.carrier import PressCarrier
from cogs.doorway import Sent, tell
from mafia_bot.table.open_panels import Way, Which
from mafia_bot.table.table import Table

REACHED = 840.0
"""Seconds for which an answer can be edited; Discord says fifteen minutes."""

Content = dict[str, Any]
"""A message's content, embed and view, as `mafia_bot.table.private` makes them."""


async def open_panel(caller: Caller, table: Table, which: Which, content: Content, note: str = "") -> None:
    """Answer with a panel that the caller alone sees; `note` is what stands above it until the next step."""
    panels, way = caller.registry.panels, _way(caller)
    if content["view"] is None:
        await tell(caller.interaction, content["content"], **_given(content))
        return
    await panels.opened(table, caller.user, which, content, caller.texts, way, note=note)
    sent = Sent()
    try:
        sent = await tell(caller.interaction, content["content"], **_given(content))
    finally:
        await panels.stands(way, sent.message_id, apart=sent.apart)


async def redraw(
    caller: Caller, carrier: PressCarrier, table: Table, which: Which, content: Content, note: str = ""
) -> bool:
    """Let a panel stand in place of the pressed message, which is private; false if it is too late for it."""
    if not await carrier.deliver(**content):
        return False
    panels = caller.registry.panels
    if content["view"] is None:
        await panels.closed(caller.user, carrier.message_id)
        return True
    await panels.opened(
        table,
        caller.user,
        which,
        content,
        caller.texts,
        _way(caller),
        note=note,
        message_id=carrier.message_id,
    )
    return True


async def close_panel(caller: Caller, carrier: PressCarrier, words: str) -> bool:
    """Let words stand in place of the pressed message, and nothing to press; false if it is too late."""
    if not await carrier.deliver(content=words, embed=None, view=None):
        return False
    await caller.registry.panels.closed(caller.user, carrier.message_id)
    return True


@contextmanager
def held(caller: Caller) -> Iterator[None]:
    """While a press on a private message is answered, nothing but the answer changes it."""
    message = caller.interaction.message
    pressed = message.id if message is not None and message.flags.ephemeral else None
    with caller.registry.panels.held(caller.user, pressed):
        yield


def _way(caller: Caller) -> Way:
    interaction = caller.interaction
    return Way(interaction.id, interaction.token, caller.received + REACHED)


def _given(content: Content) -> Content:
    """Without what stands first, and without what is not there: a new message takes nothing away."""
    return {name: part for name, part in content.items() if name != "content" and part is not None}
