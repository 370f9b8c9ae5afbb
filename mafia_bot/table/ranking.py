"""The club's rating table as a message and as a picture."""

import asyncio
import io

import msgspec

from mafia_bot.club.picture import ROWS_A_PAGE, pages, rating_picture
from mafia_bot.club.rating import RatingRow
from mafia_bot.club.standing import season_table
from mafia_bot.table.services import Services
from mafia_bot.texts import Language

LIMIT = 1900
"""Discord allows 2,000 characters in a message; the rest is left for the number of the page."""


class Ranking(msgspec.Struct, frozen=True):
    """The table in words, and as a PNG when there is anything in it."""

    text: str
    picture: io.BytesIO | None


async def ranking(services: Services, guild_id: int, club: str, texts: Language, page: int) -> Ranking:
    """One page of the table of the current season; a page that does not exist is the last one."""
    store = services.store
    season = (await store.clubs.get(guild_id)).settings.get("season", {})
    bounds = season.get("since"), season.get("until")
    rows = await season_table(store, guild_id, *bounds)
    if not rows:
        return Ranking(texts("rating-empty"), None)
    games = await store.results.games(guild_id, *bounds)
    title = texts("rating-season", season=season["name"]) if "name" in season else texts("rating-all-time")
    page = min(page, pages(rows))
    loop = asyncio.get_running_loop()
    picture = await loop.run_in_executor(
        None, lambda: rating_picture(rows, texts, club=club, season=title, page=page, games=games)
    )
    return Ranking(_in_words(rows, texts, title, page), io.BytesIO(picture))


def _in_words(rows: tuple[RatingRow, ...], texts: Language, season: str, page: int) -> str:
    """The same page as the picture's, as much of it as a message holds."""
    lines = [f"**{texts('rating-title')}** · {season}"]
    for row in rows[(page - 1) * ROWS_A_PAGE : page * ROWS_A_PAGE]:
        lines.append(_row(row, texts))
        if len("\n".join(lines)) > LIMIT:
            lines.pop()
            break
    if pages(rows) > 1:
        lines.append(texts("rating-page", page=page, pages=pages(rows)))
    return "\n".join(lines)


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
