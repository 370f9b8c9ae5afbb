"""Sends the edits of one guild, the most urgent first, and follows them. It knows no table and no ledger."""

import logging
import random
from collections.abc import Awaitable, Callable, Mapping

import discord
import msgspec

from mafia_bot.delivery.budget import Budget, Priority
from mafia_bot.delivery.tasks import BackgroundTasks
from mafia_bot.delivery.voice.api import Outcome, set_mute
from mafia_bot.delivery.voice.bucket import Bucket
from mafia_bot.delivery.voice.flights import Flight, Flights
from mafia_bot.delivery.voice.plan import Rank, Wish
from mafia_bot.delivery.voice.standing import Standing
from mafia_bot.delivery.wire import Reply
from mafia_bot.engine.ids import UserId

ASKED_AGAIN = frozenset({500, 502, 504, 524})
"""Errors after which the client asks again by itself, for a wish that may be overtaken by then."""

_log = logging.getLogger(__name__)


class Asked(msgspec.Struct, frozen=True):
    """A member who is to be edited, and where they are."""

    wish: Wish
    channel_id: int


class Edits:
    """`before` is called when an edit is about to be sent, `after` when it has ended, with how, and `again`
    when more may be sent.
    """

    def __init__(
        self,
        client: discord.Client,
        guild_id: int,
        standing: Standing,
        *,
        now: Callable[[], float],
        lots: random.Random,
        in_flight: int,
        recheck: float,
        budget: Budget,
        tasks: BackgroundTasks,
        before: Callable[[UserId, bool], None],
        after: Callable[[UserId, Flight, Outcome], Awaitable[None]],
        again: Callable[[], None],
    ) -> None:
        self._client, self._guild_id, self._now, self._lots = client, guild_id, now, lots
        self._standing, self._budget, self._recheck = standing, budget, recheck
        self._tasks, self._before, self._after, self._again = tasks, before, after, again
        self.flights, self._bucket = Flights(in_flight), Bucket(now)
        self._wanted: Mapping[UserId, Asked] = {}
        self._order: dict[UserId, float] = {}
        standing.outage.listen(again)

    def new_turn(self) -> None:
        """A new wish of a table: its edits come in a new order."""
        self._order.clear()

    def launch(self, wanted: Mapping[UserId, Asked]) -> list[float]:
        """Send as many of these edits as may fly.

        Returns the moments at which there is something to see again (epoch seconds).
        """
        self._wanted, now = wanted, self._now()
        self._standing.look()
        ready, moments = self._ready()
        for user_id, asked in ready:
            wait = self._standing.closed(asked.channel_id)
            if wait is None and asked.wish.rank is Rank.OPEN:
                # Silence before sound: two are not heard at once, not even for the time of a request.
                wait = self.flights.hushing(asked.wish.game_id, now)
            if wait is not None:
                moments.append(wait)
                continue
            if self._bucket.free() == 0 and self._bucket.opens is not None:
                moments.append(self._bucket.opens)
            if self._bucket.free() == 0 or self.flights.room <= 0:
                break
            self._send(user_id, asked)
        return [*moments, *self.flights.moments(self._recheck)]

    def replied(self, user_id: UserId, reply: Reply) -> None:
        """The head of an answer has arrived; its caller may be kept asleep for a whole window more."""
        flight = self.flights.requested(user_id)
        if flight is None:
            return
        if reply.status == 429 and reply.everywhere:
            flight.held = self._now() + (reply.retry_after or 1.0) + 1.0
            return
        self.flights.answered(flight)
        if reply.status == 429:
            self._bucket.refused(reply.retry_after or 1.0)
            self._recall(user_id, flight)
            self._standing.unasked(user_id, flight)
        elif reply.limit is None or reply.remaining is None or reply.reset_after is None:
            self._bucket.lost()
        else:
            self._bucket.answered(reply.limit, reply.remaining, reply.reset_after)
        if reply.status in ASKED_AGAIN:
            self._recall(user_id, flight)
            self._standing.unanswered(user_id, flight)
        elif reply.status < 300:
            flight.landed = self._now()
        self._again()

    def overdue(self) -> list[UserId]:
        """Give up the edits whose answer does not come; they may still be carried out, however late."""
        given_up = self.flights.overdue(self._now())
        for user_id, flight in given_up:
            self.flights.answered(flight)
            self._bucket.lost()
            if self.flights.of(user_id) is flight:
                self._standing.unanswered(user_id, flight, waited=True)
            self._recall(user_id, flight)
        return [user_id for user_id, _ in given_up]

    def _ready(self) -> tuple[list[tuple[UserId, Asked]], list[float]]:
        """Edits that nobody's own trouble holds back, and when the others may be tried again."""
        ready: list[tuple[float, int, float, UserId, Asked]] = []
        moments: list[float] = []
        for user_id, asked in self._wanted.items():
            if user_id in self.flights:
                continue
            if (until := self._standing.rests(user_id, asked.wish)) is not None:
                moments.append(until)
                continue
            lot = self._order.setdefault(user_id, self._lots.random())
            turn = self._standing.turn(user_id, asked.wish, asked.channel_id)
            ready.append((turn, asked.wish.rank, lot, user_id, asked))
        ready.sort(key=lambda one: one[:3])
        return [(user_id, asked) for _, _, _, user_id, asked in ready], moments

    def _send(self, user_id: UserId, asked: Asked) -> None:
        flight = Flight(asked.wish, asked.channel_id)
        self.flights.begin(user_id, flight)
        self._standing.asks(user_id, flight)
        self._bucket.take()
        self._before(user_id, flight.mute)
        flight.task = self._tasks.run(self._fly(user_id, flight))

    async def _fly(self, user_id: UserId, flight: Flight) -> None:
        await self._budget.take(Priority.VOICE)
        asked = self._wanted.get(user_id)
        if asked is None or asked.wish.mute is not flight.mute:
            # Overtaken while it waited for its place: a stale wish is never sent.
            self.flights.answered(flight)
            self.flights.end(user_id, flight)
            self._bucket.lost()
            self._standing.unasked(user_id, flight)
            self._again()
            return
        flight.sent = self._now()
        try:
            outcome = await set_mute(self._client, self._guild_id, user_id, flight.mute)
        except Exception:
            _log.exception("guild %s: an edit of member %s failed", self._guild_id, user_id)
            outcome = Outcome.LATER
        if self.flights.answered(flight):
            self._bucket.lost()
        self._learn(user_id, flight, outcome)
        await self._after(user_id, flight, outcome)

    def _learn(self, user_id: UserId, flight: Flight, outcome: Outcome) -> None:
        if outcome is not Outcome.LATER:
            self._standing.answered(user_id, flight, outcome)
        elif self.flights.of(user_id) is flight:
            # One that an event has confirmed already failed in nothing but its answer.
            self._standing.unanswered(user_id, flight)
        if outcome is Outcome.DONE:
            # Only an event that has not come yet is waited for; most came before this answer.
            flight.landed = self._now() if flight.landed is None else flight.landed
        else:
            self.flights.end(user_id, flight)

    def _recall(self, user_id: UserId, flight: Flight) -> None:
        """Take a request back from the client, which would send it again, or wait with it, by itself."""
        self.flights.end(user_id, flight)
        if flight.task is not None:
            flight.task.cancel()
