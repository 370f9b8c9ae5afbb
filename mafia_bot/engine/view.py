"""What one pair of eyes may know, built up from nothing: a fact gets in only by the line that says who
may know it.
"""

from msgspec import Struct

from mafia_bot.engine.ids import Act, Cause, Role, SeatNo, Team, UserId
from mafia_bot.engine.phases.base import rules_of
from mafia_bot.engine.roles import ACTS
from mafia_bot.engine.roles.card import Ordering
from mafia_bot.engine.state import (
    Ballot,
    Check,
    Game,
    Lobby,
    Outcome,
    Over,
    Penalty,
    Player,
)


class SeatView(Struct, frozen=True):
    """What everybody may know of a seat; the card only when the game is over, or for the host."""

    seat: SeatNo
    user: UserId
    alive: bool
    warnings: int
    penalties: tuple[Penalty, ...]
    cause: Cause | None
    left_in: int | None
    role: Role | None


class Waiting(Struct, frozen=True):
    """What the table waits for: the phase, whose turn it is, which seats still owe a vote, until when."""

    phase: str
    seat: SeatNo | None
    role: Role | None
    act: Act | None
    owing: tuple[SeatNo, ...]
    until: float | None
    left: float | None


class Own(Struct, frozen=True):
    """One's own card and what it has taught its holder."""

    seat: SeatNo
    role: Role
    team: Team
    mates: tuple[tuple[SeatNo, Role], ...]
    order: tuple[SeatNo, ...]
    checks: tuple[Check, ...]
    aims: tuple[tuple[int, SeatNo], ...]
    courtesy: tuple[SeatNo, ...] = ()


class View(Struct, frozen=True):
    """A position through one viewer's eyes."""

    ruleset: str
    round: int
    circle: int
    paused: bool
    curfew: bool
    host: UserId | None
    assistants: tuple[UserId, ...]
    members: tuple[UserId, ...]
    cards: tuple[tuple[Role, int], ...]
    seats: tuple[SeatView, ...]
    nominations: tuple[tuple[SeatNo, SeatNo], ...]
    votes: tuple[tuple[SeatNo, SeatNo], ...]
    waiting: Waiting
    own: Own | None
    outcome: Outcome | None


def view(game: Game, viewer: UserId | None) -> View:
    """The game as `viewer` may see it; None is a spectator. The human host sees the cards (he deals them)."""
    phase = game.phase
    over = isinstance(phase, Over)
    leads = game.leads(viewer)
    return View(
        ruleset=game.rules.id,
        round=game.round,
        circle=game.broke,
        paused=game.paused,
        curfew=game.curfew,
        host=game.host,
        assistants=game.assistants,
        members=phase.members if isinstance(phase, Lobby) else (),
        cards=phase.cards if isinstance(phase, Lobby) else (),
        seats=tuple(_seat(game, p.seat, open_card=over or leads) for p in game.players),
        nominations=game.nominations,
        votes=phase.votes if isinstance(phase, Ballot) else (),
        waiting=waiting(game),
        own=_own(game, viewer),
        outcome=phase.outcome if isinstance(phase, Over) else None,
    )


def _seat(game: Game, seat: SeatNo, *, open_card: bool) -> SeatView:
    player = game.player(seat)
    gone = player.exit
    return SeatView(
        seat,
        player.user,
        player.alive,
        player.warnings,
        player.penalties,
        gone.cause if gone else None,
        gone.round if gone else None,
        player.role if open_card else None,
    )


def _own(game: Game, viewer: UserId | None) -> Own | None:
    seat = game.seat_of(viewer) if viewer is not None else None
    if seat is None:
        return None
    player = game.player(seat)
    black = player.team is Team.MAFIA and game.met  # CI-06: known from the night of acquaintance
    mates = tuple((p.seat, p.role) for p in game.players if black and p.team is Team.MAFIA and p.seat != seat)
    order = game.order if black else ()
    courtesy = game.spared if _gives_order(game, player) else ()
    return Own(seat, player.role, player.team, mates, order, player.checks, player.aims, courtesy)


def _gives_order(game: Game, player: Player) -> bool:
    """CC-21: whom to spare is shown to the one who gives the kill order, while he gives it."""
    step = rules_of(game.phase).night_step(game.phase)
    act = ACTS[step.act] if step is not None and game.rules.night.courtesy else None
    return isinstance(act, Ordering) and player.team is act.team and act.gives(game, player)


def waiting(game: Game) -> Waiting:
    """What the table waits for, as everybody may know it: at night the waking role, alive or not (GE-11)."""
    phase, rules = game.phase, rules_of(game.phase)
    step = rules.night_step(phase)
    return Waiting(
        phase.__struct_config__.tag,  # type: ignore[arg-type]
        rules.waits_for(phase),
        step.wake if step else None,
        step.act if step else None,
        rules.owing(game, phase),
        game.clock.deadline,
        game.clock.left,
    )
