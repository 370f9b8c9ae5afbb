"""A game's pages are a fold of its journal: whoever tells it, and whenever, tells the same."""

from typing import Any

import pytest

from mafia_bot.engine import events as ev
from mafia_bot.engine.audience import Everybody, audience
from mafia_bot.engine.events import Event
from mafia_bot.engine.evolution import evolve
from mafia_bot.engine.evolution.lobby import opened
from mafia_bot.engine.ids import GameId
from mafia_bot.engine.offered import offered
from mafia_bot.engine.state import Game, Night, Over
from mafia_bot.screens.announcements import tell
from mafia_bot.screens.names import names_at
from mafia_bot.screens.story import LINES_KEPT, Story, begun, page_now, story_of, told
from mafia_bot.texts import Texts
from tests.engine.recording import JOURNALS, read, recorded, stored
from tests.engine.scenario import table

NAMES = sorted(path.stem for path in JOURNALS.glob("*.json"))
GAME = GameId(5)
TEXTS = Texts.load().for_language("ru")


@pytest.fixture(params=NAMES)
def journal(request: pytest.FixtureRequest) -> list[tuple[int, Event]]:
    return placed(stored(request.param)["rows"])


def placed(rows: list[dict[str, Any]]) -> list[tuple[int, Event]]:
    """The events of stored rows with their places."""
    log, _ = read(rows)
    return list(zip((row["seq"] for row in rows), log, strict=True))


def lines_of(journal: list[tuple[int, Event]]) -> list[str]:
    """Everything that is everybody's, in its order."""
    game: Game | None = None
    found = []
    for _, event in journal:
        game = opened(event) if isinstance(event, ev.LobbyOpened) else evolve(_known(game), event)
        everybodys = isinstance(audience(game, event), Everybody)
        if everybodys and (line := tell(event, game, TEXTS.seated(names_at(game)))):
            found.append(line)
    return found


def _known(game: Game | None) -> Game:
    assert game is not None
    return game


def steps(journal: list[tuple[int, Event]]) -> list[Story]:
    """The story after each event."""
    (place, first), *rest = journal
    assert isinstance(first, ev.LobbyOpened)
    found = [begun(GAME, first, place, TEXTS)]
    for place, event in rest:
        found.append(told(found[-1], event, place, TEXTS))
    return found


def test_event_by_event_or_all_at_once(journal: list[tuple[int, Event]]) -> None:
    assert steps(journal)[-1] == story_of(GAME, journal, TEXTS)


def test_every_line_stands_on_one_page_and_in_its_order(journal: list[tuple[int, Event]]) -> None:
    story = story_of(GAME, journal, TEXTS)
    pages = [*(past.page.lines for past in story.closed), story.now.lines]
    assert max(len(lines) for lines in pages) < LINES_KEPT, "too long a page to be told by this test"
    assert [line for lines in pages for line in lines] == lines_of(journal)


def test_only_the_last_page_can_be_pressed(journal: list[tuple[int, Event]]) -> None:
    for story in steps(journal):
        assert all(not past.page.controls and not past.page.now for past in story.closed)
        assert page_now(story, TEXTS).controls == offered(story.game)


def test_every_page_has_a_name_of_its_own(journal: list[tuple[int, Event]]) -> None:
    for story in steps(journal):
        names = [*(past.screen for past in story.closed), story.now.screen]
        assert len(names) == len(set(names))


def test_a_page_that_is_closed_never_changes_again(journal: list[tuple[int, Event]]) -> None:
    known: tuple[object, ...] = ()
    for story in steps(journal):
        assert story.closed[: len(known)] == known
        known = story.closed


def test_the_nights_victims_are_told_on_the_next_page(journal: list[tuple[int, Event]]) -> None:
    """Whoever reads the newest message reads who is gone; no night's page tells it."""
    for story in steps(journal):
        if story.ahead is not None and isinstance(story.game.phase, Night):
            assert story.now.key == f"day:{story.game.round}"
            assert story.closed[-1].key.startswith("night")


def test_an_end_at_dawn_takes_the_mornings_lines_along() -> None:
    """A day that never breaks has no page; who was killed last is told on the game's last one."""
    kept = recorded(table("masks", ["mafia", "lover", "doctor"]).night(mafia=2).night(mafia=3))
    assert kept["end"]["winners"] == ["mafia"]
    story = story_of(GAME, placed(kept["rows"]), TEXTS)
    assert story.closed[-1].key.startswith("night")
    assert isinstance(story.game.phase, Over)
    assert TEXTS("morning-victims", victims=(3,)) in "\n".join(story.now.lines)


def test_the_team_has_this_nights_lines_alone() -> None:
    for name in ("masks", "most_wanted"):
        nights: dict[int, set[str]] = {}
        for story in steps(placed(stored(name)["rows"])):
            nights.setdefault(story.game.round, set()).update(line for _, line in story.team)
            assert all(place <= story.place for place, _ in story.team)
        assert nights[0], "the black were shown to each other"


def test_a_journal_without_a_lobby_tells_nothing() -> None:
    with pytest.raises(ValueError, match="begins with LobbyOpened"):
        story_of(GAME, [(1, ev.NightFell(0))], TEXTS)
