"""The bot is stopped, or killed, and started again in every kind of step: nobody loses anything."""

import logging

import discord
import pytest
from msgspec.structs import replace

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.engine.controls import Press
from mafia_bot.engine.hosting import LEAST
from mafia_bot.engine.ruleset.stored import stored
from mafia_bot.engine.state import Ballot, Clock, Game, LiftVote, Lobby, Night, Over, Speeches
from mafia_bot.store import Record
from tests.evening import watching as see
from tests.evening.conftest import Begin
from tests.evening.director import Director
from tests.rows import game_row

HEARTBEAT = 5.0
"""How much of a step's time an outage may at most give back too much: the bot's heartbeat."""

CIRCLE = {"last_words", "speeches", "speeches with nominations", "ballot 0"}
TIE = {"justification", "ballot 1", "lift_vote"}


def kind_of(game: Game) -> str:
    """The phase; at night who is awake for what, in the circle whether anybody is nominated, which ballot."""
    match game.phase:
        case Night(step=step):
            return f"{step.wake} {step.act}"
        case Speeches() if game.nominations:
            return "speeches with nominations"
        case Ballot(stage=stage):
            return f"ballot {stage}"
        case _:
            return str(game.phase.__struct_config__.tag)


def but_for_the_clock(game: Game) -> Game:
    return replace(game, clock=Clock(game.clock.step))


def told(message: discord.Message) -> list[str]:
    """What a page says of what has happened; what is still to come is counted down and may be given back."""
    return [line for line in (message.embeds[0].description or "").splitlines() if "<t:" not in line]


def given_back(club: SimulatedClub, remaining: float) -> bool:
    """No second of a step is lost; a vote's window opens for its whole length, others with time to press."""
    now, vote = left(club), club.game.rules.vote
    match club.game.phase:
        case Ballot():
            whole = vote.window_seconds
        case LiftVote():
            whole = vote.tie.lift.seconds
        case _:
            return remaining - 0.01 <= now <= max(remaining + HEARTBEAT, LEAST) + 0.01
    return now == pytest.approx(max(whole, LEAST), abs=0.01) or now == pytest.approx(remaining)


def left(club: SimulatedClub) -> float:
    deadline = club.game.clock.deadline
    assert deadline is not None
    return deadline - club.env.now().timestamp()


async def _a_moment_later(director: Director) -> None:
    """Somewhere inside the step, not at its very beginning."""
    await director.club.advance(min(4.0, left(director.club) / 2))


@pytest.mark.rule("GE-13")
@pytest.mark.parametrize(
    ("name", "phases"),
    [
        (
            "most_wanted_town",
            {"mafia order", "sheriff meet", "mafia shoot", "don seek", "sheriff check", *CIRCLE, *TIE},
        ),
        ("masks_six", {"mafia meet", "lover visit", "mafia shoot", "doctor heal", *CIRCLE}),
    ],
)
async def test_stopped_and_started_in_every_kind_of_step(name: str, phases: set[str], begin: Begin) -> None:
    director = await begin(name, guests=1)
    club, met = director.club, set()
    while not isinstance(club.game.phase, Over):
        if (kind := kind_of(club.game)) in met:
            await director.step()
            continue
        met.add(kind)
        await _a_moment_later(director)
        before, heard, mark = club.game, see.heard(club), club.mark()
        remaining, board = left(club), club.board()
        await club.restart()
        assert but_for_the_clock(club.game) == but_for_the_clock(before)
        assert given_back(club, remaining)
        assert see.heard(club) == heard
        assert club.member_edits(mark) == [], "a restart at rest asks nothing of Discord's mutes"
        assert club.board().id == board.id, "a second page, and the first one still has its buttons"
        assert set(told(board)) <= set(told(club.board())), "the page has forgotten what it told"
        await director.step()
    assert met >= phases
    assert director.farewells == director.script.farewells
    assert see.all_muted(club) == set()


@pytest.mark.rule("GE-13")
@pytest.mark.parametrize("name", ["most_wanted_town", "masks_six"])
async def test_killed_in_every_kind_of_step_and_away_past_its_end(name: str, begin: Begin) -> None:
    director = await begin(name, errors=False)
    club, met = director.club, set()
    while not isinstance(club.game.phase, Over):
        if (kind := kind_of(club.game)) in met:
            await director.step()
            continue
        met.add(kind)
        await _a_moment_later(director)
        before, heard, remaining = club.game, see.heard(club), left(club)
        await club.crash(downtime=500.0)
        assert club.game.phase == before.phase
        assert club.game.clock.step == before.clock.step
        assert given_back(club, remaining)
        assert see.heard(club) == heard
        assert "Связь прерывалась" in see.board_text(club), "the table is not told"
        assert {p.seat for p in club.game.players if not p.alive} == {
            p.seat for p in before.players if not p.alive
        }
        await director.step()
    assert director.farewells == director.script.farewells
    assert see.all_muted(club) == set()


async def test_a_proper_stop_is_no_end(begin: Begin) -> None:
    """What the operator's Ctrl+C does: the bot closes its tasks and says nothing to anybody."""
    director = await begin("masks_six", errors=False)
    club = director.club
    await director.until(lambda d: isinstance(d.club.game.phase, Speeches))
    before, mark, old = club.game, club.mark(), club.bot
    with club.env.time_context():
        await old.close()
    assert club.calls(mark) == []
    await club.crash(downtime=3.0)
    assert but_for_the_clock(club.game) == but_for_the_clock(before)
    await director.play()


@pytest.mark.rule("GE-13")
async def test_killed_for_a_moment_loses_no_time(begin: Begin) -> None:
    director = await begin("masks_six", errors=False)
    club = director.club
    await director.until(lambda d: isinstance(d.club.game.phase, Speeches))
    await club.advance(20)
    before, remaining = club.game, left(club)
    await club.crash(downtime=7.0)
    assert but_for_the_clock(club.game) == but_for_the_clock(before)
    assert remaining <= left(club) <= remaining + HEARTBEAT, "given back though the deadline had not passed"
    assert "Связь прерывалась" in see.board_text(club), "the table is told"
    await director.play()


async def test_a_lobby_keeps_its_people_in_their_order(begin: Begin) -> None:
    director = await begin("masks_six", start=False, errors=False)
    club = director.club
    assert isinstance(club.game.phase, Lobby)
    members = club.game.phase.members
    for again in (club.restart, club.crash):
        await again()
        assert isinstance(club.game.phase, Lobby)
        assert club.game.phase.members == members
        assert "6 из 20" in see.board_text(club)
    late = club.newcomer("late")
    await club.press(late, Press.JOIN)
    assert len(club.game.phase.members) == 7
    await club.press(late, Press.LEAVE)
    await club.start()
    assert [p.user for p in club.game.players] == [actor.id for actor in club.seats]


async def test_a_pause_outlives_the_bot(begin: Begin) -> None:
    director = await begin("masks_six", errors=False)
    club = director.club
    await director.until(lambda d: isinstance(d.club.game.phase, Speeches))
    await club.advance(20)
    remaining = left(club)
    await club.slash(club.admin, club.chat, "game pause")
    assert see.heard(club) == set()
    for outage in (0.0, 900.0):
        await club.crash(downtime=outage)
        assert club.game.paused
        assert club.game.clock.left == pytest.approx(remaining)
        assert see.heard(club) == set()
        assert "Пауза" in see.board_text(club)
    await club.slash(club.admin, club.chat, "game resume")
    assert left(club) == pytest.approx(remaining)
    assert see.heard(club) == {"1"}
    await director.play()


@pytest.mark.rule("MA-21")
async def test_a_turn_without_a_voice_is_still_one(begin: Begin) -> None:
    director = await begin("masks_six")
    club = director.club
    await director.until(lambda d: isinstance(d.club.game.phase, Speeches))
    await club.slash(club.admin, club.chat, "warn", seat=2, offence="out_of_turn", times=3)
    await director.until(lambda d: d.club.game.round == 1)
    await director.until(lambda d: isinstance(d.club.game.phase, Speeches))
    assert see.heard(club) == set(), "seat 2 has the turn, but no voice"
    before = club.game
    await club.restart()
    assert club.game == before
    assert see.heard(club) == set()
    await club.press(club.seat(2), Press.NOMINATE, 3)
    await club.press(club.seat(2), Press.PASS)
    assert see.heard(club) == {"3"}


async def test_an_evening_that_is_over_stays_over(begin: Begin) -> None:
    director = await begin("masks_six", errors=False)
    club = director.club
    await director.play()
    rows = await club.store.results.of_game(club.table.game_id)
    number = club.table.game_id
    await club.crash(downtime=60.0)
    assert see.all_muted(club) == set()
    assert await club.store.results.of_game(number) == rows
    await club.open("masks")
    assert isinstance(club.game.phase, Lobby)


async def test_killed_between_the_journal_and_the_world(begin: Begin) -> None:
    """The end is in the journal, but neither results nor mutes are: both are made good at the start."""
    director = await begin("masks_six", errors=False)
    club = director.club
    await director.until(lambda d: isinstance(d.club.game.phase, Speeches))
    number = club.table.game_id
    club.env.inject_error("PATCH", "/guilds/*/members/*", status=503, times=None)
    await club.slash(club.admin, club.chat, "game end")
    assert len(see.all_muted(club)) == 5
    await club.crash(downtime=30.0)
    assert see.all_muted(club) == set()
    frame = await club.store.games.get(number)
    assert frame is not None
    assert frame.status == "annulled"


async def test_a_journal_of_the_future_is_left_alone(begin: Begin, caplog: pytest.LogCaptureFixture) -> None:
    """A game with an event that this version does not know is refused with its id; the other one goes on."""
    director = await begin("masks_six", errors=False)
    club = director.club
    await director.until(lambda d: isinstance(d.club.game.phase, Speeches))
    ours, before = club.table.game_id, club.game
    hall = await club.store.halls.add(
        club.guild.id, category_id=1, chat_id=2, voice_id=3, graveyard_id=4, rooms={}, language="ru", at=0.0
    )
    rules = stored(before.rules)
    strange = await game_row(club.store, club.guild.id, hall.id, "masks", rules)
    await club.store.journal.append(strange, 1, [Record(1, 0.0, "moon_landed", 1, {})])
    garden = await club.store.halls.add(
        club.guild.id, category_id=5, chat_id=6, voice_id=7, graveyard_id=8, rooms={}, language="ru", at=0.0
    )
    moonlit = {**rules, "schema": 99}
    ruled = await game_row(club.store, club.guild.id, garden.id, "masks", moonlit)
    await club.store.journal.append(
        ruled, 1, [Record(1, 0.0, "LobbyOpened", 1, {"rules": moonlit, "host": None})]
    )
    later = await game_row(club.store, club.guild.id, None, "masks", rules)
    await club.store.journal.append(later, 1, [Record(1, 0.0, "lobby_opened", 99, {"rules": rules})])
    with caplog.at_level(logging.ERROR):
        await club.restart()
    told = [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]
    assert any(f"game {strange} cannot be read" in line for line in told)
    assert any(f"game {ruled} cannot be read" in line for line in told)
    assert any(f"game {later} has lost its hall" in line for line in told)
    assert club.table.game_id == ours
    assert club.game == before
    await director.play()
