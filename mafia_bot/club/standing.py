"""From stored results to the club's table: what a season adds up to."""

from mafia_bot.club.rating import Played, RatingRow, rating
from mafia_bot.engine.ids import UserId
from mafia_bot.store import Store
from mafia_bot.texts.wording import visible_name


async def season_table(
    store: Store, guild_id: int, since: float | None = None, until: float | None = None
) -> tuple[RatingRow, ...]:
    """The rating table of a server for the games finished in [since, until), epoch seconds; None: no
    bound.
    """
    seats = await store.results.table(guild_id, since, until)
    names = await store.members.names(guild_id, {played.result.user_id for played in seats})
    return rating(
        Played(
            UserId(played.result.user_id),
            visible_name(names.get(played.result.user_id, ""), str(played.result.user_id)),
            played.result.won,
            played.result.points,
        )
        for played in seats
    )
