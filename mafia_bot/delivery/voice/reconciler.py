"""The voice floor of one guild: makes Discord's server mutes agree with who may be heard.

It keeps ids only, asks for nothing it did not write down first, and never waits for Discord on behalf of
a game. It knows no phase, no role and no word.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import discord

from mafia_bot.delivery.tasks import BackgroundTasks
from mafia_bot.delivery.voice.api import Outcome, heard_in, set_mute
from mafia_bot.delivery.voice.backoff import RECHECK, TRIES, Efforts
from mafia_bot.delivery.voice.book import Book
from mafia_bot.delivery.voice.ledger import Ledger
from mafia_bot.delivery.voice.plan import Heard, Table, Voice, Wish, held_by_others, wishes
from mafia_bot.delivery.voice.problems import FloorProblem, Problems
from mafia_bot.engine.ids import GameId, UserId

IN_FLIGHT = 5
"""With seven or more at once discord.py lets one caller sleep a whole window though tokens are left."""

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Flight:
    """One edit until the gateway confirms it; ``landed`` is when Discord answered (epoch seconds)."""

    mute: bool
    landed: float | None = None


class VoiceFloor:
    """All tables of one guild, for they share its one bucket of about ten member edits in ten seconds.

    ``now`` gives epoch seconds; ``lots`` shuffles bulk edits, so their order says nothing (GE-11).
    ``on_problem`` is called at most once for a member until they are well again.
    """

    def __init__(
        self,
        client: discord.Client,
        guild_id: int,
        ledger: Ledger,
        *,
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        lots: random.Random,
        in_flight: int = IN_FLIGHT,
        recheck: float = RECHECK,
        on_problem: Callable[[FloorProblem, UserId], None] | None = None,
    ) -> None:
        self.guild_id = guild_id
        self._client, self._now, self._sleep, self._lots = client, now, sleep, lots
        self._in_flight, self._recheck = in_flight, recheck
        self._problems = Problems(on_problem)
        self._book = Book(ledger, guild_id)
        self._efforts = Efforts()
        self._tables: dict[GameId, Table] = {}
        self._flights: dict[UserId, _Flight] = {}
        self._order: dict[UserId, float] = {}
        self._busy = 0
        self._wakes_at = 0.0
        self._watch: asyncio.Task[None] | None = None
        self._tasks = BackgroundTasks(_log, f"the voice floor of guild {guild_id} will look again")
        self._pen = asyncio.Lock()

    @property
    def problems(self) -> Mapping[UserId, FloorProblem]:
        """What is wrong now, by member."""
        return self._problems.open

    @property
    def debts(self) -> frozenset[UserId]:
        """Whom we still owe an unmute: paid at their next voice join anywhere in the guild."""
        return self._book.debts

    async def wish(
        self,
        voice_channel_id: int,
        game_id: GameId,
        *,
        speakers: frozenset[UserId],
        seats: frozenset[UserId],
        running: bool,
    ) -> None:
        """From now on only ``speakers`` are heard in this game's channel; the newest wish wins.

        Returns when the wishes are in the ledger; the edits follow on their own. Not ``running`` is
        the same as ``release``. Errors of the ledger are raised; nobody is muted without its row.
        """
        if not running:
            await self.release(game_id)
            return
        old = self._tables.get(game_id, Table(voice_channel_id, seats, frozenset()))
        if old.speakers != speakers or game_id not in self._tables:
            self._order.clear()
        self._tables[game_id] = old.turn_to(voice_channel_id, seats, speakers)
        await self._reconcile()

    async def release(self, game_id: GameId) -> None:
        """The game is over: all whom we muted for it are set free, those out of reach become debts."""
        if self._tables.pop(game_id, None) is not None:
            self._order.clear()
        await self._reconcile()

    async def on_voice_state(
        self, member: discord.Member, before: discord.VoiceState, after: discord.VoiceState
    ) -> None:
        """Discord's word on one member: the acknowledgement of an edit, an arrival, or another's hand."""
        moved = before.channel != after.channel
        if member.guild.id != self.guild_id or member.bot or not (moved or before.mute != after.mute):
            return
        user_id = UserId(member.id)
        if not self._concerns(user_id, before, after):
            return
        if moved:
            self._efforts.forget(user_id)
        if after.channel is not None:
            if (flight := self._flights.get(user_id)) is not None and flight.mute == after.mute:
                # The HTTP call may sleep a whole window after its success; the event is what counts.
                del self._flights[user_id]
            if after.mute:
                async with self._pen:
                    await self._book.seen_muted(user_id, self._now())
        await self._reconcile()

    async def recover(self) -> frozenset[UserId]:
        """Read the ledger and make good what was missed (start-up, resumed, guild available).

        Call it after every continued game has wished once, or their players are unmuted for a moment.
        Returns the debts that remain.
        """
        self._book.forget()
        self._efforts.forget()
        await self._reconcile()
        return self.debts

    def close(self) -> None:
        """Stop asking. The ledger remembers; the next start makes good."""
        self._tasks.stop()

    def _concerns(self, user_id: UserId, before: discord.VoiceState, after: discord.VoiceState) -> bool:
        """Whether we have a say: on a large server most voice traffic has nothing to do with us."""
        if user_id in self._book.rows or not self._book.loaded:
            return True
        places = {state.channel.id for state in (before, after) if state.channel is not None}
        return any(table.channel_id in places for table in self._tables.values())

    async def _reconcile(self) -> None:
        """Write down what is to be asked, forget what is done, and start the edits. Safe to repeat."""
        try:
            async with self._pen:
                await self._book.load()
                if (heard := heard_in(self._client, self.guild_id)) is not None:
                    await self._write(heard)
        except Exception:
            # People may still be unmuted, for that their rows are written; the rest is tried again.
            self._launch()
            self._look_at(self._now() + self._recheck)
            raise
        self._launch()

    async def _write(self, heard: Heard) -> None:
        for user_id, flight in list(self._flights.items()):
            if flight.landed and user_id in heard and heard[user_id].muted is flight.mute:
                del self._flights[user_id]
        wanted = wishes(self._tables, heard, self._book.ours)
        for user_id in [u for u in self._book.rows if self._is_settled(u, heard, wanted)]:
            await self._book.settle(user_id)
        differing = {u: (w.mute, w.game_id) for u, w in wanted.items() if self._differs(u, w, heard[u])}
        await self._book.wish(differing, self._now())
        await self._book.owe_absent(heard, self._tables)
        self._problems.blocked(held_by_others(wanted, heard, self._book.rows))

    def _differs(self, user_id: UserId, wish: Wish, voice: Voice) -> bool:
        """Whether Discord is, or may be, in another state than we wish. Others' mutes are not ours to end."""
        if wish.mute:
            return not voice.muted
        row = self._book.rows.get(user_id)
        return row is not None and (voice.muted or row.unseen)

    def _is_settled(self, user_id: UserId, heard: Heard, wanted: Mapping[UserId, Wish]) -> bool:
        wish, flight = wanted.get(user_id), self._flights.get(user_id)
        if wish is None or wish.mute or (flight is not None and flight.mute):
            return False
        return not self._differs(user_id, wish, heard[user_id])

    def _launch(self) -> None:
        """Start as many edits as may fly, the most urgent first, and see to it that we look again."""
        ready, moments = self._ready()
        for user_id, mute in ready[: self._in_flight - self._busy]:
            flight = self._flights[user_id] = _Flight(mute)
            self._efforts.begin(user_id, mute, self._now())
            self._book.rows[user_id].unseen |= mute
            self._busy += 1
            self._tasks.run(self._edit(user_id, flight))
        landed = (flight.landed for flight in self._flights.values())
        self._look_at(min([*moments, *(moment + self._recheck for moment in landed if moment)], default=None))

    def _ready(self) -> tuple[list[tuple[UserId, bool]], list[float]]:
        """Edits to be asked for now (member, mute), most urgent first, and when others may be tried again."""
        heard, now = heard_in(self._client, self.guild_id) or {}, self._now()
        ready: list[tuple[int, float, UserId, bool]] = []
        moments: list[float] = []
        for user_id, wish in wishes(self._tables, heard, self._book.ours).items():
            row, mute = self._book.rows.get(user_id), wish.mute
            # Without its row in the ledger nobody is muted: a crash would leave them so.
            if row is None or (mute and not row.wish) or user_id in self._flights:
                continue
            if not self._differs(user_id, wish, heard[user_id]):
                continue
            if self._efforts.spent(user_id, mute, now):
                self._problems.report(user_id, FloorProblem.CONTESTED)
                # A game that is over wishes nothing more: who is still muted then must not wait for its next.
                moments.append(self._efforts.anew(user_id, mute, now))
            elif (until := self._efforts.of(user_id, mute, now).until) > now:
                moments.append(until)
            else:
                lot = self._order.setdefault(user_id, self._lots.random())
                ready.append((wish.rank, lot, user_id, mute))
        return [(user_id, mute) for _, _, user_id, mute in sorted(ready)], moments

    async def _edit(self, user_id: UserId, flight: _Flight) -> None:
        try:
            outcome = await set_mute(self._client, self.guild_id, user_id, flight.mute)
        finally:
            self._busy -= 1
        self._land(user_id, flight, outcome)
        if outcome in (Outcome.ABSENT, Outcome.GONE):
            async with self._pen:
                await self._book.owe(user_id)
        await self._reconcile()

    def _land(self, user_id: UserId, flight: _Flight, outcome: Outcome) -> None:
        """Learn from an answer. Nothing here is retried at once."""
        now, mute = self._now(), flight.mute
        if outcome is Outcome.DONE:
            # Only an event that has not come yet is waited for; most came before this answer.
            flight.landed = now
            self._problems.answered(user_id)
        elif self._flights.get(user_id) is flight:
            del self._flights[user_id]
        # A mute that was refused, or an unmute that was granted, leaves nothing to be confirmed.
        nothing_left = outcome is not Outcome.LATER and mute is not (outcome is Outcome.DONE)
        if nothing_left and (row := self._book.rows.get(user_id)) is not None:
            row.unseen = False
        if outcome in (Outcome.ABSENT, Outcome.LATER):
            # ABSENT: they left between our look and our call; their next voice join begins anew.
            failures = self._efforts.put_off(user_id, mute, now)
            if outcome is Outcome.LATER and failures >= TRIES:
                self._problems.report(user_id, FloorProblem.UNREACHABLE)
        elif outcome is not Outcome.DONE:
            self._efforts.give_up(user_id, mute, now)
            self._problems.report(user_id, FloorProblem(outcome.value))

    def _look_at(self, moment: float | None) -> None:
        """Have one sleeping task that wakes when there is something to see; none when all is confirmed.

        After the last confirmation any change comes as an event, so there is nothing more to look for.
        """
        if self._watch is not None:
            if self._wakes_at == moment:
                return
            self._watch.cancel()
            self._watch = None
        if moment is not None:
            self._wakes_at = moment
            self._watch = self._tasks.run(self._look_again())

    async def _look_again(self) -> None:
        await self._sleep(max(0.0, self._wakes_at - self._now()))
        self._watch = None
        for user_id, flight in list(self._flights.items()):
            if flight.landed is not None and self._now() - flight.landed >= self._recheck:
                del self._flights[user_id]
        await self._reconcile()
