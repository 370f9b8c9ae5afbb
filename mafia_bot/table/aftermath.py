"""What events leave outside the game: its frame, its results, bans."""

from mafia_bot.club.standing import stored_seat
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import UserId
from mafia_bot.engine.presence import ABANDONED
from mafia_bot.engine.state import Game, Over
from mafia_bot.store import GameStatus
from mafia_bot.table.archive import Archive
from mafia_bot.table.services import Services
from mafia_bot.table.table import Table

DAY_SECONDS = 18 * 3600
"""How long «today» lasts for a ban of the day, so that an evening that runs past midnight is one day."""


class Aftermath:
    """Writes after the journal has it; everything here can be written again from the journal."""

    def __init__(self, services: Services) -> None:
        self._services, self._archive = services, Archive(services.store)

    async def after(self, table: Table, events: tuple[ev.Event, ...], before: Game, game: Game) -> None:
        """What these events of a table, between two positions, bring about outside it."""
        for event in events:
            match event:
                case ev.GameStarted():
                    await self._services.store.games.start(table.game_id, self._services.now())
                case ev.RulesetChosen(rules=rules):
                    await self._services.store.games.retune(
                        table.game_id, game.rules.id, rules, table.language
                    )
                case ev.PlayerSuspended():
                    await self._suspend(table, event)
                case ev.GameEnded():
                    await self.settle(table, game)
                case ev.RulingUndone():
                    await self._undo(table, event, before, game)
                case _:
                    pass

    async def settle(self, table: Table, game: Game) -> None:
        """Write a game's end: status, seats, points. Safe to repeat."""
        assert isinstance(game.phase, Over)
        outcome = game.phase.outcome
        guild_id = table.hall.guild_id
        profile = await self._archive.profile(guild_id)
        finished = await self._archive.finished(guild_id, table.game_id, game, table.texts)
        status = GameStatus.FINISHED if outcome.counts and game.players else GameStatus.ANNULLED
        if outcome.reason == ABANDONED:
            status = GameStatus.ABANDONED
        await self._services.store.results.close(
            table.game_id,
            status,
            self._services.now(),
            winners=[str(team) for team in outcome.winners],
            reason=outcome.reason,
            seats=[stored_seat(finished, seat, profile) for seat in finished.seats],
        )

    async def _suspend(self, table: Table, event: ev.PlayerSuspended) -> None:
        now = self._services.now()
        await self._services.store.suspensions.add(
            table.hall.guild_id,
            event.user,
            event.offence,
            now,
            games=event.games or None,
            until=now + DAY_SECONDS if event.day else None,
            hall=event.hall,
            game_id=table.game_id,
        )
        if event.hall:
            await self.close_doors(table)

    async def _undo(self, table: Table, event: ev.RulingUndone, before: Game, game: Game) -> None:
        """GE-09: with a ruling go the bans it brought, and the end of the game if it ended it."""
        user, since = event.user, event.since
        if event.kind is None and (ruling := before.ruling) is not None and ruling.seat is not None:
            user, since = before.player(ruling.seat).user, ruling.at
        if user is not None and await self._services.store.suspensions.take_back(table.game_id, user, since):
            await self.close_doors(table)
        if not isinstance(game.phase, Over):
            await self._services.store.results.reopen(table.game_id)

    async def close_doors(self, table: Table) -> None:
        """Keep the hall closed to those, and only those, whose removal from it still lasts (MW-15)."""
        self._services.delivery.rooms.ban(table.hall, table.game_id, await self.banned(table.hall.guild_id))

    async def banned(self, guild_id: int) -> frozenset[UserId]:
        """Whom a server's halls are closed to now."""
        bans = await self._services.store.suspensions.in_guild(guild_id, self._services.now())
        return frozenset(UserId(ban.user_id) for ban in bans if ban.hall)
