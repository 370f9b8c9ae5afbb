"""The edits of one guild that are under way: sent, answered, confirmed or given up. It decides nothing."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field

from mafia_bot.delivery.voice.plan import Rank, Wish
from mafia_bot.engine.ids import GameId, UserId

SLOTS = 5
"""With seven or more at once discord.py lets one caller sleep a whole window though tokens are left."""

LIMIT = 3.5
"""Seconds for which an answer is waited for; then the edit is given up and the member is asked again."""

SOON = 0.2
"""Seconds for which a silence that was sent is waited for before the next voice is opened all the same."""


@dataclass(slots=True, eq=False)
class Flight:
    """One edit until the gateway confirms it. Moments are epoch seconds.

    ``sent`` is when it left us, ``landed`` when Discord granted it. Until ``held`` it waits inside the client
    for the limit of the whole bot, where cancelling it would stop every other request for good.
    """

    wish: Wish
    channel_id: int
    sent: float | None = None
    landed: float | None = None
    held: float = 0.0
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def mute(self) -> bool:
        """Whether it mutes or unmutes."""
        return self.wish.mute

    @property
    def patience(self) -> float | None:
        """Until when its answer is waited for; None while it has not left us."""
        return None if self.sent is None else max(self.sent + LIMIT, self.held)


class Flights:
    """At most ``slots`` requests at once; a flight that is confirmed may still hold its request."""

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._open: dict[UserId, Flight] = {}
        self._requests: dict[Flight, UserId] = {}

    def __contains__(self, user_id: UserId) -> bool:
        return user_id in self._open

    @property
    def room(self) -> int:
        """How many more requests may be sent."""
        return self._slots - len(self._requests)

    def of(self, user_id: UserId) -> Flight | None:
        """The edit of a member that is not confirmed yet."""
        return self._open.get(user_id)

    def begin(self, user_id: UserId, flight: Flight) -> None:
        """A request is about to be sent."""
        self._open[user_id] = flight
        self._requests[flight] = user_id

    def requested(self, user_id: UserId) -> Flight | None:
        """The youngest edit of a member whose answer has not come."""
        return next((f for f, user in reversed(self._requests.items()) if user == user_id), None)

    def answered(self, flight: Flight) -> bool:
        """The answer has come, whatever it says. Returns whether it was still waited for."""
        return self._requests.pop(flight, None) is not None

    def confirmed(self, user_id: UserId, mute: bool) -> bool:
        """Discord's event says that it is so. Returns whether an edit of ours was confirmed by it."""
        flight = self._open.get(user_id)
        if flight is None or flight.mute is not mute:
            return False
        del self._open[user_id]
        return True

    def end(self, user_id: UserId, flight: Flight) -> None:
        """Nothing more is expected of this edit."""
        if self._open.get(user_id) is flight:
            del self._open[user_id]

    def landed(self) -> list[tuple[UserId, Flight]]:
        """Edits that Discord granted and no event has confirmed."""
        return [(user, flight) for user, flight in self._open.items() if flight.landed is not None]

    def forget(self, moment: float) -> None:
        """What landed before this moment and was never confirmed has to be looked at anew."""
        for user_id, flight in self.landed():
            if flight.landed is not None and flight.landed <= moment:
                del self._open[user_id]

    def overdue(self, now: float) -> list[tuple[UserId, Flight]]:
        """Requests whose answer is not waited for any longer."""
        return [
            (user, flight)
            for flight, user in self._requests.items()
            if (until := flight.patience) is not None and now >= until
        ]

    def hushing(self, game_id: GameId | None, now: float) -> float | None:
        """Until when a table's next voice waits for the silence of its last one, if it has to."""
        waits = [
            SOON + (now if flight.sent is None else flight.sent)
            for flight in self._open.values()
            if flight.wish.rank is Rank.HUSH and flight.wish.game_id == game_id and flight.landed is None
        ]
        return max((until for until in waits if until > now), default=None)

    def moments(self, recheck: float) -> Iterator[float]:
        """When to look again at what is under way."""
        for flight in self._open.values():
            if flight.landed is not None:
                yield flight.landed + recheck
        for flight in self._requests:
            if (until := flight.patience) is not None:
                yield until
