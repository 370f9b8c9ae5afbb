"""What a game is worth."""

import pytest
from pydantic import ValidationError

from mafia_bot.club.points import PointsProfile, points_of
from mafia_bot.club.results import FinishedGame
from mafia_bot.engine.ids import Team
from tests.club.games import finished


def by_seat(game: FinishedGame, profile: PointsProfile | None = None) -> list[float]:
    return [points_of(profile or PointsProfile(), game, seat) for seat in game.seats]


def test_a_win_is_one_point_and_a_loss_nothing() -> None:
    assert by_seat(finished([Team.TOWN])) == [1, 1, 0, 0, 0, 1]
    assert by_seat(finished([Team.MAFIA])) == [0, 0, 1, 1, 0, 0]


def test_a_draw_brings_what_the_profile_says() -> None:
    assert by_seat(finished([])) == [0] * 6
    assert by_seat(finished([]), PointsProfile(draw=0.25)) == [0.25] * 6


@pytest.mark.rule("MA-25")
def test_after_a_technical_defeat_both_other_teams_have_a_whole_win() -> None:
    town_offended = finished([Team.MAFIA, Team.MANIAC], reason="technical-defeat")
    assert by_seat(town_offended) == [0, 0, 1, 1, 1, 0]


@pytest.mark.rule("MW-15")
def test_an_annulled_game_brings_nothing() -> None:
    assert by_seat(finished([Team.TOWN], counts=False), PointsProfile(loss=1, removal=-1)) == [0] * 6


def test_teams_can_be_paid_differently() -> None:
    profile = PointsProfile(win_town=1, win_mafia=1.5, win_maniac=3, loss=-0.5)
    assert by_seat(finished([Team.MANIAC]), profile) == [-0.5, -0.5, -0.5, -0.5, 3, -0.5]


@pytest.mark.rule("SP-08")
@pytest.mark.parametrize(("named", "bonus"), [((), 0), ((2, 5, 6), 0), ((3, 2, 6), 0.1), ((3, 4, 6), 0.4)])
def test_a_best_move_pays_by_how_many_are_black(named: tuple[int, ...], bonus: float) -> None:
    profile = PointsProfile(best_move=(0.1, 0.4, 0.7))
    assert by_seat(finished([Team.MAFIA], best_move=named), profile)[0] == bonus


def test_more_hits_than_the_profile_knows_are_paid_as_its_last() -> None:
    assert by_seat(finished([Team.MAFIA], best_move=(3, 4)), PointsProfile(best_move=(0.1,)))[0] == 0.1


def test_a_removal_can_cost_points() -> None:
    assert by_seat(finished([Team.TOWN], removed=2), PointsProfile(removal=-0.3))[1] == 0.7


def test_a_profile_refuses_what_it_does_not_know() -> None:
    with pytest.raises(ValidationError):
        PointsProfile.model_validate({"win": 1})
