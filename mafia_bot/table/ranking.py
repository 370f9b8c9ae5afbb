"""The club's rating table as a message and as a picture."""

import asyncio
import io

import msgspec

from mafia_bot.club.picture import pages, rating_picture
from mafia_bot.club.rating import RatingRow
from mafia_bot.club.standing import season_table
from mafia_bot.table.services import Services
from mafia_bot.texts import Language

ROWS_IN_TEXT = 10


class Ranking(msgspec.Struct, frozen=True):
    """The table in words, and as a PNG when there is anything in it."""

    text: str
    picture: io.BytesIO | None


async def ranking(services: Services, guild_id: int, club: str, texts: Language, page: int) -> Ranking:
    """The table of the current season; a page that does not exist is the last one."""
    settings = (await services.store.clubs.get(guild_id)).settings
    season = settings.get("season", {})
    rows = await season_table(services.store, guild_id, season.get("since"), season.get("until"))
    title = texts("rating-season", season=season["name"]) if "name" in season else texts("rating-all-time")
    if not rows:
        return Ranking(texts("rating-empty"), None)
    page = min(page, pages(rows))
    loop = asyncio.get_running_loop()
    picture = await loop.run_in_executor(None, lambda: _draw(rows, texts, club, title, page))
    head = f"**{texts('rating-title')}** · {title}"
    return Ranking("\n".join([head, *(_row(row, texts) for row in rows[:ROWS_IN_TEXT])]), picture)


def _draw(rows: tuple[RatingRow, ...], texts: Language, club: str, season: str, page: int) -> io.BytesIO:
    return io.BytesIO(rating_picture(rows, texts, club=club, season=season, page=page))


def _row(row: RatingRow, texts: Language) -> str:
    return texts(
        "rating-row",
        place=row.place,
        name=row.name,
        points=row.points,
        wins=row.wins,
        games=row.games,
        share=row.share,
    )
