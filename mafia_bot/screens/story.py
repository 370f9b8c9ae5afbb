"""A game told from its journal: the page of now, the pages before it in their final form, the team's lines.

A fold over events, so the same journal always makes the same pages, whoever tells it and whenever.
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from mafia_bot.engine import events as ev
from mafia_bot.engine.audience import Everybody, audience
from mafia_bot.engine.evolution import evolve
from mafia_bot.engine.evolution.lobby import opened
from mafia_bot.engine.ids import GameId, UserId
from mafia_bot.engine.scene import NOBODY
from mafia_bot.engine.state import Game, Lobby, Over
from mafia_bot.screens.announcements import tell
from mafia_bot.screens.names import at_table
from mafia_bot.screens.page import Page, closed_page, day_key, key_of, page, vote_key
from mafia_bot.screens.private_lines import for_team
from mafia_bot.texts import Language

LINES_KEPT = 40


class Chapter(Struct, frozen=True):
    """What was told on one page. `stood`: a step was open on it, so people saw it."""

    key: str
    screen: str
    lines: tuple[str, ...] = ()
    stood: bool = False


class Closed(Struct, frozen=True):
    """A page that is over, in its final form: its name, and what stays to be read."""

    key: str
    screen: str
    page: Page


class Story(Struct, frozen=True):
    """`game` is the position after the last event told, `place` that event's place in the journal.

    `ahead` is the page that was announced while the phase before it has not ended yet. `team` holds this
    night's lines for the mafia's own room, each with the place of its event.
    """

    game_id: GameId
    game: Game
    place: int
    now: Chapter
    closed: tuple[Closed, ...] = ()
    ahead: str | None = None
    team: tuple[tuple[int, str], ...] = ()


def begun(game_id: GameId, first: ev.LobbyOpened, place: int, texts: Language) -> Story:
    """The story of a lobby that was just opened."""
    game = opened(first)
    key = key_of(game)
    return _with_line(Story(game_id, game, place, Chapter(key, key, stood=True)), first, texts)


def story_of(game_id: GameId, events: Iterable[tuple[int, ev.Event]], texts: Language) -> Story:
    """The story of a whole journal, events with their places. Raises ValueError unless it begins with a
    lobby.
    """
    story: Story | None = None
    for place, event in events:
        if story is not None:
            story = told(story, event, place, texts)
        elif isinstance(event, ev.LobbyOpened):
            story = begun(game_id, event, place, texts)
        else:
            break
    if story is None:
        raise ValueError("a journal begins with LobbyOpened")
    return story


def told(story: Story, event: ev.Event, place: int, texts: Language) -> Story:
    """The story with one more event in it."""
    before, game = story.game, evolve(story.game, event)
    ahead = _announced(event, game) or (story.ahead if key_of(game) == key_of(before) else None)
    key = ahead or key_of(game)
    story = replace(story, game=game, place=place, ahead=ahead)
    if key != story.now.key:
        story = _turned(story, key, before, texts)
    if _opens(event, before, game):
        story = replace(story, now=replace(story.now, stood=True))
    return _with_line(story, event, texts)


def page_now(story: Story, texts: Language, hushed: frozenset[UserId] = NOBODY) -> Page:
    """The page of the position that was told last; the `hushed` are muted by another hand."""
    return page(story.game, story.game_id, story.now.lines, at_table(story.game, texts), hushed)


def _turned(story: Story, key: str, before: Game, texts: Language) -> Story:
    """Go to another page. One on which no step was ever open was never seen: its lines go along."""
    now, closed = story.now, story.closed
    if now.stood:
        closed = (*closed, Closed(now.key, now.screen, _last(story, before, texts)))
    # A page that comes again, as after an undoing, is a new message: the old one has scrolled away.
    times = sum(1 for past in closed if past.key == key)
    screen = f"{key}+{times}" if times else key
    lines = () if now.stood else now.lines
    return replace(story, now=Chapter(key, screen, lines), closed=closed)


def _last(story: Story, before: Game, texts: Language) -> Page:
    return closed_page(before, story.game_id, story.now.lines, at_table(before, texts))


def _announced(event: ev.Event, game: Game) -> str | None:
    """The page that an event announces: the night's victims open the day's, or the last one if the game ends
    at dawn; the list is there to be read while the vote goes on (MA-05).
    """
    match event:
        case ev.MorningCame():
            return day_key(game)
        case ev.ListRead():
            return vote_key(game)
        case _:
            return None


def _opens(event: ev.Event, before: Game, game: Game) -> bool:
    resting = isinstance(game.phase, (Lobby, Over))
    return resting or before.clock.step != game.clock.step or isinstance(event, ev.RulingUndone)


def _with_line(story: Story, event: ev.Event, texts: Language) -> Story:
    game, now, team = story.game, story.now, story.team
    if isinstance(event, ev.NightFell):
        team = ()
    # Built up, never filtered out: only what is expressly everybody's is worded for the table.
    texts = at_table(game, texts)
    line = tell(event, game, texts) if isinstance(audience(game, event), Everybody) else None
    if line is not None:
        now = replace(now, lines=(*now.lines, line)[-LINES_KEPT:])
    if (secret := for_team(event, game, texts)) is not None:
        team = (*team, (story.place, secret))
    return replace(story, now=now, team=team)
