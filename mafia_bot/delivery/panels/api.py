"""The panels' only touch with Discord: a private message is edited by the token of its press."""

import discord
from discord.http import handle_message_parameters
from discord.webhook.async_ import async_context

from mafia_bot.delivery.board.api import Answer, Outcome
from mafia_bot.delivery.board.rendering import Rendered
from mafia_bot.store.panels import OpenPanel


async def edit(client: discord.Client, panel: OpenPanel, rendered: Rendered) -> Answer:
    """Let a panel say this. It costs nothing of a bot's limits; raises what Discord and the network raise."""
    hook = discord.Webhook.partial(client.application_id or 0, panel.token, client=client)
    if panel.message_id is not None:
        await hook.edit_message(panel.message_id, **rendered.edit())
        return Answer(Outcome.DONE)
    # An interaction's own answer is reached without its id, but not by a method of a webhook.
    with handle_message_parameters(**rendered.edit()) as made:
        await async_context.get().edit_original_interaction_response(
            hook.id, panel.token, session=hook.session, payload=made.payload
        )
    return Answer(Outcome.DONE)
