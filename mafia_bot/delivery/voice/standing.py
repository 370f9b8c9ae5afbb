"""How Discord serves one guild just now: what its answers taught, and who is told of it. It sends nothing."""

from collections.abc import Callable, Iterable

import discord

from mafia_bot.delivery.trouble import TroubleKind
from mafia_bot.delivery.voice.api import Outcome, lacking
from mafia_bot.delivery.voice.backoff import TRIES, Efforts
from mafia_bot.delivery.voice.flights import Flight
from mafia_bot.delivery.voice.patience import PROBE, Outage, Refusals
from mafia_bot.delivery.voice.plan import Wish
from mafia_bot.delivery.voice.problems import Problems
from mafia_bot.engine.ids import GameId, UserId

LONG = 8.0
"""Seconds of an outage after which people are told of it."""


class Standing:
    """``outage`` is the whole process's; ``problems`` are the guild's."""

    def __init__(
        self,
        client: discord.Client,
        guild_id: int,
        *,
        now: Callable[[], float],
        outage: Outage,
        problems: Problems,
    ) -> None:
        self._client, self._guild_id, self._now = client, guild_id, now
        self.outage, self.problems = outage, problems
        self.efforts, self.refusals = Efforts(), Refusals()
        self._outages = outage.ended

    def new_turn(self, game_id: GameId | None) -> None:
        """A new wish of a table, or (None) of all: what was tried for the last one counts no more."""
        self.efforts.forget()
        self.refusals.anew()
        self.problems.new_turn(game_id)

    def new_step(self, game_id: GameId) -> bool:
        """The same are to be heard as before. Returns whether a quarrel at the table begins anew by it."""
        quarrels = self.problems.quarrels(game_id)
        for user_id in quarrels:
            self.efforts.forget(user_id)
        self.problems.new_turn(game_id)
        return bool(quarrels)

    def look(self) -> None:
        """After an outage nobody waits any longer."""
        if self._outages != self.outage.ended:
            self._outages = self.outage.ended
            self.efforts.hurry()

    def rests(self, user_id: UserId, wish: Wish) -> float | None:
        """Until when nothing is asked for this member (epoch seconds); None: it may be now."""
        now = self._now()
        effort = self.efforts.of(user_id, wish.mute, now)
        if self.efforts.spent(user_id, wish.mute, now):
            if self.problems.members.get(user_id) in (None, TroubleKind.CONTESTED):
                kind = TroubleKind.LEFT_UNMUTED if wish.mute else TroubleKind.UNREACHABLE
                self.problems.report(kind, user_id, wish.game_id)
            # A game that is over wishes nothing more: who is still muted then must not wait for its next.
            return self.efforts.anew(user_id, wish.mute, now)
        return effort.until if effort.until > now and not self.outage.on else None

    def closed(self, channel_id: int) -> float | None:
        """Until when nothing is asked in a channel (epoch seconds), or when to look again; None: open."""
        now = self._now()
        if self.outage.on and self.outage.next > now:
            return self.outage.next
        if (until := self.refusals.until(channel_id)) > now:
            return min(until, now + PROBE) if self.refusals.channels[channel_id].lacking else until
        return None

    def turn(self, user_id: UserId, wish: Wish, channel_id: int) -> float:
        """The place in the line of those of whom only one is sent; 0.0 where all may go."""
        # It may be a single member who has no answer, so each asks in turn.
        alone = self.outage.on or channel_id in self.refusals.channels
        return self.efforts.of(user_id, wish.mute, self._now()).last if alone else 0.0

    def hopeless(self, user_id: UserId, channel_id: int) -> bool:
        """Whether a mute is not to be expected soon, whoever waits for it; an outage may end any moment."""
        now = self._now()
        effort = self.efforts.of(user_id, True, now)
        failing = effort.failures >= TRIES and not self.outage.on
        return failing or effort.count >= TRIES or self.refusals.until(channel_id) > now

    def asks(self, user_id: UserId, flight: Flight) -> None:
        """An edit is sent."""
        now = self._now()
        self.efforts.begin(user_id, flight.mute, now)
        self.refusals.asks(flight.channel_id, now)
        if self.outage.on:
            self.outage.asks(now)

    def unasked(self, user_id: UserId, flight: Flight) -> None:
        """An edit never left us, or was refused for its haste alone."""
        self.efforts.unasked(user_id, flight.mute, self._now())

    def unanswered(self, user_id: UserId, flight: Flight, *, waited: bool = False) -> None:
        """An edit was answered by an error of Discord's own, or (`waited`) not at all."""
        now = self._now()
        failures = self.efforts.unanswered(user_id, flight.mute, now, waited=waited)
        self.outage.failed(now)
        if self.outage.on and now - (self.outage.since or now) >= LONG:
            self.problems.channel(TroubleKind.UNREACHABLE, flight.channel_id)
        elif failures >= TRIES and not self.outage.on:
            self.problems.report(TroubleKind.UNREACHABLE, user_id, flight.wish.game_id)

    def answered(self, user_id: UserId, flight: Flight, outcome: Outcome) -> None:
        """Discord has answered; nothing of it is retried at once."""
        now, mute = self._now(), flight.mute
        match outcome:
            case Outcome.DONE:
                self._well(user_id, flight.channel_id)
            case Outcome.ABSENT:
                # They left between our look and our call; their next voice join begins anew.
                self.efforts.put_off(user_id, mute, now)
            case Outcome.GONE:
                self.efforts.give_up(user_id, mute, now)
                self.problems.report(TroubleKind.LEFT_THE_SERVER, user_id, flight.wish.game_id)
            case _:
                self._refused(user_id, flight)
        self.outage.answered()

    def look_at_permissions(self, channels: Iterable[int]) -> None:
        """Compare what we may do in these voice channels, and where we were refused, with the cache."""
        troubled = {channel for kind, channel in self.problems.channels if kind is TroubleKind.CANNOT_MUTE}
        for channel_id in {*channels, *troubled}:
            names, known = self._lacking(channel_id), self.refusals.channels.get(channel_id)
            if names:
                self.problems.channel(TroubleKind.CANNOT_MUTE, channel_id, names)
            elif known is None or known.lacking:
                self._allowed(channel_id)

    def _refused(self, user_id: UserId, flight: Flight) -> None:
        channel_id, now, mute = flight.channel_id, self._now(), flight.mute
        names = self._lacking(channel_id)
        if not names and self.refusals.granted(channel_id):
            # Others are muted there, so it is this member alone.
            self.efforts.put_off(user_id, mute, now)
            self.problems.report(TroubleKind.UNREACHABLE, user_id, flight.wish.game_id)
            return
        self.efforts.unasked(user_id, mute, now)
        self.refusals.refused(channel_id, names, now)
        self.problems.channel(TroubleKind.CANNOT_MUTE, channel_id, names or ("mute_members",))

    def _well(self, user_id: UserId, channel_id: int) -> None:
        self.problems.answered(user_id)
        self.problems.channel_well(TroubleKind.UNREACHABLE, channel_id)
        # An edit that left before a permission was taken says nothing of the next one.
        if not self._lacking(channel_id):
            self._allowed(channel_id)
            self.refusals.grants(channel_id)

    def _allowed(self, channel_id: int) -> None:
        self.refusals.allowed(channel_id)
        self.problems.channel_well(TroubleKind.CANNOT_MUTE, channel_id)

    def _lacking(self, channel_id: int) -> tuple[str, ...]:
        return lacking(self._client, self._guild_id, channel_id)
