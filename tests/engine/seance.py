"""One game driven by commands: what was done, what there is to see, and the test's own clock."""

from collections.abc import Sequence
from typing import Any, Self, TypeVar

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.decide import step
from mafia_bot.engine.evolution import replay
from mafia_bot.engine.ids import Rank, Role, SeatNo
from mafia_bot.engine.phases.base import waits_for
from mafia_bot.engine.phases.lobby import cards_for
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.run import Facts, no_lots
from mafia_bot.engine.state import Game, Outcome, Over, Phase

E = TypeVar("E", bound=ev.Event)


class Seance:
    """One game in a test: `game` is the position, `log` the whole journal, `now` the time in seconds.

    `times` says when each event of the log was decided.
    """

    def __init__(self, game: Game, log: list[ev.Event]) -> None:
        self.game = game
        self.log = log
        self.now = 0.0
        self.times = [self.now] * len(log)
        self.lots: Any = no_lots

    # ---- commands ----

    def send(self, command: cmd.Command) -> tuple[ev.Event, ...] | Refusal:
        """Give a command; the position moves if it is accepted."""
        result = step(self.game, command, Facts(self.now, self.lots))
        if isinstance(result, Refusal):
            return result
        self.game = result.game
        self.log.extend(result.events)
        self.times.extend([self.now] * len(result.events))
        return result.events

    def do(self, command: cmd.Command) -> tuple[ev.Event, ...]:
        """Give a command that must be accepted."""
        result = self.send(command)
        assert not isinstance(result, Refusal), f"{command} was refused: {result}"
        return result

    def refuses(self, command: cmd.Command, code: Code, clause: str | None = None) -> Refusal:
        """A command that must be refused with this code, the position unharmed."""
        before = self.game
        result = self.send(command)
        assert isinstance(result, Refusal), f"{command} was accepted: {result}"
        assert result.code is code, result
        assert clause is None or result.clause == clause, result
        assert self.game is before
        return result

    def deal(self, wanted: Sequence[Role]) -> None:
        """Start the game with these cards by seat."""
        deck = [role for role, n in cards_for(self.game, len(wanted)).items() for _ in range(n)]
        drawn: list[int] = []
        for role in wanted:
            drawn.append(next(i for i, card in enumerate(deck) if card is role and i not in drawn))
        self.lots = lambda _n: drawn
        self.do(cmd.StartGame(Rank.BOT))
        self.lots = no_lots

    # ---- what there is to see ----

    @property
    def phase(self) -> Phase:
        """What goes on."""
        return self.game.phase

    @property
    def speaker(self) -> SeatNo | None:
        """Whose turn or window is open."""
        return waits_for(self.game.phase)

    @property
    def alive(self) -> list[int]:
        """The seats in the game."""
        return [p.seat for p in self.game.living()]

    @property
    def exits(self) -> list[tuple[int, str]]:
        """Who left, in order, and the cause."""
        return [(e.seat, e.cause.value) for e in self.all(ev.PlayerLeft)]

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""
        return self.phase.outcome if isinstance(self.phase, Over) else None

    @property
    def winners(self) -> set[str] | None:
        """The winning teams (empty in a draw), or None while the game goes on."""
        return None if self.outcome is None else {team.value for team in self.outcome.winners}

    def all(self, kind: type[E]) -> list[E]:
        """Every event of a kind so far."""
        return [event for event in self.log if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        """The latest event of a kind. Raises IndexError if there was none."""
        return self.all(kind)[-1]

    def since(self, mark: int, kind: type[E]) -> list[E]:
        """Events of a kind after a mark (`len(t.log)` taken earlier)."""
        return [event for event in self.log[mark:] if isinstance(event, kind)]

    def replays(self) -> bool:
        """Whether the journal alone leads to the same position."""
        return replay(self.log) == self.game

    # ---- the clock ----

    def wait(self, seconds: float) -> None:
        """Let time pass without anybody noticing."""
        self.now += seconds

    def run_out(self) -> tuple[ev.Event, ...]:
        """Let the open step run out of time."""
        deadline = self.game.clock.deadline
        assert deadline is not None, f"no deadline in {self.phase}"
        self.now = max(self.now, deadline)
        return self.do(cmd.TimeRanOut(self.game.clock.step))

    def until(self, *phases: type) -> Self:
        """Let every step run out, nobody acting, until one of these phases (or the end)."""
        for _ in range(500):
            if isinstance(self.phase, (*phases, Over)):
                return self
            self.run_out()
        raise AssertionError(f"never came to {phases}: {self.phase}")
