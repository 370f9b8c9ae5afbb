"""`/rating`: a table for everybody, in the club's own language, page by page, in words and as a picture."""

import pytest
from simcord.results import InteractionResult

from mafia_bot.club.picture import rating_picture
from mafia_bot.club.standing import season_table
from mafia_bot.config import Config
from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.store import SeatResult
from mafia_bot.texts import Language
from tests.doors.fixtures import Clubs
from tests.doors.visit import TEXTS, say
from tests.rows import game_ended, game_row, names_seen

RU, EN = TEXTS.for_language("ru"), TEXTS.for_language("en")


async def season(club: SimulatedClub, games: int = 1, seats: int = 30) -> None:
    """Games that thirty people played, everybody with other points than the rest."""
    now = club.env.now().timestamp()
    for _ in range(games):
        rows = [
            SeatResult(n, 1000 + n, "civilian", "town", won=True, points=float(100 - n))
            for n in range(1, seats + 1)
        ]
        await game_ended(club.store, await game_row(club.store, club.guild.id), now, seats=rows)


def words(result: InteractionResult) -> str:
    assert result.response is not None
    assert not result.response.ephemeral
    return result.response.content or ""


async def picture(club: SimulatedClub, texts: Language, games: int, page: int = 1) -> bytes:
    rows = await season_table(club.store, club.guild.id)
    head = {"club": "Club", "season": texts("rating-all-time")}
    return rating_picture(rows, texts, **head, page=page, games=games)


def shown(club: SimulatedClub, result: InteractionResult) -> bytes:
    assert result.response is not None
    (file,) = result.response.attachments
    return club.env.backend.cdn.get(file.url) or b""


async def test_each_page_has_its_own_rows_in_words(club: SimulatedClub) -> None:
    await club.setup()
    await season(club)
    first = words(await club.slash(club.admin, club.chat, "rating"))
    second = words(await club.slash(club.admin, club.chat, "rating", page=2))
    for place in range(1, 31):
        assert (f"{1000 + place}" in first) == (place <= 25)
        assert (f"{1000 + place}" in second) == (place > 25)
    assert say(club, "rating-page", page=2, pages=2) in second
    assert words(await club.slash(club.admin, club.chat, "rating", page=3)) == second


async def test_a_page_of_long_names_fits_into_a_message(club: SimulatedClub) -> None:
    await club.setup()
    await season(club)
    names = {1000 + n: "Ж" * 32 + str(n) for n in range(1, 31)}
    await names_seen(club.store, club.guild.id, names)
    content = words(await club.slash(club.admin, club.chat, "rating"))
    assert len(content) <= 2000
    assert names[1001] in content
    assert content.endswith(say(club, "rating-page", page=1, pages=2))


@pytest.mark.parametrize("games", [1, 3])
async def test_the_picture_counts_the_games_of_the_season(club: SimulatedClub, games: int) -> None:
    await club.setup()
    await season(club, games, seats=4)
    result = await club.slash(club.admin, club.chat, "rating")
    assert shown(club, result) == await picture(club, RU, games)
    assert shown(club, result) != await picture(club, RU, 0)


async def test_the_games_of_another_season_are_not_counted(club: SimulatedClub) -> None:
    await club.setup()
    await season(club)
    now = club.env.now().timestamp()
    assert await club.store.results.games(club.guild.id, since=now - 1) == 1
    assert await club.store.results.games(club.guild.id, since=now + 1) == 0
    assert await club.store.results.games(club.guild.id, until=now) == 0
    assert await club.store.results.games(club.guild.id + 1) == 0


async def test_everybody_reads_it_in_the_clubs_language(club: SimulatedClub) -> None:
    await club.setup()
    await season(club)
    for locale in ("ru", "en-GB"):
        club.locale = locale
        for channel in (club.chat, club.lobby):
            result = await club.slash(club.seat(1), channel, "rating")
            assert RU("rating-title") in words(result)
            assert shown(club, result) == await picture(club, RU, 1)


async def test_what_only_the_caller_reads_is_in_the_callers_language(club: SimulatedClub) -> None:
    await club.setup()
    club.locale = "en-GB"
    assert answer_of(await club.slash(club.seat(1), club.chat, "rating")) == EN("rating-empty")


async def test_of_two_tables_each_speaks_its_own_language(club: SimulatedClub) -> None:
    await club.setup()
    russian = club.chat
    await club.setup(language="en", name="Two")
    await season(club)
    assert RU("rating-title") in words(await club.slash(club.seat(1), russian, "rating"))
    assert EN("rating-title") in words(await club.slash(club.seat(1), club.chat, "rating"))


@pytest.mark.parametrize("language", ["ru", "en"])
async def test_a_hall_speaks_the_configured_language_unless_told_otherwise(
    clubs: Clubs, language: str
) -> None:
    club = await clubs(
        seats=3, config=Config(language=language), locale="en-GB" if language == "ru" else "ru"
    )
    await club.slash(club.admin, club.lobby, "setup")
    (hall,) = await club.store.halls.of_guild(club.guild.id)
    assert hall.language == language
    await season(club)
    title = TEXTS.for_language(language)("rating-title")
    assert title in words(await club.slash(club.seat(1), club.lobby, "rating"))
