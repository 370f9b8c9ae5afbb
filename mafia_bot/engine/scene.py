"""What a position looks like from outside: who may be heard, who sees and writes where."""

from msgspec import Struct

from mafia_bot.engine.ids import SeatNo, Team, UserId
from mafia_bot.engine.phases.base import rules_of
from mafia_bot.engine.phases.night import awake
from mafia_bot.engine.roles import CARDS
from mafia_bot.engine.roles.registry import team_woken
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.ruleset.night import NightStep
from mafia_bot.engine.state import Game

RoomKey = str
"""A channel of the hall: "table", "graveyard", or a role room's key such as "mafia"."""


class RoomView(Struct, frozen=True):
    """Who reads and who writes in a room; None is everybody."""

    readers: frozenset[UserId] | None
    writers: frozenset[UserId] | None


class Scene(Struct, frozen=True):
    """`running`: the floor is ours and everyone but `speakers` is silent (GE-03, GE-12)."""

    running: bool
    speakers: frozenset[UserId]
    rooms: dict[RoomKey, RoomView]


CALM = RoomView(None, None)
NOBODY: frozenset[UserId] = frozenset()


def speaker(game: Game) -> SeatNo | None:
    """The one seat whose voice is open, or None (one voice at a time, GE-03)."""
    return rules_of(game.phase).speaker(game.phase)


def scene(game: Game) -> Scene:
    """The whole picture of a position, by people rather than seats."""
    if not rules_of(game.phase).in_play:
        shut = {key: RoomView(NOBODY, NOBODY) for key in room_keys(game.rules)}
        return Scene(False, NOBODY, {"table": CALM, "graveyard": CALM, **shut})
    rooms = {key: _role_room(game, key) for key in room_keys(game.rules)}
    return Scene(True, _heard(game), {**_common(game), **rooms})


def _heard(game: Game) -> frozenset[UserId]:
    leaders = game.leaders()
    if game.paused:
        return leaders
    return leaders.union(game.player(seat).user for seat in rules_of(game.phase).voices(game, game.phase))


def _common(game: Game) -> dict[RoomKey, RoomView]:
    leaders = game.leaders()
    phase, rules = game.phase, rules_of(game.phase)
    living = frozenset(p.user for p in game.players if p.alive) | leaders
    leaving = rules.leaving(phase)
    dead = leaders | {p.user for p in game.players if not p.alive and p.seat not in leaving}
    if rules.leaves_in_writing(phase):
        living |= {game.player(seat).user for seat in leaving}
    # GE-06: the dead read what the living read and write only among themselves.
    return {
        "table": RoomView(None, leaders if rules.asleep else living),
        "graveyard": RoomView(dead, dead),
    }


def room_keys(rules: Ruleset) -> tuple[RoomKey, ...]:
    """The role rooms that a ruleset opens at any time; a step of a whole team uses the team's."""
    steps = (*rules.night.first, *rules.night.later)
    return tuple(dict.fromkeys(_key(step) for step in steps if step.room))


def _key(step: NightStep) -> RoomKey:
    team = team_woken(step.wake, step.act)
    return CARDS[step.wake].room_key if team is None else team.value


def _role_room(game: Game, key: RoomKey) -> RoomView:
    """Written in while its role is awake and may talk; read by those who once met there (MW-03, CI-06)."""
    leaders = game.leaders()
    shared = key == Team.MAFIA
    if shared:
        members = frozenset(p.user for p in game.players if p.team is Team.MAFIA)
    else:
        members = frozenset(p.user for p in game.players if CARDS[p.role].room_key == key)
    step = rules_of(game.phase).night_step(game.phase)
    if step is None:
        return RoomView(members | leaders, NOBODY)
    if step.room and _key(step) == key:
        awake_now = frozenset(p.user for p in awake(game, step))
        # One alone has nobody to talk to; opening a room for him would be a request for nothing.
        writers = awake_now | leaders if len(awake_now) > 1 or leaders else NOBODY
        return RoomView(members | leaders, writers)
    return RoomView(members | leaders if game.met or not shared else leaders, NOBODY)
