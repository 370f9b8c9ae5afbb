"""The board: brings the messages of every game to what should stand, and is at rest when they do.

A message is a debt from the moment it is written down until it stands in its final form. It knows no rules.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence

import aiohttp
import discord

from mafia_bot.delivery.board.api import LIMIT, Courier, Outcome, within
from mafia_bot.delivery.board.carrier import Carrier
from mafia_bot.delivery.board.deeds import Hand
from mafia_bot.delivery.board.desk import Desk
from mafia_bot.delivery.board.ledger import MessageLedger
from mafia_bot.delivery.board.plan import Send, deeds
from mafia_bot.delivery.board.wanted import Source
from mafia_bot.delivery.budget import Budget, Priority
from mafia_bot.delivery.tasks import BackgroundTasks
from mafia_bot.delivery.trouble import Trouble, TroubleKind, Troubles
from mafia_bot.engine.ids import GameId

_log = logging.getLogger(__name__)

WORTH_TELLING = 4
"""Failures in a row, some fifteen seconds, after which people should know that we are trying."""

PAUSE = 2.0
"""Seconds between two tries of one table while others get through."""

Key = tuple[GameId, bool]
"""A game, and whether it is its table (or its team)."""


class Board:
    """The desks of all games; `on_gone` hears of a chat that does not exist any more."""

    def __init__(
        self,
        client: discord.Client,
        ledger: MessageLedger,
        *,
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]],
        troubles: Troubles,
        budget: Budget,
        on_gone: Callable[[int], None],
    ) -> None:
        self._client, self._ledger, self._now, self._sleep = client, ledger, now, sleep
        self._troubles, self._on_gone = troubles, on_gone
        self._budget, self._courier = budget, Courier(client, sleep)
        self._hand = Hand(self._courier, ledger, now)
        self._desks: dict[Key, Desk] = {}
        self._tasks = BackgroundTasks(_log, "a board could not be shown")

    def show(
        self,
        game_id: GameId,
        guild_id: int,
        channel_id: int,
        source: Source,
        carrier: Carrier | None = None,
        *,
        again: bool = False,
    ) -> None:
        """Bring a channel to what its source wants there. Returns at once; the newest wish wins.

        `again`: what stands is not believed, it is shown once more. The press that `carrier` brought is
        answered by it if the pressed message is to say something else now.
        """
        desk = self._desks.setdefault((game_id, source.pressed), Desk(game_id, guild_id, channel_id, source))
        desk.channel_id, desk.source = channel_id, source
        desk.again |= again
        if carrier is not None and not desk.busy and desk.overtaken_by(carrier.message_id) is not None:
            carrier.claim()
            desk.carrier = carrier
        if not self._at_rest(desk):
            self._kick(desk)

    def deleted(self, channel_id: int, message_ids: Iterable[int]) -> None:
        """Messages of a channel were deleted by hand: those that are still owed are sent again."""
        now = self._now()
        for desk in self._desks.values():
            if desk.channel_id != channel_id or not desk.lost(message_ids, now):
                continue
            if desk.quarrel.until > now and not desk.busy:
                # Somebody takes our messages away as they come; nobody wins such a race.
                self._later(desk, desk.quarrel.until)
            else:
                self._kick(desk)

    def wake(self) -> None:
        """Discord is there again: whatever waits for its next try is tried now."""
        for desk in self._desks.values():
            if desk.timer is not None:
                desk.patience.reset()
                self._kick(desk)

    async def stands(self, game_id: GameId, seconds: float) -> bool:
        """Whether a game's page stands; waits for a try that is under way, but not for longer than this."""
        desk = self._desks.get((game_id, True))
        if desk is None:
            return False
        if desk.task is not None and not desk.task.done():
            try:
                await within(seconds, _end_of(desk), self._sleep)
            except TimeoutError:
                return False
        return desk.stands

    async def post(self, channel_id: int, content: str, *, rings: Sequence[int] = ()) -> bool:
        """Send a line of its own, once, which rings for these people alone; false if the channel is gone or
        Discord refused. No debt.
        """
        channel = self._client.get_partial_messageable(channel_id)
        try:
            called = [discord.Object(user) for user in rings]
            mentions = discord.AllowedMentions(everyone=False, roles=False, users=called)
            await within(LIMIT, channel.send(content, allowed_mentions=mentions), self._sleep)
        except (
            discord.HTTPException,
            discord.RateLimited,
            aiohttp.ClientError,
            OSError,
            TimeoutError,
        ) as error:
            _log.warning("channel %s does not take a line of ours: %s", channel_id, error)
            return False
        return True

    def close(self) -> None:
        """Stop sending; the ledger remembers."""
        self._tasks.stop()

    def _at_rest(self, desk: Desk) -> bool:
        """Whether all that is wanted now is known to stand: most steps change only one side of a game."""
        wanted = desk.source.wanted()
        if wanted is None or desk.rows is None or not desk.stands or desk.again or desk.busy:
            return False
        return not deeds(wanted, desk.rows, desk.channel_id, desk.mark)

    def _kick(self, desk: Desk) -> None:
        if desk.timer is not None:
            desk.timer.cancel()
            desk.timer = None
        if desk.busy:
            desk.dirty = True
        else:
            desk.task = self._tasks.run(self._bring(desk))

    def _later(self, desk: Desk, moment: float) -> None:
        """Try again by itself at a moment; sooner when something happens."""
        if desk.timer is not None:
            desk.timer.cancel()
        desk.timer = self._tasks.run(self._wait(desk, moment))

    async def _wait(self, desk: Desk, moment: float) -> None:
        await self._sleep(max(0.0, moment - self._now()))
        desk.timer = None
        self._kick(desk)

    async def _bring(self, desk: Desk) -> None:
        desk.stands, desk.dirty, desk.tried_at = False, True, self._now()
        failed: Outcome | None = None
        while desk.dirty:
            desk.dirty = False
            try:
                failed = await self._pass(desk)
            except Exception:
                # A database that is away, a text that cannot be worded: the debt stays.
                _log.exception("game %s: its messages cannot be brought up to date", desk.game_id)
                failed = Outcome.LATER
        desk.failed = failed
        if failed is not None:
            desk.patience.put_off(self._now())
            if desk.patience.failures == WORTH_TELLING and failed is not Outcome.FORBIDDEN:
                kind, chat = TroubleKind.BOARD_BEHIND, desk.channel_id
                self._troubles.raised(Trouble(kind, desk.guild_id, desk.game_id, chat))
            self._later(desk, desk.patience.until)
            return
        desk.patience.reset()
        desk.stands = True
        self._troubles.settled(TroubleKind.BOARD_BEHIND, desk.guild_id, channel_id=desk.channel_id)
        if desk.source.settled():
            self._desks.pop((desk.game_id, desk.source.pressed), None)

    async def _pass(self, desk: Desk) -> Outcome | None:
        """Do once what is to be done. Returns how it failed, if it did."""
        if desk.carrier is not None:
            await self._hand.carry(desk)
        if not self._courier.reaches(desk.guild_id):
            return Outcome.LATER
        await desk.source.ready()
        await desk.load(self._ledger)
        await self._hand.mourn(desk)
        failed = None
        for deed in deeds(desk.source.wanted() or (), desk.rows or (), desk.channel_id, desk.mark):
            if failed is Outcome.LATER and isinstance(deed, Send):
                continue  # in the order in which they were owed, or a chat tells things backwards
            await self._budget.take(Priority.BOARD)
            if desk.dirty:
                break  # overtaken while it waited: what it would have said is never sent
            outcome = await self._hand.do(desk, deed)
            if outcome is Outcome.DONE:
                self._worked(desk)
            else:
                self._failed(desk, outcome)
                failed = outcome
            if desk.dirty:
                break
        return failed

    def _worked(self, desk: Desk) -> None:
        self._troubles.settled(TroubleKind.CANNOT_POST, desk.guild_id, channel_id=desk.channel_id)
        for other in self._desks.values():
            # Where we are refused, the others' luck says nothing.
            waits = other.failed is Outcome.LATER and other.timer is not None
            if other is not desk and waits and self._now() - other.tried_at >= PAUSE:
                other.patience.reset()
                self._kick(other)

    def _failed(self, desk: Desk, outcome: Outcome) -> None:
        channel_id = desk.channel_id
        _log.warning("game %s: channel %s does not take a message: %s", desk.game_id, channel_id, outcome)
        if outcome is Outcome.NO_CHANNEL:
            self._on_gone(channel_id)
        elif outcome is Outcome.FORBIDDEN:
            names = self._courier.lacking(desk.guild_id, channel_id)
            kind, guild_id = TroubleKind.CANNOT_POST, desk.guild_id
            self._troubles.raised(Trouble(kind, guild_id, desk.game_id, channel_id, names=names))


async def _end_of(desk: Desk) -> None:
    task = desk.task
    if task is not None:
        await asyncio.wait({task})
