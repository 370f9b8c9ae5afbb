"""What happens before the cards are dealt. `at` 0: in the first journals nobody wrote down when."""

from typing import Any

from mafia_bot.engine.events.base import Event
from mafia_bot.engine.ids import Role, SeatNo, UserId


class LobbyOpened(Event, frozen=True):
    """A lobby under a ruleset (whole, as data), with the host or none (GE-02), and who opened it."""

    rules: dict[str, Any]
    host: UserId | None
    at: float = 0.0
    opener: UserId | None = None


class RulesetChosen(Event, frozen=True):
    """Another ruleset, whole."""

    rules: dict[str, Any]
    at: float = 0.0


class RulesetOffered(Event, frozen=True):
    """The club has newer rules, or others by default, and the lobby may play by them (GE-10).

    `name` is the club's own name for them, "" for shipped ones.
    """

    ruleset: str
    version: int
    name: str = ""
    at: float = 0.0


class DealChosen(Event, frozen=True):
    """The host's own deal, civilians left out (MA-01); empty brings back the recommended one."""

    cards: tuple[tuple[Role, int], ...]
    at: float = 0.0


class PlayerJoined(Event, frozen=True):
    """Somebody took the next free seat."""

    user: UserId
    at: float = 0.0


class PlayerUnjoined(Event, frozen=True):
    """Somebody left the lobby, or was asked to."""

    user: UserId
    kicked: bool
    at: float = 0.0


class SeatsSwapped(Event, frozen=True):
    """Two people in a lobby have changed seats (GE-15)."""

    one: SeatNo
    other: SeatNo
    at: float


class HostNamed(Event, frozen=True):
    """Who hosts; None is the bot (GE-02)."""

    user: UserId | None
    at: float = 0.0


class AssistantNamed(Event, frozen=True):
    """An assistant host was added or dismissed."""

    user: UserId
    added: bool
    at: float = 0.0


class GameStarted(Event, frozen=True):
    """The lobby closed; the people by seat, and those whom it is courteous to spare at first (CC-21).

    `serving`: the banned who were there and so miss this game (CC-16); None: it was not looked at.
    """

    users: tuple[UserId, ...]
    at: float
    spared: tuple[UserId, ...] = ()
    serving: tuple[UserId, ...] | None = None


class NameSeen(Event, frozen=True):
    """A player is called so now."""

    user: UserId
    name: str
    at: float
