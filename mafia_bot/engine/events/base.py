"""The root of every event: an immutable value with a name that never changes once written."""

from msgspec import Struct


class Event(Struct, frozen=True):
    """Something that happened. Stored as (kind, version, data), see kinds.py."""
