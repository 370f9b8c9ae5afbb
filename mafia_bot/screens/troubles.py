"""Troubles in words: what is wrong and the way out. It knows kinds and names, not where they come from."""

from collections.abc import Sequence

from mafia_bot.engine.ids import UserId
from mafia_bot.texts import Language


def trouble_line(
    kind: str, texts: Language, *, names: Sequence[str], user: UserId | None, channel: int | None
) -> str:
    """What is wrong, and what whoever reads it can do. `names` are permissions, or sides of the delivery."""
    words = [texts(f"permission-{name}") if texts.has(f"permission-{name}") else name for name in names]
    place = "-here" if channel is not None and texts.has(f"trouble-{kind}-here") else ""
    return texts(f"trouble-{kind}{place}", names=words, user=user or 0, channel=channel or 0)


def settled_line(
    kind: str, texts: Language, *, user: UserId | None, channel: int | None = None
) -> str | None:
    """That it is well again; None for what is better not mentioned a second time."""
    place = "-here" if channel is not None and texts.has(f"trouble-{kind}-here-over") else ""
    key = f"trouble-{kind}{place}-over"
    return texts(key, user=user or 0, channel=channel or 0) if texts.has(key) else None
