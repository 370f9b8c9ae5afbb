"""Whole evenings while Discord takes one message in so many: in the end the chat tells all of it, once."""

import random
import re
from typing import Any

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.engine.events.codec import decode
from mafia_bot.engine.ids import GameId
from mafia_bot.engine.state import Over
from mafia_bot.screens.story import story_of
from tests.evening.conftest import Begin
from tests.evening.law import breaches

ROUTE = re.compile(r"^/channels/\d+/messages")
STATUSES = (500, 503, 429)


class Moody(list[Any]):
    """The log of requests of a Discord that does not take three messages of ten, each in another way."""

    def __init__(self, club: SimulatedClub, seed: int) -> None:
        super().__init__(club.env.backend.http_requests)
        self.club, self.dice, self.refused = club, random.Random(seed), 0

    def append(self, entry: Any) -> None:
        super().append(entry)
        if ROUTE.match(entry.path) and entry.method != "GET" and self.dice.random() < 0.3:
            self.refused += 1
            status = self.dice.choice(STATUSES)
            fault = {"method": entry.method, "path": entry.path, "status": status, "code": 0, "times": 1}
            self.club.env.backend.faults.append({**fault, "message": "not now"})


async def lines_of(club: SimulatedClub, game_id: int) -> list[str]:
    """Everything that the table is told, in its order."""
    texts = club.bot.registry.services.texts.for_language("ru")
    records = await club.store.journal.load(game_id)
    events = [(r.seq, decode(r.kind, r.version, r.data)) for r in records]
    story = story_of(GameId(game_id), events, texts)
    return [line for past in story.closed for line in past.page.lines] + list(story.now.lines)


def told(club: SimulatedClub) -> str:
    """Every page of the chat, oldest first."""
    pages = [m.embeds[0].description or "" for m in club.chat.history() if m.embeds]
    return "\n".join(pages)


@pytest.mark.parametrize(("name", "seed"), [("masks_six", 1), ("most_wanted_town", 2), ("carcrash", 3)])
async def test_every_line_reaches_the_chat_once(
    name: str, seed: int, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    director = await begin(name, errors=False)
    club, number = director.club, director.club.table.game_id
    moody = Moody(club, seed)
    club.env.backend.http_requests = moody
    press: Any = club.press

    async def patient(*args: Any, **options: Any) -> Any:
        """People wait for the button that they want to press."""
        for _ in range(10):
            if breaches(club):
                await club.advance(1)
        return await press(*args, **options)

    monkeypatch.setattr(club, "press", patient)
    # What a turn costs is not the question where half of it is asked twice.
    monkeypatch.setattr(director, "pay", lambda: None)
    while not isinstance(club.game.phase, Over):
        for _ in range(10):
            if breaches(club):
                await club.advance(1)
        await director.step()
    club.env.backend.http_requests = list(moody)
    club.env.backend.faults.clear()
    await club.advance(31)
    assert moody.refused >= 5
    text, place = told(club), 0
    for line in await lines_of(club, number):
        found = text.find(line, place)
        assert found >= 0, f"never told, or not in its order: {line}"
        place = found + len(line)
    sheets = [m for m in club.chat.history() if f"№ {number}**" in (m.content or "")]
    assert len(sheets) == 1
