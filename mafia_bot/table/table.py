"""One running game: lock → decide → journal → evolve → show. Nothing is shown that is not written."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

import msgspec

from mafia_bot.club.consequences import consequences
from mafia_bot.club.points import USUAL, PointsProfile, profile_of
from mafia_bot.club.rebuild import position
from mafia_bot.delivery.board.carrier import Carrier
from mafia_bot.delivery.channels import TABLE, HallChannels
from mafia_bot.delivery.committed import Committed
from mafia_bot.delivery.trouble import Trouble, TroubleKind
from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.commands import Command
from mafia_bot.engine.decide import Facts, Step, step
from mafia_bot.engine.due import Deadline, due
from mafia_bot.engine.events.codec import encode
from mafia_bot.engine.ids import GameId, Rank, UserId
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.state import Game, Lobby, Over
from mafia_bot.screens.names import at_table
from mafia_bot.store import HallBusy, JournalConflict, Record
from mafia_bot.table.alarm import Alarm
from mafia_bot.table.outcome import Accepted, Outcome
from mafia_bot.table.services import Services
from mafia_bot.texts import Language

_log = logging.getLogger(__name__)

Follow = Callable[["Table", Game], None]
"""What else a step brings about, with the position before it; it returns at once."""
Look = Callable[["Table"], Awaitable[None]]
"""Compares the seats with who is there."""
PEOPLE_CHANGED = (ev.GameStarted, ev.PlayerReplaced, ev.HostNamed, ev.RulingUndone)
"""After these, seats are held, or waited for, by others than before: presence is looked at again (GE-13)."""
REMEMBERED_SECONDS = 15.0
"""For how long a position is remembered: longer than a gateway lags."""
RETRY_SECONDS = 5.0
"""How long a step waits that could not end because the journal could not be written."""


class Table:
    """`follow` hears of every step under the lock, after it was written and shown; `look` looks after it is
    free, and when the journal can be written again. `kept_since` is when this process took the game up (epoch
    seconds).
    """

    def __init__(
        self,
        game_id: GameId,
        hall_id: int,
        hall: HallChannels,
        language: str,
        game: Game,
        seq: int,
        services: Services,
        follow: Follow,
        look: Look,
    ) -> None:
        self.game_id, self.hall_id, self.hall = game_id, hall_id, hall
        self.language, self.game = language, game
        self._seq, self._services, self._follow = seq, services, follow
        self._look = look
        self.kept_since = services.now()
        self._lock = asyncio.Lock()
        self._failing_since: float | None = None
        self._looking: asyncio.Task[None] | None = None
        self._written_at = 0.0
        self._past: deque[tuple[float, Game]] = deque()
        self._alarm = Alarm(
            self.submit, now=services.now, sleep=services.sleep, alive_at=lambda: services.clock.alive_at
        )

    @property
    def texts(self) -> Language:
        """The language that the table speaks, with the names of those who sit there."""
        return at_table(self.game, self._services.texts.for_language(self.language))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.game.phase, Over)

    @property
    def dealt(self) -> bool:
        """Whether the cards are dealt."""
        return bool(self.game.players)

    def rank(self, user: UserId, *, moderator: bool) -> Rank | None:
        """Whose hand a person's ruling is (GE-02): nobody rules at the table they play at.

        A `moderator` of the server rules like the host where the bot hosts, else like an assistant; whoever
        opened a lobby that the bot hosts rules there until the cards are dealt.
        """
        if user == self.game.host:
            return Rank.HOST
        if user in self.game.assistants:
            return Rank.ASSISTANT
        if isinstance(self.game.phase, Lobby) and self.game.host is None and user == self.game.opener:
            return Rank.HOST
        if not moderator or self.game.seat_of(user) is not None:
            return None
        return Rank.HOST if self.game.host is None else Rank.ASSISTANT

    def starter(self, user: UserId, *, moderator: bool) -> Rank | None:
        """Whose hand may start the game: a ruler's; where the bot hosts, everybody's who sits (GE-02)."""
        sits = isinstance(self.game.phase, Lobby) and user in self.game.phase.members
        own = Rank.BOT if self.game.host is None and sits else None
        return self.rank(user, moderator=moderator) or own

    def resumer(self, user: UserId, *, moderator: bool) -> Rank | None:
        """Whose hand may let the game go on: a ruler's; at the bot's table, after a pause of the bot's own,
        everybody's who sits there (GE-13).
        """
        game = self.game
        seat = game.seat_of(user) if game.host is None and game.halted else None
        own = Rank.BOT if seat is not None and game.player(seat).alive else None
        return self.rank(user, moderator=moderator) or own

    def rehearse(self, command: Command) -> Step | Refusal:
        """What a command would bring now, and nothing of it happens: a question is asked by it."""
        return step(self.game, command, Facts(self._services.now()))

    async def submit(self, command: Command, carrier: Carrier | None = None) -> Outcome:
        """Carry a command out: refused, or written and then shown. Two at once are decided one after
        the other.
        """
        outcome = await self._submit(command, carrier)
        if isinstance(outcome, Accepted) and any(isinstance(e, PEOPLE_CHANGED) for e in outcome.events):
            await self._look(self)
        return outcome

    async def _submit(self, command: Command, carrier: Carrier | None) -> Outcome:
        async with self._lock:
            if isinstance(command, cmd.EndOutage):
                # Whoever wrote something since was there; the time until then is not given twice.
                command = msgspec.structs.replace(command, since=max(command.since, self._written_at))
            for _ in range(2):
                result = step(self.game, command, Facts(self._services.now(), self._services.lots))
                if isinstance(result, Refusal):
                    return result
                if not result.events:
                    self._alarm.set(due(self.game))
                    return Accepted((), self.game)
                try:
                    await self._write(result)
                except HallBusy:
                    # Another game began in the hall since this one ended.
                    return Refusal(Code.GAME_EXISTS, "", {"voice": self.hall.voice_id})
                except JournalConflict:
                    _log.warning("game %s: another process wrote first; reading its journal", self.game_id)
                    await self._reload()
                    continue
                except Exception:
                    # Whatever the database's trouble is: nothing was shown, so nothing has happened.
                    _log.exception("game %s: the journal cannot be written", self.game_id)
                    return self._failed(command)
                before, self.game, self._failing_since = self.game, result.game, None
                self._services.delivery.troubles.settled(
                    TroubleKind.DATABASE_GONE, self.hall.guild_id, channel_id=self.hall.rooms[TABLE]
                )
                self._remember(before)
                self._after(result.events, before, carrier)
                return Accepted(result.events, result.game)
            return Refusal(Code.STALE)

    def refusal(self, command: Command) -> Refusal | None:
        """What a command would be refused for now; nothing is done and no lot is drawn."""
        result = step(self.game, command, Facts(self._services.now(), lambda count: list(range(count))))
        return result if isinstance(result, Refusal) else None

    async def see(self, user: UserId, name: str) -> None:
        """A player is called so now. If it cannot be written, it is seen again with their next press."""
        await self.submit(cmd.SeeName(user, name))

    def resume(self) -> None:
        """Rebuild the alarm from the position, as after a restart."""
        self._alarm.set(due(self.game))

    def committed(
        self,
        events: tuple[ev.Event, ...] = (),
        carrier: Carrier | None = None,
        *,
        again: bool = False,
    ) -> Committed:
        """The position as the showers get it, after these events."""
        place = self._seq - 1
        return Committed(self.hall, self.game_id, self.game, self.texts, events, carrier, again, place)

    def refresh(self) -> None:
        """Bring everything to the position again, as after an outage or in other channels."""
        self._services.delivery.publish(self.committed(again=True))

    def position_at(self, moment: float) -> Game:
        """The position at a moment (epoch seconds) of the last quarter of a minute; for older ones the oldest
        that is remembered. A line typed in time goes by it, however late it is brought (GE-05).
        """
        return next((game for until, game in self._past if moment < until), self.game)

    def close(self) -> None:
        """Stop the alarm; the journal remembers the rest."""
        self._alarm.cancel()

    def _failed(self, command: Command) -> Refusal:
        now = self._services.now()
        self._failing_since = now if self._failing_since is None else self._failing_since
        if self._looking is None or self._looking.done():
            self._looking = self._services.delivery.tasks.run(self._look_again())
        if isinstance(command, (cmd.TimeRanOut, cmd.GraceRanOut, cmd.Abandon, cmd.EndOutage)):
            chat = self.hall.rooms[TABLE]
            gone = Trouble(TroubleKind.DATABASE_GONE, self.hall.guild_id, self.game_id, chat)
            self._services.delivery.troubles.raised(gone)
            # Nobody would ring again; the step is given back the time that was lost (GE-13).
            self._alarm.set(Deadline(now + RETRY_SECONDS, cmd.EndOutage(self._failing_since)))
        return Refusal(Code.OUTAGE)

    async def _look_again(self) -> None:
        """Wait until the database answers. A step may have been written although it said otherwise: its
        connection broke just then.
        """
        while True:
            await self._services.sleep(RETRY_SECONDS)
            async with self._lock:
                try:
                    if await self._services.store.journal.load(self.game_id, after=self._seq - 1):
                        await self._reload()
                except Exception:
                    _log.warning("game %s: the journal still cannot be read", self.game_id, exc_info=True)
                    continue
            await self._look(self)
            return

    async def _write(self, result: Step) -> None:
        at, store = self._services.now(), self._services.store
        records = [Record(self._seq + place, at, *encode(event)) for place, event in enumerate(result.events)]
        changes = consequences(self.game, result.game, await self._profile(result.game))
        await store.commits.write(self.game_id, self._seq, records, changes)
        self._seq += len(records)
        self._written_at = at

    async def _profile(self, game: Game) -> PointsProfile:
        """The club's points, which only an end asks for."""
        if not isinstance(game.phase, Over):
            return USUAL
        return profile_of((await self._services.store.clubs.get(self.hall.guild_id)).settings)

    def _remember(self, before: Game) -> None:
        now = self._services.now()
        self._past.append((now, before))
        while now - self._past[0][0] > REMEMBERED_SECONDS:
            self._past.popleft()

    async def _reload(self) -> None:
        records = await self._services.store.journal.load(self.game_id)
        before, self.game = self.game, position(records)
        self._seq = records[-1].seq + 1
        # The command may be refused now, and then nothing else would set the clock and be shown.
        self.resume()
        self.refresh()
        self._follow(self, before)

    def _after(self, events: tuple[ev.Event, ...], before: Game, carrier: Carrier | None) -> None:
        # The clock first: whatever becomes of what is shown, no step waits for ever.
        self._alarm.set(due(self.game))
        self._services.delivery.publish(self.committed(events, carrier))
        self._follow(self, before)
