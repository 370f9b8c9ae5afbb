"""Whom it is not done to put first in the kill order: last game's first victim, and newcomers (CC-21)."""

from collections.abc import Iterable

from mafia_bot.engine.ids import Cause, UserId
from mafia_bot.store import PlayedSeat, Store


async def spared(store: Store, guild_id: int, users: Iterable[UserId]) -> tuple[UserId, ...]:
    """Those of `users`, in their order, to whom the courtesy is due on this server."""
    seats = await store.results.table(guild_id)
    known = {played.result.user_id for played in seats}
    first = first_victim(seats)
    return tuple(user for user in users if user == first or user not in known)


def first_victim(seats: Iterable[PlayedSeat]) -> int | None:
    """Who was killed on the first night of the newest of these games; None if nobody was.

    `seats` are in the order in which their games ended.
    """
    games: dict[int, list[PlayedSeat]] = {}
    for played in seats:
        games.setdefault(played.game_id, []).append(played)
    if not games:
        return None
    killed = [p.result for p in games[next(reversed(games))] if p.result.exit_cause == Cause.NIGHT]
    return next((result.user_id for result in killed if result.exit_round == 1), None)
