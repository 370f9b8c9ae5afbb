"""The voice floor of one guild: makes Discord's server mutes agree with who may be heard.

It keeps ids only, asks for nothing it did not write down first, and never waits for Discord on behalf of
a game. It knows no phase, no role and no word.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Iterable, Mapping

import discord

from mafia_bot.delivery.budget import Budget
from mafia_bot.delivery.tasks import BackgroundTasks
from mafia_bot.delivery.trouble import TroubleKind, Troubles
from mafia_bot.delivery.voice.absent import Absentees
from mafia_bot.delivery.voice.api import Outcome, heard_in
from mafia_bot.delivery.voice.backoff import RECHECK
from mafia_bot.delivery.voice.book import Book
from mafia_bot.delivery.voice.claims import Claims
from mafia_bot.delivery.voice.edits import Asked, Edits
from mafia_bot.delivery.voice.flights import SLOTS, Flight
from mafia_bot.delivery.voice.ledger import Ledger
from mafia_bot.delivery.voice.patience import Outage
from mafia_bot.delivery.voice.plan import Heard, Wish, held_by_others, loud, wishes
from mafia_bot.delivery.voice.problems import Problems
from mafia_bot.delivery.voice.silence import Silences
from mafia_bot.delivery.voice.standing import Standing
from mafia_bot.delivery.voice.waking import Waking
from mafia_bot.delivery.wire import Reply
from mafia_bot.engine.ids import GameId, UserId

DOUBT = 120.0
"""Seconds for which an edit that was given up may still be carried out: a mute of then is ours."""

_log = logging.getLogger(__name__)


class VoiceFloor:
    """All tables of one guild, for they share its one bucket of about ten member edits in ten seconds.

    ``now`` gives epoch seconds; ``lots`` shuffles bulk edits, so their order says nothing (GE-11).
    ``budget`` and ``outage`` are those of the whole process; ``troubles`` hears of what cannot be mended.
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
        troubles: Troubles,
        budget: Budget,
        outage: Outage,
        in_flight: int = SLOTS,
        recheck: float = RECHECK,
    ) -> None:
        self.guild_id = guild_id
        self._client, self._now, self._recheck = client, now, recheck
        self._problems = Problems(troubles, guild_id)
        self._standing = Standing(client, guild_id, now=now, outage=outage, problems=self._problems)
        self._book, self._claims = Book(ledger, guild_id), Claims()
        self._tasks = BackgroundTasks(_log, f"the voice floor of guild {guild_id} will look again")
        self._edits = Edits(
            client,
            guild_id,
            self._standing,
            now=now,
            lots=lots,
            in_flight=in_flight,
            recheck=recheck,
            budget=budget,
            tasks=self._tasks,
            before=self._book.sent,
            after=self._landed,
            again=self._launch,
        )
        self._absent = Absentees(
            client, guild_id, now=now, budget=budget, tasks=self._tasks, found=self._reconcile
        )
        self._doubts: dict[UserId, float] = {}
        self._silences, self._pen = Silences(self._silent, sleep), asyncio.Lock()
        self._waking = Waking(self._look_again, now=now, sleep=sleep, tasks=self._tasks)

    @property
    def problems(self) -> Mapping[UserId, TroubleKind]:
        """What is wrong now, by member."""
        return self._problems.members

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
        turn = self._claims.turn(game_id, voice_channel_id, seats, speakers)
        if turn:
            self._new_turn(game_id)
        await self._reconcile()
        if turn and (table := self._claims.tables.get(game_id)) is not None:
            self._absent.look_for(table)

    async def release(self, game_id: GameId) -> None:
        """The game is over: all whom we muted for it are set free, those out of reach become debts."""
        if self._claims.drop(game_id):
            self._new_turn(game_id)
        await self._reconcile()

    async def new_step(self, game_id: GameId) -> None:
        """A game is a step further with the same voices: a quarrel of the last one begins anew."""
        if self._standing.new_step(game_id):
            await self._reconcile()

    async def silence(self, game_id: GameId, bound: float) -> bool:
        """Wait until only its speakers are heard in a game's channel, at most ``bound`` seconds.
        Returns whether it is so; whoever cannot be muted just now is not waited for.
        """
        return await self._silences.wait(game_id, bound)

    async def look_up(self, users: Iterable[UserId]) -> None:
        """Ask Discord where these people are; what is found comes as the event that was lost would have."""
        await self._absent.ask(list(users))

    async def on_voice_state(
        self, member: discord.Member, before: discord.VoiceState, after: discord.VoiceState
    ) -> None:
        """Discord's word on one member: the acknowledgement of an edit, an arrival, or another's hand."""
        self._standing.outage.sign(self._now())
        moved = before.channel != after.channel
        if member.guild.id != self.guild_id or member.bot or not (moved or before.mute != after.mute):
            return
        user_id = UserId(member.id)
        if not self._concerns(user_id, before, after):
            return
        if moved:
            self._standing.efforts.forget(user_id)
        if after.channel is not None:
            # The HTTP call may sleep a whole window after its success; the event is what counts.
            if not self._edits.flights.confirmed(user_id, after.mute) and before.mute and not after.mute:
                self._undone(user_id)
            if after.mute:
                async with self._pen:
                    await self._book.seen_muted(user_id, self._now())
        await self._reconcile()

    async def permissions_changed(self) -> None:
        """A role, an overwrite or the server changed: what was refused may be granted now, or the reverse."""
        refused = bool(self._standing.refusals.channels)
        self._standing.refusals.anew()
        self._standing.look_at_permissions(self._claims.channels)
        if refused:
            await self._reconcile()

    def gathers(self, voice_channel_id: int, gathers: bool) -> None:
        """A lobby has opened at a channel, or is over: whether we may mute there is told beforehand."""
        self._claims.gathers(voice_channel_id, gathers)
        if gathers:
            self._standing.look_at_permissions([voice_channel_id])

    def replied(self, user_id: UserId, reply: Reply) -> None:
        """The head of Discord's answer to an edit of a member has arrived."""
        self._edits.replied(user_id, reply)

    async def recover(self) -> frozenset[UserId]:
        """Read the ledger and make good what was missed (start-up, resumed, guild available).

        Call it after every continued game has wished once, or their players are unmuted for a moment.
        Returns the debts that remain.
        """
        self._book.forget()
        self._standing.outage.sign(self._now())
        self._new_turn()
        await self._reconcile()
        self.look()
        return self.debts

    def look(self) -> None:
        """Look for those who should be in voice and, as far as we were told, are not. Returns at once."""
        for table in self._claims.tables.values():
            self._absent.look_for(table)

    def close(self) -> None:
        """Stop asking. The ledger remembers; the next start makes good."""
        self._tasks.stop()

    def _new_turn(self, game_id: GameId | None = None) -> None:
        self._edits.new_turn()
        self._standing.new_turn(game_id)
        self._standing.look_at_permissions(self._claims.channels)

    def _concerns(self, user_id: UserId, before: discord.VoiceState, after: discord.VoiceState) -> bool:
        """Whether we have a say: on a large server most voice traffic has nothing to do with us."""
        if user_id in self._book.rows or not self._book.loaded:
            return True
        places = (state.channel.id for state in (before, after) if state.channel is not None)
        return self._claims.concern(places)

    def _undone(self, user_id: UserId) -> None:
        """Somebody was unmuted, and not by an edit of ours: it is told whose microphone that was."""
        wish = wishes(self._claims.tables, self._heard(), self._book.ours).get(user_id)
        doubted = user_id in self._doubts
        if wish is not None and wish.mute and not doubted and self._book.written(user_id, wish):
            self._problems.report(TroubleKind.CONTESTED, user_id, wish.game_id)

    def _heard(self) -> Heard:
        return heard_in(self._client, self.guild_id) or {}

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
            self._waking.at(self._now() + self._recheck)
            raise
        self._launch()

    async def _write(self, heard: Heard) -> None:
        for user_id, flight in self._edits.flights.landed():
            if user_id in heard and heard[user_id].muted is flight.mute:
                self._edits.flights.end(user_id, flight)
        wanted = wishes(self._claims.tables, heard, self._book.ours)
        for user_id in [u for u in self._book.rows if self._is_settled(u, heard, wanted)]:
            await self._book.settle(user_id)
        differing = {u: (w.mute, w.game_id) for u, w in wanted.items() if self._book.differs(u, w, heard[u])}
        await self._book.wish(differing, self._now())
        await self._book.owe_absent(heard, self._claims.tables)
        blocked = held_by_others(wanted, heard, self._book.rows)
        free = {user for user, voice in heard.items() if not voice.muted}
        self._problems.blocked({user: wanted[user].game_id for user in blocked}, free)

    def _is_settled(self, user_id: UserId, heard: Heard, wanted: Mapping[UserId, Wish]) -> bool:
        wish, flight = wanted.get(user_id), self._edits.flights.of(user_id)
        if wish is None or wish.mute or (flight is not None and flight.mute) or user_id in self._doubts:
            return False
        return not self._book.differs(user_id, wish, heard[user_id])

    def _launch(self) -> None:
        """Start as many edits as may fly, and see to it that we look again."""
        heard, asked = self._heard(), {}
        for user_id, wish in wishes(self._claims.tables, heard, self._book.ours).items():
            if self._book.written(user_id, wish) and self._book.differs(user_id, wish, heard[user_id]):
                asked[user_id] = Asked(wish, heard[user_id].channel_id)
        moments = [*self._edits.launch(asked), *self._doubts.values()]
        self._waking.at(min(moments, default=None))
        self._silences.look()

    def _silent(self, game_id: GameId) -> bool:
        table = self._claims.tables.get(game_id)
        return table is None or all(
            self._standing.hopeless(user_id, table.channel_id) for user_id in loud(table, self._heard())
        )

    async def _landed(self, user_id: UserId, flight: Flight, outcome: Outcome) -> None:
        # A mute that was refused, or an unmute that was granted, leaves nothing to be confirmed.
        nothing_left = outcome is not Outcome.LATER and flight.mute is not (outcome is Outcome.DONE)
        if nothing_left and (row := self._book.rows.get(user_id)) is not None:
            row.unseen = False
        if outcome in (Outcome.ABSENT, Outcome.GONE):
            async with self._pen:
                await self._book.owe(user_id)
        if outcome is Outcome.ABSENT:
            # The cache may have them there because an event was lost.
            self._absent.ask([user_id])
        await self._reconcile()

    async def _look_again(self) -> None:
        now = self._now()
        self._doubts = {user: until for user, until in self._doubts.items() if until > now}
        for user_id in self._edits.overdue():
            self._doubts[user_id] = now + DOUBT
        self._edits.flights.forget(now - self._recheck)
        if self._standing.refusals.channels:
            self._standing.look_at_permissions(())
        await self._reconcile()
