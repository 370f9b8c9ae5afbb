"""The order of a rating table."""

from mafia_bot.club.points import PointsProfile
from mafia_bot.club.rating import Played, RatingRow, played, rating
from mafia_bot.engine.ids import Team, UserId
from tests.club.games import finished


def games(user: int, name: str, *points: float) -> list[Played]:
    return [Played(UserId(user), name, won=value >= 1, points=value) for value in points]


def test_points_come_first_then_wins_then_fewer_games() -> None:
    parts = [
        *games(1, "Аня", 1, 0.5, 0.5),
        *games(2, "Боря", 1, 1),
        *games(3, "Вера", 1, 1, 0),
        *games(4, "Гена", 3),
    ]
    assert [row.name for row in rating(parts)] == ["Гена", "Боря", "Вера", "Аня"]


def test_equals_share_a_place_and_the_next_places_are_left_out() -> None:
    parts = [*games(1, "в", 1), *games(2, "Б", 1), *games(3, "а", 2), *games(4, "г", 0)]
    assert [(row.place, row.name) for row in rating(parts)] == [(1, "а"), (2, "Б"), (2, "в"), (4, "г")]


def test_a_row_counts_games_wins_and_share() -> None:
    assert rating(games(7, "Аня", 1, 0, 1, 0.1)) == (
        RatingRow(place=1, user=UserId(7), name="Аня", games=4, wins=2, share=0.5, points=2.1),
    )


def test_a_person_goes_by_their_last_name() -> None:
    assert rating([*games(7, "Старое", 1), *games(7, "Новое", 0)])[0].name == "Новое"


def test_tenths_add_up_exactly() -> None:
    parts = [*games(1, "а", *[0.1] * 10), *games(2, "б", 0.5, 0.5)]
    assert [row.points for row in rating(parts)] == [1.0, 1.0]


def test_no_games_is_an_empty_table() -> None:
    assert rating([]) == ()


def test_games_that_do_not_count_are_not_played() -> None:
    assert played(finished([Team.TOWN], counts=False), PointsProfile()) == ()
    assert [part.won for part in played(finished([Team.TOWN]), PointsProfile())] == [
        True, True, False, False, False, True,
    ]  # fmt: skip
