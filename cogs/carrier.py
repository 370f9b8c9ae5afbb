"""A press as its own answer: the message that was pressed can be edited by it, free of charge."""

from typing import Any

import aiohttp
import discord

PROMISED = discord.InteractionResponseType.deferred_message_update
"""A press whose answer took long: the pressed message is still to be edited."""


class PressCarrier:
    """Takes the next page of the board back as the answer to a press, which costs no request."""

    def __init__(self, interaction: discord.Interaction) -> None:
        self._interaction = interaction
        self.claimed = False

    @property
    def message_id(self) -> int | None:
        """The message that was pressed."""
        message = self._interaction.message
        return None if message is None else message.id

    def claim(self) -> None:
        """The board will answer."""
        self.claimed = True

    async def deliver(self, **content: Any) -> bool:
        """Edit the pressed message; false if it is too late for that."""
        response = self._interaction.response
        if response.is_done() and response.type is not PROMISED:
            return False
        try:
            if response.is_done():
                await self._interaction.edit_original_response(**content)
            else:
                await response.edit_message(**content)
        except (discord.HTTPException, aiohttp.ClientError, OSError):
            return False
        return True
