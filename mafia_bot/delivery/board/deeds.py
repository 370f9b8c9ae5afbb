"""The hand that does what a plan says: written down, asked of Discord, then believed. It plans nothing."""

import secrets
from collections.abc import Callable
from typing import assert_never

import aiohttp
from msgspec.structs import replace

from mafia_bot.delivery.board.api import LIMIT, Courier, Outcome, within
from mafia_bot.delivery.board.desk import Desk
from mafia_bot.delivery.board.ledger import MessageLedger, Posted
from mafia_bot.delivery.board.plan import Deed, Drop, Edit, Send
from mafia_bot.delivery.board.rendering import Rendered


class Hand:
    """Works at one desk at a time; every method returns how Discord answered."""

    def __init__(self, courier: Courier, ledger: MessageLedger, now: Callable[[], float]) -> None:
        self._courier, self._ledger, self._now = courier, ledger, now

    async def do(self, desk: Desk, deed: Deed) -> Outcome:
        """Do one deed of a plan."""
        match deed:
            case Send(row=None):
                return await self._first(desk, deed)
            case Send(row=row):
                assert row is not None
                return await self._once_more(desk, deed, row)
            case Edit():
                return await self._edit(desk, deed)
            case Drop():
                return await self._drop(desk, deed.row)
            case _:
                assert_never(deed)

    async def carry(self, desk: Desk) -> None:
        """Let the press that is waiting bring back what its message should say now; it costs no request.

        The row is closed later, by the plan: only after the page that follows is written down.
        """
        carrier, desk.carrier = desk.carrier, None
        found = None if carrier is None else desk.overtaken_by(carrier.message_id)
        if carrier is None or found is None:
            return
        wanted, row = found
        rendered = desk.render(wanted)
        try:
            delivered = await within(LIMIT, carrier.deliver(**rendered.edit()), self._courier.sleep)
        except (aiohttp.ClientError, OSError, TimeoutError):
            return
        if delivered:
            desk.put(replace(row, wanted=rendered.mark, shown=rendered.mark, shown_at=self._now()))
            if not wanted.final:
                await self._stands(desk, row, rendered, final=False)

    async def mourn(self, desk: Desk) -> None:
        """Close the rows of messages that somebody deleted; what is still owed of them is sent anew."""
        for row in [r for r in desk.rows or () if r.open and r.message_id in desk.gone]:
            await desk.keep(self._ledger, replace(row, open=False))
        desk.gone.clear()

    async def _first(self, desk: Desk, deed: Send) -> Outcome:
        rendered = desk.render(deed.wanted)
        row = Posted(
            nonce=secrets.randbits(63),
            game_id=desk.game_id,
            guild_id=desk.guild_id,
            channel_id=desk.channel_id,
            screen=deed.wanted.screen,
            wanted=rendered.mark,
            written_at=self._now(),
        )
        await desk.keep(self._ledger, row)
        return await self._send(desk, deed, row, rendered)

    async def _once_more(self, desk: Desk, deed: Send, row: Posted) -> Outcome:
        """It was written down before, and perhaps it did arrive: a second one would be one too many."""
        if row.nonce in desk.doubt:
            known = desk.known
            answer = await self._courier.find(row.channel_id, row.nonce, row.wanted, row.written_at, known)
            # Where we may not look back, Discord's own memory of the nonce must do.
            if answer.outcome not in (Outcome.DONE, Outcome.FORBIDDEN):
                return answer.outcome
            if answer.message_id is not None:
                desk.dirty = True
                found = replace(row, message_id=answer.message_id, shown=answer.mark)
                # What was found stands, whether that can be written down or not.
                desk.put(found)
                desk.doubt.discard(row.nonce)
                await desk.keep(self._ledger, found)
                return Outcome.DONE
        if not deed.wanted.needed and not deed.wanted.tells:
            await desk.keep(self._ledger, replace(row, open=False))
            return Outcome.DONE
        rendered = desk.render(deed.wanted)
        if row.wanted != rendered.mark and row.nonce not in desk.doubt:
            row = replace(row, wanted=rendered.mark)
            await desk.keep(self._ledger, row)
        return await self._send(desk, deed, row, rendered)

    async def _send(self, desk: Desk, deed: Send, row: Posted, rendered: Rendered) -> Outcome:
        answer = await self._courier.send(row.channel_id, rendered, row.nonce)
        if answer.outcome is Outcome.LATER:
            desk.doubt.add(row.nonce)
        if answer.outcome is not Outcome.DONE:
            # There is nothing at all where it was refused.
            return Outcome.NO_CHANNEL if answer.outcome is Outcome.GONE else answer.outcome
        # It stands, whether that can be written down or not.
        desk.put(replace(row, message_id=answer.message_id))
        if row.nonce in desk.doubt and answer.mark != rendered.mark:
            # Discord had the first one and gives it back as it was.
            desk.dirty = True
            await desk.keep(self._ledger, replace(row, message_id=answer.message_id, shown=answer.mark))
        else:
            row = replace(row, message_id=answer.message_id)
            await self._stands(desk, row, rendered, final=deed.wanted.final)
        desk.doubt.discard(row.nonce)
        if answer.message_id in desk.gone:
            desk.dirty = True
        return Outcome.DONE

    async def _edit(self, desk: Desk, deed: Edit) -> Outcome:
        row, rendered = deed.row, desk.render(deed.wanted)
        assert row.message_id is not None
        if row.shown != rendered.mark:
            answer = await self._courier.edit(row.channel_id, row.message_id, rendered)
            if answer.outcome in (Outcome.GONE, Outcome.NO_CHANNEL):
                # It was deleted while nobody told us: what is still owed of it is sent anew.
                await desk.keep(self._ledger, replace(row, open=False))
                desk.dirty = True
                return Outcome.DONE
            if answer.outcome is not Outcome.DONE:
                return answer.outcome
        await self._stands(desk, row, rendered, final=deed.wanted.final)
        return Outcome.DONE

    async def _drop(self, desk: Desk, row: Posted) -> Outcome:
        message_id = row.message_id
        if message_id is None and desk.source.pressed and row.nonce in desk.doubt:
            known = desk.known
            found = await self._courier.find(row.channel_id, row.nonce, row.wanted, row.written_at, known)
            if found.outcome not in (Outcome.DONE, Outcome.GONE, Outcome.NO_CHANNEL):
                return found.outcome
            message_id = found.message_id
        if message_id is not None and desk.source.pressed:
            answer = await self._courier.delete(row.channel_id, message_id)
            if answer.outcome in (Outcome.LATER, Outcome.REFUSED):
                return answer.outcome
        await desk.keep(self._ledger, replace(row, open=False))
        return Outcome.DONE

    async def _stands(self, desk: Desk, row: Posted, rendered: Rendered, *, final: bool) -> None:
        mark = rendered.mark
        stands = replace(row, wanted=mark, shown=mark, shown_at=self._now(), open=not final)
        await desk.keep(self._ledger, stands)
