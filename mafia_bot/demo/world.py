"""What a simulated server shows to somebody who looks at it: messages, controls, voices, rights, requests.

Reads only the simulator's public state, never the bot's memory.
"""

import re
from collections.abc import Iterator
from typing import Any

import discord
import simcord
from msgspec import Struct
from simcord.results import InteractionResult, ResponseMessage, to_discord_message
from simcord.types import HttpLogEntry

from mafia_bot.engine.controls import Press

Message = discord.Message | ResponseMessage

FREE = re.compile(r"^/(interactions/\d+/[^/]+/callback|webhooks/\d+/[^/]+)")
"""Answers to interactions: Discord does not count them against a bot's limits."""

MEMBER_EDIT = re.compile(r"^/guilds/\d+/members/(\d+)$")
BUTTON = 2
QUESTION = "sure"
"""What the tokens of questions have where others have the kind of press."""


class Offer(Struct, frozen=True):
    """One control as a client receives it: its token, and the values of a menu (none for a button)."""

    token: str
    values: tuple[str, ...] | None = None

    @property
    def press(self) -> str:
        """The kind of press."""
        return self.token.split(":")[1]

    @property
    def seat(self) -> int:
        """The seat or slot that the control is aimed at."""
        return int(self.token.rsplit(":", 1)[1])


class NotOffered(LookupError):
    """What should be pressed is not on the message: a person could not press it either."""


def newest_board(env: simcord.Env, channel_id: int) -> discord.Message | None:
    """The newest message of a channel that carries controls for everybody. Costs nothing but that message."""
    messages = env.backend.messages.get(channel_id, {})
    for number in sorted(messages, reverse=True):
        message = messages[number]
        if not message.is_ephemeral and message.components:
            return to_discord_message(env, message)
    return None


def offers(message: Message) -> tuple[Offer, ...]:
    """All controls of a message, top to bottom."""
    rows = message.components
    plain = rows if isinstance(message, ResponseMessage) else [row.to_dict() for row in rows]  # type: ignore[union-attr]
    return tuple(_offers(plain))


def _offers(rows: Any) -> Iterator[Offer]:
    for row in rows:
        for item in row.get("components", ()):
            token = item.get("custom_id") or ""
            if not token.startswith("mafia:"):
                continue
            menu = item["type"] != BUTTON
            options = item.get("options", ())  # a menu of people names none of them
            yield Offer(token, tuple(option["value"] for option in options) if menu else None)


def offer(message: Message, press: Press, slot: int | None = None) -> Offer:
    """The control of a kind on a message, of a slot if several have one. Raises NotOffered."""
    for found in offers(message):
        if found.press == press and slot in (None, found.seat):
            return found
    raise NotOffered(f"{press} is not among {[found.token for found in offers(message)]}")


def question(result: InteractionResult) -> str | None:
    """The token of the button that says yes to a private question; None if nothing was asked."""
    found = [] if result.response is None else _offers(result.response.components)
    return next((offer.token for offer in found if offer.press == QUESTION), None)


def answer_of(result: InteractionResult) -> str | None:
    """What the bot said to the one who pressed, and to nobody else; None if it said nothing."""
    response = result.response
    if response is None or not response.ephemeral:
        followups = [found.content for found in result.followups if found.ephemeral]
        return "\n".join(followups) or None
    return response.content


def counted(requests: list[HttpLogEntry]) -> list[HttpLogEntry]:
    """Those requests that count against a bot's limits."""
    return [request for request in requests if not FREE.match(request.path)]


def member_edit(request: HttpLogEntry) -> tuple[int, bool] | None:
    """Whom a request mutes (true) or unmutes; None if it is another request."""
    found = MEMBER_EDIT.match(request.path)
    if request.method != "PATCH" or found is None or not request.json or "mute" not in request.json:
        return None
    return int(found.group(1)), bool(request.json["mute"])
