"""A small evening, played by people who wait and press again when something does not answer."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from simcord.results import to_discord_message
from sqlalchemy.exc import OperationalError

from mafia_bot.club.rebuild import rebuild
from mafia_bot.config import Config
from mafia_bot.demo.club import NotAnswered, SimulatedClub
from mafia_bot.demo.world import NotOffered, offers
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Act
from mafia_bot.engine.state import Ballot, Game, Lobby, Night, Over, Speeches
from tests.evening import watching as see
from tests.evening.law import breaches
from tests.trial.faults import Fate

PATIENCE = 12
"""How often somebody tries before the evening counts as stuck."""


class Evening:
    """Four seats by the rules `trial`: a quiet first day, seat 4 is shot, the town votes the mafia out."""

    def __init__(self, club: SimulatedClub, fate: Fate) -> None:
        self.club, self.fate = club, fate

    async def play(self) -> None:
        """From an empty server to what is left an hour after the game."""
        await self._until(lambda: self.club._hall is not None, self.club.setup)
        await self._until(lambda: self._phase(Lobby), lambda: self.club.open("trial"))
        for number, actor in enumerate(self.club.seats, start=1):
            await self.club.enter(actor)
            await self._until(
                lambda n=number: self._seated(n), lambda a=actor: self.club.press(a, Press.JOIN)
            )
        await self._until(lambda: not self._phase(Lobby), self.club.start)
        while not await self._over():
            await self._step(self.club.game)
        await self._live()
        for _ in range(12):
            await self.club.advance(10)
            await self._live()

    async def _step(self, game: Game) -> None:
        step = game.clock.step
        match game.phase:
            case Night(step=plan) if game.round == 1 and plan.act is Act.SHOOT:
                mafia = next(p.seat for p in game.players if p.role == "mafia")
                await self._until(
                    lambda: bool(self._game().phase.choices),  # type: ignore[union-attr]
                    lambda: self.club.choose(self.club.seat(mafia), 4),
                )
            case Speeches(queue=queue):
                await self._speech(game, queue[0])
                return
            case Ballot() as ballot:
                await self._ballot(ballot, step)
                return
            case _:
                pass
        await self._until(lambda: self._gone_on(step), self._wait)

    async def _speech(self, game: Game, seat: int) -> None:
        await self._heard(seat)
        step, actor = game.clock.step, self.club.seat(seat)
        target = {2: 1, 3: 2}.get(seat) if game.broke == 2 else None
        if target is not None:
            await self._until(
                lambda: any(by == seat for by, _ in self._game().nominations),
                lambda: self.club.press(actor, Press.NOMINATE, target),
            )
        await self._until(lambda: self._gone_on(step), lambda: self.club.press(actor, Press.THANKS))

    async def _ballot(self, ballot: Ballot, step: int) -> None:
        if ballot.candidate == 1:
            for voter in (2, 3):
                await self._until(
                    lambda v=voter: self._gone_on(step) or self._voted(v),
                    lambda v=voter: self.club.press(self.club.seat(v), Press.VOTE, 1),
                )
        await self._until(lambda: self._gone_on(step), self._wait)

    async def _heard(self, seat: int) -> None:
        """GE-03: within a few seconds the speaker, and nobody else, is heard; whatever went wrong before."""
        for _ in range(20):
            await self._live()
            if see.heard(self.club) == {str(seat)}:
                return
            await self.club.advance(1)
        raise AssertionError(f"seat {seat} has the word, heard: {see.heard(self.club)}")

    async def _until(self, done: Callable[[], bool], act: Callable[[], Awaitable[Any]]) -> None:
        for _ in range(PATIENCE):
            await self._live()
            if done():
                return
            try:
                await act()
            except (NotOffered, NotAnswered, LookupError, AssertionError, OperationalError):
                # Not answered, or the table was looked at through a process that has just died.
                await self.club.advance(2)
        await self._live()
        assert done(), f"stuck: {self._game().phase}"

    async def _wait(self) -> None:
        """Until the step should have ended; whoever sees that it has not waits on."""
        step = self.club.game.clock.step
        await self.club.to_next_deadline()
        if not self._gone_on(step):
            await self.club.advance(3)

    async def _over(self) -> bool:
        """Whether the game has ended; a process that was started after its end does not keep it."""
        await self._live()
        return self._kept() is None or self._phase(Over)

    async def _live(self) -> None:
        """A dead process is started again by whoever keeps it running."""
        if self.fate.dead:
            self.fate.born_again()
            await self.club.crash(downtime=4.0)
            await self.club.advance(1)

    def _kept(self) -> Game | None:
        """The game, if the process keeps any."""
        return next((table.game for table in self.club.bot.registry.tables()), None)

    def _game(self) -> Game:
        return self.club.game

    def _phase(self, kind: type[Any]) -> bool:
        game = self._kept()
        return game is not None and isinstance(game.phase, kind)

    def _seated(self, number: int) -> bool:
        phase = self.club.game.phase
        return isinstance(phase, Lobby) and self.club.seat(number).id in phase.members

    def _gone_on(self, step: int) -> bool:
        game = self._kept()
        return game is None or game.clock.step != step

    def _voted(self, seat: int) -> bool:
        phase = self._game().phase
        return isinstance(phase, Ballot) and any(voter == seat for voter, _ in phase.votes)


def trial_config(directory: Any) -> Config:
    """Where the rules `trial` lie."""
    return Config.model_validate({"rules": {"directory": str(directory)}})


async def what_is_left(club: SimulatedClub) -> dict[str, Any]:
    """Everything that an evening leaves behind: rows, messages with something to press, voices, rooms."""
    return {
        "rows": await _rows(club),
        "differences": [
            str(found) async for game in rebuild(club.store, mend=False) for found in game.differences
        ],
        "open": sorted(_open_messages(club)),
        "astray": breaches(club),
        "sheets": sum("протокол" in text.casefold() for text in _texts(club)),
        "muted": sorted(see.all_muted(club)),
        "rooms": {
            key: (sorted(see.readers(club, key)), sorted(see.writers(club, key)))
            for key in ("table", "graveyard", "mafia")
        },
    }


TABLES = {
    "games": "status, winners, reason, ruleset_id",
    "results": "seat, user_id, role, team, won, exit_cause, exit_round, warnings",
    "suspensions": "user_id, offence, games, hall, lifted",
    "mute_ledger": "user_id, wish, debt",
}


async def _rows(club: SimulatedClub) -> dict[str, list[str]]:
    from sqlalchemy import text

    rows = {}
    for table, columns in TABLES.items():
        found = await club.store._database.rows(text(f"SELECT {columns} FROM {table}"))
        rows[table] = sorted(str(row) for row in found)
    return rows


def _messages(club: SimulatedClub) -> list[tuple[str, discord.Message]]:
    found = []
    for channel in club.env.backend.channels.values():
        for message in club.env.backend.messages.get(channel.id, {}).values():
            if not message.is_ephemeral:
                found.append((channel.name or "", to_discord_message(club.env, message)))
    return found


def _texts(club: SimulatedClub) -> list[str]:
    return [message.content or "" for _, message in _messages(club)]


def _open_messages(club: SimulatedClub) -> list[str]:
    """Channel, title and controls of whatever can still be pressed; times are as they happen to be."""
    found = []
    for channel, message in _messages(club):
        if message.components:
            title = message.embeds[0].title if message.embeds else message.content
            tokens = sorted(re.sub(r":\d+", "", offer.token) for offer in offers(message))
            found.append(f"{channel}: {title}: {tokens}")
    return found
