"""Nobody sees what he may not know: exchange two hidden cards, and every stranger's picture is the same."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.audience import ALL, RULES, Everybody, audience
from mafia_bot.engine.decide import step
from mafia_bot.engine.ids import Role, Team, UserId
from mafia_bot.engine.refusals import Refusal
from mafia_bot.engine.run import Facts
from mafia_bot.engine.scene import scene
from mafia_bot.engine.state import Game, Night, Over, Player
from mafia_bot.engine.view import view
from mafia_bot.engine.wins import outcome, question_due
from tests.engine.scenario import Table
from tests.laws.games import tables
from tests.laws.moves import Tape, tapes
from tests.laws.test_laws import play

STRANGER = UserId(424242)


@dataclass(frozen=True)
class Outside:
    """A scene through one pair of eyes."""

    running: bool
    heard: frozenset[UserId]
    rooms: tuple[tuple[str, bool, bool], ...]


def outside(game: Game, viewer: UserId) -> Outside:
    """Who is heard, and which rooms `viewer` may read and write."""
    picture = scene(game)
    rooms = tuple(
        (key, room.readers is None or viewer in room.readers, room.writers is None or viewer in room.writers)
        for key, room in sorted(picture.rooms.items())
    )
    return Outside(picture.running, picture.speakers, rooms)


def exchanged(game: Game, one: Player, other: Player) -> Game:
    """The same position with two cards the other way round, and with everything the night hides changed."""
    players = list(game.players)
    players[one.seat - 1] = replace(one, role=other.role)
    players[other.seat - 1] = replace(other, role=one.role)
    hidden = tuple(p.seat for p in game.players[:1] if p.seat not in game.alibi)
    return replace(game, players=tuple(players), alibi=hidden)


def strangers_to(game: Game, one: Player, other: Player) -> list[UserId]:
    """Everybody who may know neither of two cards: the black know one another once they have met."""
    black = Team.MAFIA in (one.team, other.team)
    return [
        STRANGER,
        *(
            p.user
            for p in game.players
            if p.seat not in (one.seat, other.seat) and not (black and p.team is Team.MAFIA)
        ),
    ]


@given(tables(most=12), tapes(120), st.binary(min_size=2, max_size=2))
def test_two_hidden_cards_can_change_places_unseen(t: Table, data: bytes, choice: bytes) -> None:
    play(t, data)
    game, tape = t.game, Tape(choice)
    if isinstance(game.phase, Over):
        return
    one = game.players[tape.pick(len(game.players))]
    other = game.players[tape.pick(len(game.players))]
    if one.role is other.role:
        return
    twin = exchanged(game, one, other)
    for viewer in strangers_to(game, one, other):
        assert view(game, viewer) == view(twin, viewer)
        assert outside(game, viewer) == outside(twin, viewer)
    night_gives_nothing_away(game, twin, t.now)


def night_gives_nothing_away(game: Game, twin: Game, now: float) -> None:
    """GE-11: whatever cards lie where, the table hears the same until the morning."""
    phase, deadline = game.phase, game.clock.deadline
    if not isinstance(phase, Night) or phase.index + 1 >= len(phase.plan) or deadline is None:
        return
    if outcome(twin) is not None or question_due(twin):
        return  # with the cards of the dead exchanged, this game would have ended or asked before
    command, facts = cmd.TimeRanOut(game.clock.step), Facts(max(now, deadline))
    heard = [_public(step(position, command, facts)) for position in (game, twin)]
    assert heard[0] == heard[1]


def _public(result: object) -> list[ev.Event]:
    assert not isinstance(result, Refusal)
    return [e for e in result.events if isinstance(audience(result.game, e), Everybody)]  # type: ignore[attr-defined]


PUBLIC_CARDS = {ev.RoleAnnounced, ev.DealChosen}
"""The only events for all that name a card: the maniac's exit (MA-18), and the deal before it is dealt."""


@pytest.mark.parametrize("kind", sorted(RULES, key=lambda cls: cls.__name__))
def test_what_everybody_hears_names_no_card(kind: type[ev.Event]) -> None:
    if RULES[kind] == ALL and kind not in PUBLIC_CARDS:
        named = {str(hint) for hint in kind.__annotations__.values()}
        assert not any(Role.__name__ in hint for hint in named)
