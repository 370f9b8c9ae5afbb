"""What is known of one game's messages in one channel: what should stand, what stands, what is under way."""

import asyncio
from collections.abc import Iterable

from msgspec.structs import replace

from mafia_bot.delivery.board.api import Outcome
from mafia_bot.delivery.board.carrier import Carrier
from mafia_bot.delivery.board.ledger import MessageLedger, Posted
from mafia_bot.delivery.board.patience import Patience
from mafia_bot.delivery.board.rendering import Rendered, render
from mafia_bot.delivery.board.wanted import TEAM, Source, Wanted
from mafia_bot.engine.ids import GameId

LIVED = 5.0
"""Seconds after which the deletion of a message is no quarrel, but somebody who tidied up."""


class Desk:
    """`rows` is None until the ledger was read; `doubt` holds the nonces of messages that may have arrived
    without our knowing their ids.
    """

    def __init__(self, game_id: GameId, guild_id: int, channel_id: int, source: Source) -> None:
        self.game_id, self.guild_id, self.channel_id, self.source = game_id, guild_id, channel_id, source
        self.rows: list[Posted] | None = None
        self.doubt: set[int] = set()
        self.gone: set[int] = set()
        self.carrier: Carrier | None = None
        self.patience, self.quarrel = Patience(), Patience()
        self.task: asyncio.Task[None] | None = None
        self.timer: asyncio.Task[None] | None = None
        self.dirty = self.again = self.stands = False
        self.failed: Outcome | None = None
        self.tried_at = 0.0

    @property
    def busy(self) -> bool:
        """Whether somebody is at work here."""
        return self.task is not None and not self.task.done()

    @property
    def known(self) -> frozenset[int]:
        """The ids of all these messages."""
        return frozenset(row.message_id for row in self.rows or () if row.message_id is not None)

    def render(self, wanted: Wanted) -> Rendered:
        """A message in the table's words."""
        return render(wanted, self.source.texts)

    def mark(self, wanted: Wanted) -> str:
        """The fingerprint of a wanted message."""
        return self.render(wanted).mark

    def overtaken_by(self, message_id: int | None) -> tuple[Wanted, Posted] | None:
        """What the message that was just pressed should say instead; None if nothing else, or unknown."""
        wanted = self.source.wanted() or ()
        for row in self.rows or ():
            if message_id is not None and row.message_id == message_id and row.open:
                found = next((one for one in wanted if one.screen == row.screen), None)
                return None if found is None or self.mark(found) == row.shown else (found, row)
        return None

    async def load(self, ledger: MessageLedger) -> None:
        """The rows of these messages. What was under way when they were written is in doubt."""
        if self.rows is None:
            rows = await ledger.of_game(self.game_id)
            mine = [row for row in rows if row.screen.startswith(TEAM) is not self.source.pressed]
            self.rows = [replace(row, shown=None) if row.open else row for row in mine]
            self.doubt = {row.nonce for row in self.rows if row.open and row.message_id is None}
        if self.again:
            self.again = False
            self.rows = [replace(row, shown=None) if row.open else row for row in self.rows]

    async def keep(self, ledger: MessageLedger, row: Posted) -> None:
        """Write a row down, then believe it."""
        await ledger.write(row)
        self.put(row)

    def put(self, row: Posted) -> None:
        """Believe a row without writing it."""
        rows = self.rows or []
        self.rows = [row if old.nonce == row.nonce else old for old in rows]
        if all(old.nonce != row.nonce for old in rows):
            self.rows.append(row)

    def lost(self, message_ids: Iterable[int], now: float) -> bool:
        """Messages were deleted by hand; whether one of them was ours, or may have been."""
        ids = set(message_ids)
        mine = [row for row in self.rows or () if row.open and row.message_id in ids]
        if mine or self.busy:
            self.gone |= ids
        for row in mine:
            if now - (row.shown_at or row.written_at) < LIVED:
                self.quarrel.put_off(now)
            else:
                self.quarrel.reset()
        return bool(mine) or self.busy
