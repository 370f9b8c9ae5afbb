"""One whole evening on the simulated server: from `/setup` to the rating table, and what it cost."""

import math
import time

from msgspec import Struct

from mafia_bot.club.rating import RatingRow
from mafia_bot.club.standing import season_table
from mafia_bot.demo.accounts import Accounts
from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.players import Company
from mafia_bot.engine.due import due
from mafia_bot.engine.state import Game, Over
from mafia_bot.store import GameStatus, SeatResult
from mafia_bot.table.alarm import ARRIVAL_GRACE

LONGEST = 12 * 3600.0
"""Virtual seconds after which a game counts as one that never ends."""

SETTLING = 5.0
"""Virtual seconds for everything that follows a game: the last mutes, their second look."""


class Report(Struct, frozen=True):
    """An evening in figures; exactly what `--json` prints."""

    ruleset: str
    seats: int
    seed: int
    winner: str
    days: int
    events: int
    rest_calls: int
    member_edits: int
    max_member_edits_per_turn: int
    rating_rows: int
    warnings: int
    wall_s: float


class EveningFailed(RuntimeError):
    """The game did not end, or was not kept as it should be."""


class Evening:
    """`seed` decides the cards and everything the players do."""

    def __init__(self, club: SimulatedClub, ruleset: str, seed: int) -> None:
        self.club, self.ruleset, self.seed = club, ruleset, seed
        self.company = Company(club, seed)
        self.accounts: Accounts
        self.rating: tuple[RatingRow, ...] = ()
        self.results: list[SeatResult] = []
        self._began = 0.0

    @property
    def game(self) -> Game:
        """The position."""
        return self.club.game

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.game.phase, Over)

    async def prepare(self) -> None:
        """Set the server up and open the lobby."""
        self._began = time.perf_counter()
        await self.club.setup(self.club.locale)
        await self.club.open(self.ruleset)

    async def begin(self) -> None:
        """Seat everybody and start the game. Raises EveningFailed if the bot will not."""
        await self.club.seat_all()
        self.accounts = Accounts(self.club)
        await self.club.start()
        self.accounts.look()
        if len(self.game.players) != len(self.club.seats):
            raise EveningFailed(f"{self.ruleset} did not start with {len(self.club.seats)} seats")

    async def play(self) -> None:
        """Play at full speed to the end. Raises EveningFailed for a game that never ends."""
        await self.pass_time(LONGEST)
        if not self.over:
            raise EveningFailed(f"the game has not ended after {LONGEST / 3600:.0f} hours")
        await self.finish()

    async def pass_time(self, seconds: float) -> None:
        """Let virtual time pass, with all that people do in it, but not past the end of the game."""
        until = self._now() + seconds
        while not self.over:
            moment = min(self._next(), until)
            await self.club.advance(max(0.0, moment - self._now()))
            self.accounts.look()
            while await self.company.act(1):
                self.accounts.look()
            if self._now() >= until:
                break

    def _now(self) -> float:
        return self.club.env.now().timestamp()

    def _next(self) -> float:
        """When something is going to happen: a deed or a deadline."""
        deadline = due(self.game)
        moments = [] if self.company.next_at is None else [self.company.next_at]
        if deadline is not None:
            moments.append(deadline.at + (ARRIVAL_GRACE if deadline.by_arrival else 0.0) + 0.001)
        return min(moments, default=math.inf)

    async def finish(self) -> None:
        """Let everything come to rest and read what was kept. Raises EveningFailed if it is not whole."""
        await self.club.advance(SETTLING)
        self.accounts.look()
        store, table = self.club.store, self.club.table
        frame = await store.games.get(table.game_id)
        self.results = await store.results.of_game(table.game_id)
        self.rating = await season_table(store, self.club.guild.id)
        if frame is None or frame.status is not GameStatus.FINISHED:
            raise EveningFailed(f"the game is kept as {frame and frame.status}")
        if len(self.results) != len(self.club.seats) or len(self.rating) != len(self.club.seats):
            raise EveningFailed(f"{len(self.results)} seats are kept, {len(self.rating)} are rated")
        silent = [s.name for s in self.club.seats if self.club.is_muted(s)]
        if silent:
            raise EveningFailed(f"left muted: {', '.join(silent)}")

    async def report(self) -> Report:
        """The figures of a game that has ended."""
        game = self.game
        assert isinstance(game.phase, Over)
        records = await self.club.store.journal.load(self.club.table.game_id)
        return Report(
            ruleset=self.ruleset,
            seats=len(self.club.seats),
            seed=self.seed,
            winner="+".join(game.phase.outcome.winners) or "draw",
            days=game.broke,
            events=len(records),
            rest_calls=self.accounts.calls,
            member_edits=self.accounts.member_edits,
            max_member_edits_per_turn=self.accounts.most_edits,
            rating_rows=len(self.rating),
            warnings=sum(record.kind == "WarningIssued" for record in records),
            wall_s=round(time.perf_counter() - self._began, 2),
        )
