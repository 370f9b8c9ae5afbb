"""A wanted message as Discord takes it, and the fingerprint by which it is known again."""

import hashlib
from collections.abc import Iterable
from typing import Any

import discord
import msgspec

from mafia_bot.delivery.board.components import board_view, embed_of
from mafia_bot.delivery.board.wanted import Wanted
from mafia_bot.texts import Language


class Rendered(msgspec.Struct, frozen=True):
    """Text, embed and controls of a message; `mark` is its fingerprint. `rings`: its mentions call people."""

    content: str | None
    embed: discord.Embed | None
    view: discord.ui.View | None
    mark: str
    rings: bool

    def edit(self) -> dict[str, Any]:
        """As arguments of an edit: what is not there any more is taken away."""
        return {"content": self.content, "embed": self.embed, "view": self.view}

    def sending(self) -> dict[str, Any]:
        """As arguments of a new message."""
        found: dict[str, Any] = {"content": self.content}
        if self.embed is not None:
            found["embed"] = self.embed
        if self.view is not None:
            found["view"] = self.view
        found["allowed_mentions"] = discord.AllowedMentions(everyone=False, roles=False, users=self.rings)
        return found


def render(wanted: Wanted, texts: Language) -> Rendered:
    """A wanted message with its embed and its controls."""
    page = wanted.page
    if page is None:
        return rendered(wanted.text)
    embed, view = embed_of(page), board_view(page, texts)
    # A mention in a new message rings for the one whose turn it is; in an edit it only names them.
    content = f"<@{page.called}>" if page.called is not None else None
    rows = () if view is None else view.to_components()
    return Rendered(content, embed, view, _mark(content, (embed,), rows), rings=content is not None)


def rendered(
    content: str | None = None, embed: discord.Embed | None = None, view: discord.ui.View | None = None
) -> Rendered:
    """A message that calls nobody, of its parts."""
    rows = () if view is None else view.to_components()
    embeds = () if embed is None else (embed,)
    return Rendered(content, embed, view, _mark(content, embeds, rows), rings=False)


def mark_of(message: discord.Message) -> str:
    """The fingerprint of a message that stands."""
    rows: list[Any] = [row.to_dict() for row in message.components]
    return _mark(message.content, message.embeds, rows)


def _mark(content: str | None, embeds: Iterable[discord.Embed], rows: Iterable[Any]) -> str:
    """Of what a client shows, and not of how it is written: Discord gives neither back as it was sent."""
    shown: list[Any] = [(content or "").strip()]
    shown += [[(embed.title or "").strip(), (embed.description or "").strip()] for embed in embeds]
    for row in rows:
        for item in row.get("components", ()):
            options = [option["value"] for option in item.get("options", ())]
            shown.append([item.get("custom_id"), item.get("label"), options])
    return hashlib.blake2b(msgspec.json.encode(shown), digest_size=16).hexdigest()
