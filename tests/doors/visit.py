"""How tests knock at the doors: a bad press, the sentence it gets, and a game that did not change."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of, offer
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Role
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.state import Night, Phase, Speeches
from mafia_bot.screens.names import at_table
from mafia_bot.screens.refusals import refusal_words
from mafia_bot.texts import Language, Texts

TEXTS = Texts.load()
Act = Callable[[], Awaitable[InteractionResult]]


class Log:
    """What a test expects among the errors in the log; anything else fails it."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        self._caplog = caplog
        self._expected: list[str] = []

    def expect(self, part: str) -> None:
        """An error whose message has this in it is part of the test."""
        self._expected.append(part)

    def errors(self) -> list[str]:
        """The messages of all errors so far."""
        records = [*self._caplog.get_records("setup"), *self._caplog.get_records("call")]
        return [record.getMessage() for record in records if record.levelno >= logging.ERROR]

    def unexpected(self) -> list[str]:
        return [text for text in self.errors() if not any(part in text for part in self._expected)]


def say(club: SimulatedClub, key: str, **fields: Any) -> str:
    """A text in the language of everybody's client, seats with the names of who sits there."""
    return texts_of(club)(key, **fields)


def texts_of(club: SimulatedClub) -> Language:
    """The words of everybody's client at the one table that there is; before there is one, without names."""
    tables = club.bot.registry.tables()
    own = TEXTS.for_language(club.locale)
    return at_table(tables[0].game, own) if len(tables) == 1 else own


def refusal(club: SimulatedClub, code: Code, clause: str = "", **data: Any) -> str:
    """The sentence of a refusal in the language of everybody's client."""
    text = refusal_words(Refusal(code, clause, data), texts_of(club))
    return say(club, "refusal-clause", text=text, clause=clause) if clause else text


async def journal(club: SimulatedClub) -> list[Any]:
    return await club.store.journal.load(club.table.game_id)


@asynccontextmanager
async def unharmed(club: SimulatedClub) -> AsyncIterator[None]:
    """Nothing in here may change the position, the journal or the number of games."""
    table = club.table
    game, written = table.game, await journal(club)
    games = await club.store.games.open_games()
    yield
    assert club.table is table
    assert table.game == game
    assert await journal(club) == written
    assert [frame.id for frame in await club.store.games.open_games()] == [frame.id for frame in games]


async def refused(club: SimulatedClub, act: Act, code: Code, clause: str = "", **data: Any) -> None:
    """Do it once in each language: the private sentence is exactly this one and nothing has changed."""
    speaks = club.locale
    for locale in ("ru", "en"):
        club.locale = locale
        async with unharmed(club):
            result = await act()
        assert answer_of(result) == refusal(club, code, clause, **data)
    club.locale = speaks


async def late(
    club: SimulatedClub, actor: MemberActor, press: Press, page: discord.Message, seat: int = 0
) -> InteractionResult:
    """A press on a page as a client still shows it that has not heard of its closing."""
    stored = club.env.backend.messages[club.chat.id][page.id]
    closed = stored.components
    stored.components = [row.to_dict() for row in page.components]
    found = offer(page, press)

    try:
        return await club.touch(actor, page, found, [str(seat)] if found.values is not None else [])
    finally:
        stored.components = closed


class Kept:
    """A message as a client still shows it that has not heard how it changed: kept now, pressed later."""

    def __init__(self, club: SimulatedClub, on: InteractionResult) -> None:
        assert on.response is not None
        self._stored = club.env.backend.messages[club.chat.id][on.response.id]
        self._rows = self._stored.components

    def __enter__(self) -> None:
        self._known, self._stored.components = self._stored.components, self._rows

    def __exit__(self, *_error: object) -> None:
        if self._stored.components is self._rows:
            self._stored.components = self._known


async def lobby(club: SimulatedClub, ruleset: str = "masks", host: MemberActor | None = None) -> None:
    """A hall and an open lobby, nobody at the table."""
    await club.setup()
    await club.open(ruleset, host)


async def night(club: SimulatedClub, ruleset: str = "masks", host: MemberActor | None = None) -> None:
    """A started game in its first night, everybody in voice."""
    await lobby(club, ruleset, host)
    await club.seat_all()
    await club.start(by=host)
    assert isinstance(club.game.phase, Night)


async def day(club: SimulatedClub, ruleset: str = "masks", host: MemberActor | None = None) -> None:
    """A started game at the first speech of the first day."""
    await night(club, ruleset, host)
    await until(club, Speeches)


async def until(club: SimulatedClub, phase: type[Phase]) -> None:  # type: ignore[valid-type]
    """Let time run out, step after step, until this phase is on."""
    for _ in range(60):
        if isinstance(club.game.phase, phase):
            return
        await club.to_next_deadline()
    raise AssertionError(f"no {phase} in sight")


async def thanks(club: SimulatedClub) -> None:
    """Whoever has the word ends it."""
    queue = club.game.phase.queue  # type: ignore[union-attr]
    await club.press(club.seat(queue[0]), Press.THANKS)


async def nominations(club: SimulatedClub, *pairs: tuple[int, int]) -> None:
    """Go through a whole circle; those who are named here nominate in their turn."""
    wanted = dict(pairs)
    while isinstance(club.game.phase, Speeches):
        seat = club.game.phase.queue[0]
        if seat in wanted:
            await club.press(club.seat(seat), Press.NOMINATE, wanted[seat])
        await thanks(club)


def holder(club: SimulatedClub, role: Role) -> int:
    """The seat that holds a card."""
    return next(player.seat for player in club.game.players if player.role is role)


async def at_once(club: SimulatedClub, *acts: Awaitable[InteractionResult]) -> list[InteractionResult]:
    """All of these reach the bot before it takes a single step."""
    env: Any = club.env
    real = env._settle_internal

    async def nothing(*_: Any, **__: Any) -> None:
        return None

    env._settle_internal = nothing
    try:
        results = [await act for act in acts]
    finally:
        env._settle_internal = real
    await env.settle()
    return results
