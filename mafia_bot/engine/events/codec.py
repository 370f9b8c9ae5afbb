"""Events to and from the journal: an explicit kind and version each, old versions raised by upcasters."""

from typing import Any

import msgspec

from mafia_bot.engine.events import day, discipline, hosting, lobby, night, vote
from mafia_bot.engine.events.base import Event


class UnknownEvent(ValueError):
    """A stored kind or version that this program does not know: the game is refused at load."""


MODULES = (lobby, night, day, vote, discipline, hosting)

KINDS: dict[str, type[Event]] = {
    name: cls
    for module in MODULES
    for name, cls in vars(module).items()
    if isinstance(cls, type) and issubclass(cls, Event) and cls is not Event
}
VERSIONS: dict[str, int] = dict.fromkeys(KINDS, 1)
UPCASTERS: dict[tuple[str, int], Any] = {}
"""(kind, old version) -> function raising the stored data by one version."""


def encode(event: Event) -> tuple[str, int, dict[str, Any]]:
    """An event as (kind, version, plain data) for the journal."""
    kind = type(event).__name__
    return kind, VERSIONS[kind], msgspec.to_builtins(event)


def decode(kind: str, version: int, data: dict[str, Any]) -> Event:
    """An event from the journal, old versions raised by their upcasters.

    Raises UnknownEvent for a kind or version never written by this program or older ones, and for bad data.
    """
    cls = KINDS.get(kind)
    if cls is None:
        raise UnknownEvent(f"unknown event kind {kind!r}")
    while version < VERSIONS[kind] and (kind, version) in UPCASTERS:
        data = UPCASTERS[kind, version](data)
        version += 1
    if version != VERSIONS[kind]:
        raise UnknownEvent(f"{kind}: unknown version {version}")
    try:
        return msgspec.convert(data, cls)
    except msgspec.ValidationError as error:
        raise UnknownEvent(f"{kind} version {version}: {error}") from error
