"""Private panels: messages with something to press that one person alone sees. What is over turns into what
goes on now, or is closed, whoever ended it; a process that dies leaves the next one the way to them.

It sends nothing by itself: a panel is the answer to a press, and Discord keeps it within reach for a while.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import discord
from msgspec.structs import replace

from mafia_bot.delivery.board.api import Answer, Outcome, asked
from mafia_bot.delivery.board.patience import Patience
from mafia_bot.delivery.board.rendering import Rendered
from mafia_bot.delivery.committed import Committed
from mafia_bot.delivery.panels.api import edit
from mafia_bot.delivery.panels.wanted import OpenPanel, PanelLedger, PanelTeller, Shown, Told
from mafia_bot.delivery.tasks import BackgroundTasks
from mafia_bot.delivery.trouble import Trouble, Troubles
from mafia_bot.engine.ids import GameId, UserId

_log = logging.getLogger(__name__)


class _Open:
    """One panel: `mark` is the fingerprint of what stands there, None if that is not known."""

    def __init__(self, shown: Shown, mark: str | None) -> None:
        self.shown, self.mark = shown, mark
        self.holds = 0
        self.closing = False
        self.patience = Patience()
        self.task: asyncio.Task[None] | None = None

    @property
    def panel(self) -> OpenPanel:
        """How it is reached."""
        return self.shown.panel

    @property
    def idle(self) -> bool:
        """Whether nobody is at work on it, and no press on it is being answered."""
        return not self.holds and (self.task is None or self.task.done())


class PrivatePanels:
    """`sleep` waits for seconds, `now` gives epoch seconds."""

    def __init__(
        self,
        client: discord.Client,
        ledger: PanelLedger,
        teller: PanelTeller,
        *,
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]],
        troubles: Troubles,
        tasks: BackgroundTasks,
    ) -> None:
        self._troubles = troubles
        troubles.listen(self)
        self._client, self._ledger, self._teller = client, ledger, teller
        self._now, self._sleep, self._tasks = now, sleep, tasks
        self._open: dict[int, _Open] = {}
        self._latest: dict[GameId, Committed] = {}

    def show(self, committed: Committed) -> None:
        """Bring every open panel of a game to a position. Returns at once."""
        known = committed.game_id in self._latest
        self._latest[committed.game_id] = committed
        if not known:
            self._tasks.run(self._recall(committed.game_id))
        self._bring(committed.game_id)

    def retire(self, game_id: GameId) -> None:
        """Close all panels of a game that nobody can press anything of any more."""
        self._latest.pop(game_id, None)
        for one in list(self._open.values()):
            if one.panel.game_id == game_id:
                self._close(one)
        self._tasks.run(self._recall(game_id, closing=True))

    @contextmanager
    def held(self, user: UserId, message_id: int | None) -> Iterator[None]:
        """While a press on a message is answered only the answer changes it; then it is looked at again."""
        pressed = self._pressed(user, message_id)
        for one in pressed:
            one.holds += 1
        try:
            yield
        finally:
            for one in pressed:
                one.holds -= 1
                self._look(one)

    async def opened(self, shown: Shown, mark: str) -> None:
        """A panel is about to be answered with, or stands in the place of another one by now. One that the
        same person opened before for the same thing, elsewhere, is closed.
        """
        panel = shown.panel
        for old in [one for one in self._open.values() if _same(one.panel, panel)]:
            if panel.message_id is not None and _may_be(old, panel.message_id):
                panel = replace(panel, nonce=old.panel.nonce)
            elif old.panel.nonce != panel.nonce:
                self._close(old)
        one = self._open.setdefault(panel.nonce, _Open(shown, mark))
        one.shown, one.mark = replace(shown, panel=panel), mark
        # Before it stands there is nothing to change.
        one.holds += panel.message_id is None
        await self._write(panel)

    async def stands(self, nonce: int, message_id: int | None, *, apart: bool) -> None:
        """A panel that was about to be opened has this id; `apart`: it is not the interaction's own answer,
        which the ledger knows how to reach. None: it did not arrive.
        """
        one = self._open.get(nonce)
        if one is None:
            return
        if message_id is None:
            await self._forget(one)
            return
        one.holds -= 1
        one.shown = replace(one.shown, panel=replace(one.panel, message_id=message_id))
        if apart:
            await self._write(one.panel)
        self._look(one)

    async def closed(self, user: UserId, message_id: int | None) -> None:
        """A panel was answered with something that has nothing to press."""
        for one in self._pressed(user, message_id):
            await self._forget(one)

    def _pressed(self, user: UserId, message_id: int | None) -> list[_Open]:
        return [one for one in self._open.values() if one.panel.user_id == user and _may_be(one, message_id)]

    def raised(self, trouble: Trouble) -> None:
        """Something is wrong on a server: whoever leads there reads it in their panel."""
        self._trouble(trouble)

    def settled(self, trouble: Trouble) -> None:
        """It is well again."""
        self._trouble(trouble)

    def lapsed(self, trouble: Trouble) -> None:
        """Nobody minds it any more."""
        self._trouble(trouble)

    def _trouble(self, trouble: Trouble) -> None:
        for committed in list(self._latest.values()):
            if committed.hall.guild_id == trouble.guild_id:
                self._bring(committed.game_id)

    def _bring(self, game_id: GameId) -> None:
        for one in list(self._open.values()):
            if one.panel.game_id == game_id:
                self._look(one)

    def _close(self, one: _Open) -> None:
        one.closing = True
        self._look(one)

    def _look(self, one: _Open) -> None:
        if one.idle and one.panel.nonce in self._open and self._told(one) is not None:
            one.task = self._tasks.run(self._mend(one))

    def _told(self, one: _Open) -> Told | None:
        """What has to be shown there and is not; None if all is well."""
        committed = self._latest.get(GameId(one.panel.game_id))
        if one.closing:
            return self._teller.closed(one.panel)
        told = None if committed is None else self._tell(one.shown, committed)
        return None if told is None or (told.rendered.mark == one.mark and not told.over) else told

    def _tell(self, shown: Shown, committed: Committed) -> Told | None:
        return self._teller.tell(shown, committed, self._troubles.of_guild(committed.hall.guild_id))

    async def _mend(self, one: _Open) -> None:
        while not one.holds and one.panel.nonce in self._open and (told := self._told(one)) is not None:
            committed = self._latest.get(GameId(one.panel.game_id))
            if self._now() >= one.panel.until:
                await self._forget(one)
                return
            answer = await self._edit(one.panel, told.rendered)
            if answer.outcome is Outcome.LATER:
                one.patience.put_off(self._now())
                await self._sleep(one.patience.until - self._now())
                continue
            one.patience.reset()
            if told.over or answer.outcome is not Outcome.DONE:
                await self._forget(one)
                return
            step = None if committed is None else committed.game.clock.step
            note = one.shown.note if step == one.shown.step else ""
            one.mark, one.shown = told.rendered.mark, replace(one.shown, step=step, note=note)

    async def _edit(self, panel: OpenPanel, rendered: Rendered) -> Answer:
        return await asked(edit(self._client, panel, rendered), self._sleep)

    async def _recall(self, game_id: GameId, *, closing: bool = False) -> None:
        """Read which panels a process before this one left open; keep trying until the database answers."""
        patience = Patience()
        while True:
            try:
                panels = await self._ledger.of_game(game_id, self._now())
                break
            except Exception:
                _log.exception("game %s: its open panels cannot be read; tried again", game_id)
                patience.put_off(self._now())
                await self._sleep(patience.until - self._now())
        for panel in panels:
            one = self._open.setdefault(panel.nonce, _Open(Shown(panel), None))
            one.closing = one.closing or closing
            self._look(one)

    async def _write(self, panel: OpenPanel) -> None:
        try:
            await self._ledger.write(panel)
        except Exception:
            # Whoever pressed is answered all the same; only a crash before its end would leave it open.
            _log.exception("game %s: an open panel could not be written down", panel.game_id)

    async def _forget(self, one: _Open) -> None:
        self._open.pop(one.panel.nonce, None)
        try:
            await self._ledger.forget(one.panel.nonce)
        except Exception:
            _log.exception("game %s: a closed panel could not be crossed out", one.panel.game_id)


def _same(one: OpenPanel, other: OpenPanel) -> bool:
    return (one.game_id, one.user_id, one.screen) == (other.game_id, other.user_id, other.screen)


def _may_be(one: _Open, message_id: int | None) -> bool:
    """A panel of a former process may be the interaction's own answer, whose id nobody wrote down."""
    return message_id is not None and one.panel.message_id in (None, message_id)
