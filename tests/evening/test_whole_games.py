"""Whole evenings of every ruleset, from `/setup` to the rating table."""

import pytest

from mafia_bot.engine import events as ev
from mafia_bot.engine.events.codec import decode
from mafia_bot.engine.evolution import replay
from mafia_bot.engine.state import Over
from mafia_bot.rulesets import load
from mafia_bot.store import GameStatus
from tests.evening import watching as see
from tests.evening.conftest import Begin
from tests.evening.director import Director
from tests.evening.script import SCENARIOS, read

PNG = b"\x89PNG\r\n\x1a\n"
MOST_CALLS = 220
FAREWELL = {
    **{"masks": 30, "classic": 30, "classic15": 30, "carcrash": 60},  # MA-08, CL-06, CL-11, CC-07
    **{"city": 30, "most_wanted": 60, "sport": 60},  # CI-11, CI-18, MW-07, MW-11, GE-03
}
"""Seconds of last words, from the clubs' own texts; where one is silent, a minute like any speech."""


@pytest.mark.rule("GE-01", "GE-03", "GE-04", "GE-05", "GE-06", "GE-07", "GE-11", "GE-12")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("most_wanted_town", marks=pytest.mark.rule("MW-03", "MW-05", "MW-06", "MW-08", "MW-10")),
        pytest.param(
            "most_wanted_mafia", marks=pytest.mark.rule("MW-03", "MW-06", "MW-07", "MW-13", "MW-14")
        ),
        pytest.param(
            "masks_ten", marks=pytest.mark.rule("MA-05", "MA-08", "MA-09", "MA-13", "MA-14", "MA-15", "MA-17")
        ),
        pytest.param("masks_thirteen", marks=pytest.mark.rule("MA-01", "MA-13", "MA-16", "MA-18", "MA-19")),
        pytest.param("masks_six", marks=pytest.mark.rule("MA-01", "MA-02", "MA-03", "MA-12", "MA-19")),
        pytest.param(
            "classic", marks=pytest.mark.rule("CL-03", "CL-05", "CL-06", "CL-07", "CL-08", "CL-10", "CL-12")
        ),
        pytest.param("classic15", marks=pytest.mark.rule("CX-01", "CX-02", "CX-03", "CX-04", "CX-05")),
        pytest.param("classic15_courtesan", marks=pytest.mark.rule("CX-04", "CX-06")),
        pytest.param(
            "carcrash",
            marks=pytest.mark.rule("CC-02", "CC-03", "CC-06", "CC-07", "CC-09", "CC-13", "CC-14", "CC-20"),
        ),
        pytest.param(
            "city",
            marks=[
                pytest.mark.rule("CI-04", "CI-05", "CI-09", "CI-12", "CI-13"),
                pytest.mark.rule("CI-15", "CI-16", "CI-17", "CI-19", "CI-20"),
            ],
        ),
        pytest.param("city_dead_maniac", marks=pytest.mark.rule("CI-19", "CI-22")),
        pytest.param("city_mafia", marks=pytest.mark.rule("CI-02", "CI-06", "CI-07", "CI-11", "CI-18")),
        pytest.param("sport", marks=pytest.mark.rule("SP-03", "SP-04", "SP-06", "SP-07", "SP-08")),
    ],
)
async def test_an_evening_goes_as_written(name: str, begin: Begin) -> None:
    director = await begin(name, guests=1)
    await director.play()
    game, script = director.club.game, director.script
    assert isinstance(game.phase, Over)
    assert [team.value for team in game.phase.outcome.winners] == script.winners
    assert director.farewells == script.farewells
    assert director.unplayed == set(), "the evening never came to these lines"
    _nights_say_nothing(director)
    _turns_last_as_written(director)
    _hall_is_calm(director)
    assert len(director.club.calls()) <= MOST_CALLS or len(script.cards) != 10, len(director.club.calls())
    await _all_is_written(director)
    await _rating_shows_it(director)


def test_every_ruleset_has_an_evening_and_every_evening_that_is_written_is_played() -> None:
    marks = test_an_evening_goes_as_written.pytestmark  # type: ignore[attr-defined]
    (names,) = [mark.args[1] for mark in marks if mark.args[:1] == ("name",)]
    played = {name.values[0] for name in names}
    assert played == {path.stem for path in SCENARIOS.glob("*.toml")}
    assert {read(name).ruleset for name in played} == set(load())


def _nights_say_nothing(director: Director) -> None:
    """GE-11: every step of the plan is there and lasts as promised, whoever is dead, blocked or quick."""
    night, cards = load()[director.script.ruleset].night, {*director.script.cards}
    for number in range(director.club.game.round + 1):
        plan = night.first if number == 0 else night.later
        heard = [(step, seconds) for round_, step, seconds in director.lengths if round_ == number]
        # A role that was never dealt is no secret and is not called.
        assert heard == [(f"{step.wake} {step.act}", step.seconds) for step in plan if step.wake in cards]


def _turns_last_as_written(director: Director) -> None:
    """Every minute is one, every half is one, and farewells are as long as this club's text says."""
    promised = {"full": 60, "short": 30, "justification": 30, "farewell": FAREWELL[director.script.ruleset]}
    turns = [turn for turn in director.turns if turn[0] != "silent"]
    assert [(kind, seconds) for kind, seconds in turns if seconds != promised[kind]] == []
    assert {kind for kind, _ in turns} >= {"full", "farewell"}


def _hall_is_calm(director: Director) -> None:
    """Everybody is heard again, role rooms are hidden, the table chat is open (field story 3)."""
    club, guests = director.club, director.guests
    everyone = {see.name_of(club, actor.id) for actor in (*club.seats, *guests)}
    assert see.all_muted(club) == set()
    assert see.heard(club) == everyone
    assert see.writers(club, see.TABLE, guests) == everyone
    assert see.readers(club, see.MAFIA, guests) == set()


async def _all_is_written(director: Director) -> None:
    club, script = director.club, director.script
    number = club.table.game_id
    records = await club.store.journal.load(number)
    events = [decode(record.kind, record.version, record.data) for record in records]
    assert replay(events) == club.game, "the journal tells another game"
    left = [f"{event.seat} {event.cause}" for event in events if isinstance(event, ev.PlayerLeft)]
    assert left == script.exits
    frame = await club.store.games.get(number)
    assert frame is not None
    assert (frame.status, frame.winners) == (GameStatus.FINISHED, script.winners)
    rows = await club.store.results.of_game(number)
    assert [row.role for row in rows] == script.cards
    assert [row.user_id for row in rows] == [actor.id for actor in club.seats]
    assert {row.seat for row in rows if row.won} == {
        p.seat for p in club.game.players if p.team.value in script.winners
    }
    assert {f"{row.seat} {row.exit_cause}" for row in rows if row.exit_cause} == set(script.exits)


async def _rating_shows_it(director: Director) -> None:
    club = director.club
    shown = await club.slash(club.seat(1), club.lobby, "rating")
    assert shown.response is not None
    best = next(row for row in await club.store.results.of_game(club.table.game_id) if row.won)
    assert f"player{best.seat}" in shown.response.content
    (picture,) = shown.response.attachments
    assert picture.filename == "rating.png"
    assert (club.env.backend.cdn.get(picture.url) or b"").startswith(PNG)
