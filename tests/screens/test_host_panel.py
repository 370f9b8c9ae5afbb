"""The panels of those who rule fit what Discord allows, in every ruleset and both languages."""

import pytest

from mafia_bot.delivery.board.components import LIMIT, MOST_LETTERS, MOST_OPTIONS, parts_view
from mafia_bot.engine.ids import GameId, SeatNo, UserId
from mafia_bot.engine.state import Night, Over, Speeches
from mafia_bot.rulesets import load
from mafia_bot.screens.host_panel import discipline_panel, host_panel
from mafia_bot.screens.host_seat import seat_panel
from mafia_bot.screens.parts import Options
from mafia_bot.texts import LANGUAGES, Texts
from tests.engine.scenario import table
from tests.engine.tables import MANIAC, MASKS

TEXTS = Texts.load()
HOST, MODERATOR = UserId(1), UserId(9)


@pytest.mark.rule("GE-16")
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_longest_night_of_the_largest_table_fits(code: str) -> None:
    t = table("masks", MANIAC, seats=20, host=1)
    for _ in range(3):
        t.night(sheriff=4)
    t.until(Night)
    while isinstance(t.phase, Night) and t.phase.index + 1 < len(t.phase.plan):
        t.act(lover=9, mafia=10, sheriff=5, doctor=10, maniac=11)
        t.run_out()
    names = dict.fromkeys(range(1, 21), "Вася_Пупкин_с_длинным_именем_тут"[:32])
    found = host_panel(t.game, HOST, TEXTS.for_language(code).seated(names))
    assert found is not None
    assert len(found.text) <= LIMIT


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("ruleset", sorted(load()))
def test_every_offence_of_every_ruleset_fits_its_menu(ruleset: str, code: str) -> None:
    seats = {"classic15": 15}.get(ruleset, 10)
    cards = load()[ruleset].cards(seats)
    t = table(ruleset, [role for role, count in cards.items() for _ in range(count)], host=1)
    texts = TEXTS.for_language(code)
    panel = seat_panel(t.game, HOST, SeatNo(1), texts)
    menus = [part for part in panel.parts if isinstance(part, Options)]
    assert len(menus) == 2
    for menu in menus:
        assert 0 < len(menu.options) <= MOST_OPTIONS
        assert len({one.value for one in menu.options}) == len(menu.options)
        assert all(len(one.label) <= MOST_LETTERS and len(one.about) <= MOST_LETTERS for one in menu.options)


@pytest.mark.rule("GE-16")
def test_every_panel_is_of_five_rows_at_most() -> None:
    t = table("masks", MASKS, host=1).warn(2)
    texts = TEXTS.for_language("ru")
    for _ in range(200):
        leads = host_panel(t.game, HOST, texts)
        assert leads is not None
        for panel in (leads, discipline_panel(t.game, MODERATOR, texts)):
            view = parts_view(panel.parts, GameId(1), texts)
            assert view is not None
            assert len(view.to_components()) <= 5
        for player in t.game.players:
            assert parts_view(seat_panel(t.game, HOST, player.seat, texts).parts, GameId(1), texts)
        if isinstance(t.phase, Over):
            return
        if isinstance(t.phase, Speeches) and t.game.round == 2:
            t.remove(t.alive[0])
        else:
            t.run_out()
    raise AssertionError("the game never ends")
