"""The game sheet as people read it."""

import pytest

from mafia_bot.club.points import PointsProfile
from mafia_bot.club.sheet import sheet, sheet_message, verdict
from mafia_bot.engine.ids import Team
from mafia_bot.texts import Texts
from tests.club.games import finished

RU, EN = (Texts.load().for_language(code) for code in ("ru", "en"))


def test_a_line_a_seat_in_order() -> None:
    lines = sheet(finished([Team.MAFIA]), RU, PointsProfile())
    assert [line.seat for line in lines] == [1, 2, 3, 4, 5, 6]
    assert (lines[0].role, lines[0].exit) == ("мирный житель", "ночь 1: убит")
    assert (lines[2].exit, lines[2].warnings, lines[2].points) == ("день 2: голосование", 2, 1.0)
    assert lines[3].exit == "за столом"


def test_the_whole_sheet_is_one_message() -> None:
    game = finished([Team.MAFIA], reason="parity", best_move=(3, 4))
    assert sheet_message(game, RU, PointsProfile()).splitlines() == [
        "**Протокол игры № 17**",
        "Маски · 30 ноября 2026\u202fг. · дней: 3",
        "⚫ **Победила мафия!** Красных и чёрных стало поровну.",
        "№\u00a01 Аня — мирный житель; ночь 1: убит",
        "№\u00a02 Боря — шериф; за столом",
        "№\u00a03 Вера — мафия; день 2: голосование; 2 замечания",
        "№\u00a04 Гена — дон мафии; за столом",
        "№\u00a05 Даша — маньяк; за столом",
        "№\u00a06 Егор — мирный житель; за столом",
        "Лучший ход №\u00a01: №\u00a03 и №\u00a04.",
        "Ведущий: <@99>",
    ]


@pytest.mark.rule("MA-25")
def test_a_technical_defeat_names_all_winners() -> None:
    game = finished([Team.TOWN, Team.MANIAC], reason="technical-defeat")
    assert verdict(game, EN) == "**Technical defeat. The win is shared by the town and the maniac.**"


@pytest.mark.rule("CX-04")
def test_a_maniac_who_plays_for_the_town_wins_with_the_town() -> None:
    game = finished([Team.TOWN, Team.MANIAC], reason="maniac-for-town")
    assert verdict(game, EN) == "🔴 **The town wins!**"


def test_draws_and_annulled_games_have_no_winner() -> None:
    assert verdict(finished([]), EN) == "🤝 **A draw.**"
    annulled = finished([Team.TOWN], counts=False, reason="*Свет* погас")
    assert verdict(annulled, EN).startswith("**The game is annulled.**")
    assert "\\*Свет\\* погас" in sheet_message(annulled, RU, PointsProfile())
