"""What night acts do to the night's outcome. Each effect has its place in the night's order; it must not know
whose act it belongs to.

All choices of a night take effect together, whatever the order in which they were pressed: first nobody can
be found who hides, then the blows fall, then others step in, heal, follow, and give what lasts till the
evening (MA-12 – MA-18, CX-05, CX-06).
"""

from collections.abc import Callable
from enum import IntEnum

from msgspec import Struct

from mafia_bot.engine.ids import Act, SeatNo, Team
from mafia_bot.engine.ruleset.axes import Axes
from mafia_bot.engine.state import Game

When = Callable[[Axes], bool]
"""Whether a club's axes let it be so."""


def always(_rules: Axes) -> bool:
    """In every ruleset."""
    return True


def never(_rules: Axes) -> bool:
    """In no ruleset."""
    return False


class Stage(IntEnum):
    """The order in which effects are worked out: who is hidden before any blow falls, who throws himself
    between before anybody heals.
    """

    HIDING = 1
    BLOWS = 2
    GUARDING = 3
    SAVING = 4
    FOLLOWING = 5
    GIVING = 6


class Deed(Struct, frozen=True):
    """One act as it was chosen: by whom (`team`: all of it together), aimed at whom."""

    act: Act
    by: SeatNo
    target: SeatNo
    team: Team | None = None


class Reckoning:
    """A night being worked out. `held` are the seats whose blows miss; `blows` are those that found their
    mark, by the seat that they hit.
    """

    __slots__ = ("alibis", "along", "blows", "game", "held", "hidden", "missed", "saved", "saving_told")

    def __init__(self, game: Game, held: frozenset[SeatNo]) -> None:
        self.game, self.held = game, held
        self.hidden: set[SeatNo] = set()
        self.blows: dict[SeatNo, list[Deed]] = {}
        self.missed = True
        self.saved: list[SeatNo] = []
        self.saving_told = False
        self.along: list[SeatNo] = []
        self.alibis: list[SeatNo] = []

    def victims(self) -> tuple[SeatNo, ...]:
        """Those who leave, each once, in seat order: the table never hears who did it."""
        return tuple(sorted({*self.blows, *self.along}))

    def hits(self) -> tuple[tuple[Act, SeatNo], ...]:
        """Which acts were deadly to which seat, in seat order."""
        return tuple([(deed.act, seat) for seat in sorted(self.blows) for deed in self.blows[seat]])


class Effect(Struct, frozen=True):
    """One thing that a deed does, in its stage. It changes the reckoning and nothing else."""

    stage: Stage
    work: Callable[[Reckoning, Deed], None]


def hide(when: When = always) -> Effect:
    """The target is missed by every blow of this night (CX-06)."""

    def work(night: Reckoning, deed: Deed) -> None:
        if when(night.game.rules):
            night.hidden.add(deed.target)

    return Effect(Stage.HIDING, work)


def strike(*, counted: bool = False) -> Effect:
    """The target dies, unless it hides, or whoever strikes is held (MA-13: of a team, any of its own).

    `counted`: a night in which no such blow lands is the night of a miss (CC-10).
    """

    def work(night: Reckoning, deed: Deed) -> None:
        if deed.target in night.hidden or _held(night, deed):
            return
        night.blows.setdefault(deed.target, []).append(deed)
        if counted:
            night.missed = False

    return Effect(Stage.BLOWS, work)


def _held(night: Reckoning, deed: Deed) -> bool:
    if deed.team is None:
        return deed.by in night.held
    return any(night.game.player(seat).team is deed.team for seat in night.held)


def save(can: Callable[[Axes, list[Deed]], bool], *, told: When = never) -> Effect:
    """The target lives if `can` says so of all the blows that hit it; `told`: the morning says so (CI-04)."""

    def work(night: Reckoning, deed: Deed) -> None:
        blows = night.blows.get(deed.target)
        if blows is not None and can(night.game.rules, blows):
            del night.blows[deed.target]
            night.saved.append(deed.target)
            night.saving_told = night.saving_told or told(night.game.rules)

    return Effect(Stage.SAVING, work)


def take_along(when: When = always) -> Effect:
    """If the one who acts is killed, the target leaves too (MA-15, CX-06)."""

    def work(night: Reckoning, deed: Deed) -> None:
        lost = deed.by in night.blows and deed.target not in night.blows
        if lost and deed.target not in night.along and when(night.game.rules):
            night.along.append(deed.target)

    return Effect(Stage.FOLLOWING, work)


def give_alibi(when: When = always) -> Effect:
    """The target cannot be voted out the next day (MA-14)."""

    def work(night: Reckoning, deed: Deed) -> None:
        if deed.target not in night.alibis and when(night.game.rules):
            night.alibis.append(deed.target)

    return Effect(Stage.GIVING, work)
