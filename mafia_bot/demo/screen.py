"""What the demo shows in the terminal: how the game stands, then the game sheet and the rating table.

Knows rich and wording of the operator's; it never prints anything that is secret while the game is on.
"""

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.table import Table as Grid

from mafia_bot import operator_texts as words
from mafia_bot.demo.evening import Evening, Report
from mafia_bot.engine.ids import Cause
from mafia_bot.engine.scene import scene
from mafia_bot.engine.state import Game, Over
from mafia_bot.texts import Language, Texts


class Screen:
    """On a terminal the picture changes in place; elsewhere every step is one line."""

    def __init__(self, console: Console, evening: Evening) -> None:
        self.console, self._evening = console, evening
        self._english: Language = Texts.load(strict=False).for_language("en")
        self._began = evening.club.env.now().timestamp()
        self._shown: tuple[str, str] | None = None

    def picture(self) -> RenderableType:
        """How the game stands, for a terminal."""
        game, club = self._evening.game, self._evening.club
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(style="dim")
        grid.add_column()
        grid.add_row(words.DEMO_CLOCK, f"{self._minutes():.1f} min")
        grid.add_row(words.DEMO_PHASE, self.phase(game))
        grid.add_row(words.DEMO_VOICE, self.voice(game))
        alive = [self._who(p.seat) for p in game.players if p.alive]
        grid.add_row(words.DEMO_ALIVE, ", ".join(alive))
        left = [f"{self._who(p.seat)} ({self._cause(p.exit.cause)})" for p in game.players if p.exit]
        grid.add_row(words.DEMO_LEFT, ", ".join(left) or words.DEMO_NOBODY)
        hands = [club.seats.index(s) + 1 for s in club.seats if s.id in self._evening.company.by_hand]
        if hands:
            grid.add_row(words.DEMO_BY_HAND, ", ".join(self._who(seat) for seat in hands))
        return grid

    def step(self) -> None:
        """One line for a step that is new, where there is no terminal."""
        now = (self.phase(self._evening.game), self.voice(self._evening.game))
        if now != self._shown:
            self._shown = now
            self.console.print(words.demo_step(self._minutes(), *now))

    def phase(self, game: Game) -> str:
        """The phase in words, as everybody knows it."""
        tag = str(game.phase.__struct_config__.tag)
        return f"{self._english(f'phase-{tag}')} {max(game.round, game.broke)}".strip()

    def voice(self, game: Game) -> str:
        """Whose voice is open."""
        if isinstance(game.phase, Over):
            return words.DEMO_NOBODY
        seats = [p.seat for p in game.players if p.user in scene(game).speakers]
        return ", ".join(self._who(seat) for seat in seats) or words.DEMO_NOBODY

    def ending(self, report: Report) -> RenderableType:
        """The game sheet, the rating table and what the game cost."""
        winner = report.winner if report.winner != "draw" else words.DEMO_DRAW
        over = words.DEMO_OVER.format(days=report.days, minutes=round(self._minutes()), winner=winner)
        return Group("", over, self._sheet(), self._rating(), words.DEMO_COST.format(**_fields(report)))

    def _sheet(self) -> Grid:
        grid = Grid(*words.DEMO_SHEET_COLUMNS, title=words.DEMO_SHEET)
        for seat in self._evening.results:
            left = words.DEMO_STAYED
            if seat.exit_cause is not None:
                night = seat.exit_cause == Cause.NIGHT
                left = words.demo_exit(self._cause(seat.exit_cause), night, seat.exit_round or 0)
            role = self._english(f"role-{seat.role}")
            grid.add_row(
                str(seat.seat),
                escape(self._name(seat.seat)),
                f"[bold]{role}[/bold]" if seat.team != "town" else role,
                left,
                str(seat.warnings or ""),
                f"{seat.points:g}",
                style="green" if seat.won else None,
            )
        return grid

    def _rating(self) -> Grid:
        grid = Grid(*words.DEMO_RATING_COLUMNS, title=words.DEMO_RATING)
        for row in self._evening.rating:
            share = f"{100 * row.share:.0f}"
            grid.add_row(
                str(row.place), escape(row.name), str(row.games), str(row.wins), share, f"{row.points:g}"
            )
        return grid

    def _minutes(self) -> float:
        return (self._evening.club.env.now().timestamp() - self._began) / 60

    def _cause(self, cause: str) -> str:
        return self._english(f"cause-{cause}")

    def _name(self, seat: int) -> str:
        actor = self._evening.club.seat(seat)
        return self._evening.club.name_of(actor)

    def _who(self, seat: int) -> str:
        return f"{seat} {escape(self._name(seat))}"


def _fields(report: Report) -> dict[str, object]:
    return {name: getattr(report, name) for name in report.__struct_fields__}
