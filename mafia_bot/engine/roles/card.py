"""What a role is: one card with all that there is to know of it. It must not know any one role.

Words are named by their keys alone; the texts of both languages have them (see `text_keys`).
"""

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from mafia_bot.engine.ids import Act, Role, SeatNo, Team
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.roles.effects import Effect, When, never
from mafia_bot.engine.ruleset.axes import Axes
from mafia_bot.engine.ruleset.contradictions import Check
from mafia_bot.engine.state import Game, Player


class Aiming(Struct, frozen=True):
    """All that may decide whether a seat can be aimed at: no more than the one who aims may know, so that a
    refusal gives nothing away. `aims` are (night, target) of the remembered acts before, `mate`: one's own.
    """

    rules: Axes
    round: int
    seat: SeatNo
    target: SeatNo
    aims: tuple[tuple[int, SeatNo], ...] = ()
    mate: bool = False


def anybody(_aim: Aiming) -> Refusal | None:
    """Every seat may be aimed at."""
    return None


def twice_running(aim: Aiming, *, allowed: bool, clause: str) -> Refusal | None:
    """Refuse the target of the night before (MA-13, MA-17, CX-05, CI-04)."""
    if not allowed and aim.aims and aim.aims[-1] == (aim.round - 1, aim.target):
        return Refusal(Code.SAME_TWICE, clause, {"seat": aim.target})
    return None


class Intent(StrEnum):
    """What an act is good for: all that a programmed player must know to aim it with sense."""

    LEARN = "learn"
    PROTECT = "protect"
    HINDER = "hinder"
    KILL = "kill"


class NightAct(Struct, frozen=True):
    """What a card is woken for, by its `clause`. `team`: all of it wakes, whoever blocks this card."""

    act: Act
    clause: str = ""
    team: Team | None = None

    def prompt(self, _game: Game, _player: Player) -> str:
        """The key of what the panel asks whoever is awake."""
        return f"panel-{self.act}"

    def text_keys(self) -> tuple[str, ...]:
        """The keys of all texts that this act needs."""
        return (f"act-{self.act}", f"night-step-{self.act}", f"panel-{self.act}")


class Ordering(NightAct, frozen=True, kw_only=True):
    """The kill order: seats in their order, from whoever leads the team (CL-03, MW-03)."""

    gives: Callable[[Game, Player], bool]

    def prompt(self, game: Game, player: Player) -> str:
        """Those who only listen are told so."""
        return f"panel-{self.act}" if self.gives(game, player) else f"panel-{self.act}-mates"

    def text_keys(self) -> tuple[str, ...]:
        """As of every act, and what the others read."""
        return (*super().text_keys(), f"panel-{self.act}-mates")


class Ability(NightAct, frozen=True, kw_only=True):
    """An act aimed at a seat.

    `may_refuse`: not to act can be chosen. `open`: those awake see one another's choices and may change them
    (MA-12). `dead_too`: those who left can be aimed at. `remembered`: the next nights know the target.
    `blocks`: the target's blows miss this night, and its own act is refused if that is `blockable` (MA-13).
    `learns`: the answer given at once to whoever aims, and to nobody else.
    """

    intent: Intent
    may_aim: Callable[[Aiming], Refusal | None] = anybody
    may_refuse: When = never
    open: When = never
    dead_too: bool = False
    remembered: bool = False
    blocks: When = never
    blockable: bool = False
    learns: Callable[[Game, Player, SeatNo], bool] | None = None
    yes: str = ""
    no: str = ""
    effects: tuple[Effect, ...] = ()

    def prompt(self, game: Game, _player: Player) -> str:
        """Whoever may still change his mind is told so."""
        return f"panel-{self.act}-open" if self.open(game.rules) else f"panel-{self.act}"

    def text_keys(self) -> tuple[str, ...]:
        """As of every act, with both answers, and what an open choice asks."""
        told = () if self.open is never else (f"panel-{self.act}-open",)
        return (*super().text_keys(), *told, *((self.yes, self.no) if self.learns else ()))

    def answer(self, yes: bool) -> str:
        """The key of an answer, with the field `target`."""
        return self.yes if yes else self.no


class RoleCard(Struct, frozen=True, kw_only=True):
    """One role, whole.

    `sleeps`: no step may wake it. `plain`: its team's plain card, which stands for all of it: a step that
    wakes it wakes them all, and stays in the plan while any of them is dealt. `leads`: gives the orders.
    `dealt_unwoken`: a host may deal it although no step names it (MA-01). `announced`: its leaving is told
    with its name (MA-18). `room`: its night room, by default one of its own. `check`: the quarrels of its
    axes with others.
    """

    role: Role
    team: Team
    acts: tuple[NightAct, ...] = ()
    sleeps: bool = False
    plain: bool = False
    leads: bool = False
    dealt_unwoken: bool = False
    announced: When = never
    room: str = ""
    check: Check | None = None

    @property
    def room_key(self) -> str:
        """The key of its night room; the room's name is the text `channel-` with it."""
        return self.room or self.role

    def text_keys(self) -> tuple[str, ...]:
        """The keys of all texts that this card and its acts need, its room's name included."""
        own = (f"role-{self.role}", f"card-{self.role}")
        room = () if self.sleeps else (f"channel-{self.room_key}",)
        return (*own, *room, *(key for act in self.acts for key in act.text_keys()))
