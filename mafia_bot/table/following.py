"""What follows a step of a game outside its journal and rows: a hall closed to those removed from it.

It holds nothing up, and tries until it is done.
"""

import logging

from mafia_bot.engine.ids import UserId
from mafia_bot.engine.state import Game
from mafia_bot.table.services import Services
from mafia_bot.table.table import Table

RETRY_SECONDS = 5.0

_log = logging.getLogger(__name__)


class Following:
    """Hears of every commit of every table."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def committed(self, table: Table, before: Game) -> None:
        """A step was written that led here from the position before. Returns at once."""
        closed = [ban for ban in before.kept.bans if ban.hall]
        if closed != [ban for ban in table.game.kept.bans if ban.hall]:
            self._services.delivery.tasks.run(self._until_closed(table))

    async def close_doors(self, table: Table) -> None:
        """Keep the hall closed to those, and only those, whose removal from it still lasts (MW-15).

        Bans that cannot be read now are read later: nobody waits for that, and no lobby fails by it.
        """
        if not await self._close_doors(table):
            self._services.delivery.tasks.run(self._until_closed(table))

    async def banned(self, guild_id: int, hall_id: int) -> frozenset[UserId]:
        """Whom a hall is closed to now: those removed from it. Another hall of the server stays open to them;
        a ban that no game gave closes them all. Raises what a database raises.
        """
        bans = await self._services.store.suspensions.in_guild(guild_id, self._services.now())
        here = [ban for ban in bans if ban.hall and (ban.game_id is None or ban.hall_id == hall_id)]
        return frozenset(UserId(ban.user_id) for ban in here)

    async def _until_closed(self, table: Table) -> None:
        while not await self._close_doors(table):
            await self._services.sleep(RETRY_SECONDS)

    async def _close_doors(self, table: Table) -> bool:
        try:
            banned = await self.banned(table.hall.guild_id, table.hall_id)
        except Exception:
            _log.exception("game %s: the bans cannot be read; tried again", table.game_id)
            return False
        self._services.delivery.rooms.ban(table.hall, table.game_id, banned)
        return True
