"""What is refused around rulings: players who rule, seats that are not there, clocks that do not fit."""

from typing import Any

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import UserId
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Over
from mafia_bot.screens.refusals import Sentence
from tests.doors.visit import Act, day, lobby, refusal, refused, say
from tests.rows import ban_row

RULINGS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("game start", {}),
    ("game pause", {}),
    ("game resume", {}),
    ("game skip", {}),
    ("game extend", {"seconds": 30}),
    ("game end", {}),
    ("game replace", {"seat": 1, "player": "stranger"}),
    ("game defeat", {"seat": 1}),
    ("warn", {"seat": 1, "offence": "out_of_turn"}),
    ("remove", {"seat": 1, "offence": "peeking"}),
    ("suspend", {"player": "stranger", "offence": "spectator_hint"}),
    ("undo", {}),
)


def ruling(club: SimulatedClub, actor: Any, command: str, options: dict[str, Any]) -> Act:
    stranger = club.host
    filled = {key: stranger if value == "stranger" else value for key, value in options.items()}
    return lambda: club.slash(actor, club.chat, command, **filled)


@pytest.mark.rule("GE-02", "GE-09")
async def test_players_and_guests_rule_nothing(club: SimulatedClub) -> None:
    await day(club)
    for actor in (club.seat(2), club.newcomer("guest")):
        for command, options in RULINGS:
            await refused(club, ruling(club, actor, command, options), Code.NOT_HOST, "GE-02")


@pytest.mark.rule("GE-02")
async def test_a_moderator_who_plays_rules_nothing(club: SimulatedClub) -> None:
    club.seats[3] = club.admin
    await day(club, host=club.host)
    for command, options in (("warn", RULINGS[8][1]), ("undo", {}), ("game pause", {})):
        await refused(club, ruling(club, club.admin, command, options), Code.NOT_HOST, "GE-02")


@pytest.mark.rule("GE-09")
async def test_nothing_is_ruled_before_the_start(club: SimulatedClub) -> None:
    await lobby(club)
    codes = {"undo": (Code.NOTHING_TO_UNDO, "GE-09"), "game defeat": (Code.NO_TECHNICAL_DEFEAT, "MA-25")}
    for command, options in RULINGS:
        if command in ("game start", "game end"):
            continue
        code, clause = codes.get(command, (Code.NOT_STARTED, ""))
        if command == "game defeat":
            code, clause = Code.NOT_AT_TABLE, ""
        await refused(club, ruling(club, club.admin, command, options), code, clause, **options)
    for command in ("thanks", "game card"):
        await refused(club, lambda c=command: club.slash(club.seat(1), club.chat, c), Code.NOT_SEATED)


async def test_nothing_is_ruled_after_the_end(club: SimulatedClub) -> None:
    await day(club)
    await club.slash(club.admin, club.chat, "game end")
    assert isinstance(club.game.phase, Over)
    for command, options in RULINGS:
        if command == "undo":
            continue
        await refused(club, ruling(club, club.admin, command, options), Code.GAME_OVER)
    await refused(club, lambda: club.slash(club.seat(1), club.chat, "thanks"), Code.GAME_OVER)
    await refused(club, lambda: club.slash(club.seat(1), club.chat, "lobby join"), Code.GAME_OVER)


async def test_disciplining_who_is_not_at_the_table(club: SimulatedClub) -> None:
    await day(club)
    for command, offence in (("warn", "out_of_turn"), ("remove", "peeking")):
        await refused(
            club,
            lambda c=command, o=offence: club.slash(club.admin, club.chat, c, seat=9, offence=o),
            Code.NOT_AT_TABLE,
            seat=9,
        )
    await club.slash(club.admin, club.chat, "remove", seat=gone(club), offence="peeking")
    await refused(
        club,
        lambda: club.slash(club.admin, club.chat, "warn", seat=gone(club), offence="out_of_turn"),
        Code.NOT_AT_TABLE,
        seat=gone(club),
    )
    defeat = lambda: club.slash(club.admin, club.chat, "game defeat", seat=9)  # noqa: E731
    await refused(club, defeat, Code.NOT_AT_TABLE, seat=9)


def gone(club: SimulatedClub) -> int:
    return next(p.seat for p in reversed(club.game.players) if p.team == "town")


async def test_an_offence_that_the_rules_do_not_know(club: SimulatedClub) -> None:
    await day(club)
    for command in ("warn", "remove"):
        await refused(
            club,
            lambda c=command: club.slash(club.admin, club.chat, c, seat=1, offence="monster"),
            Code.UNKNOWN_OFFENCE,
            offence="monster",
        )
    await refused(
        club,
        lambda: club.slash(club.admin, club.chat, "suspend", player=club.seat(1), offence="monster"),
        Code.UNKNOWN_OFFENCE,
        offence="monster",
    )


async def test_a_sanction_that_does_not_fit_the_offence(club: SimulatedClub) -> None:
    await day(club)
    wrong = (("warn", "peeking", "MA-23"), ("remove", "out_of_turn", "MA-20"))
    for command, offence, clause in wrong:
        await refused(
            club,
            lambda c=command, o=offence: club.slash(club.admin, club.chat, c, seat=1, offence=o),
            Code.WRONG_SANCTION,
            clause,
            offence=offence,
        )
    await refused(
        club,
        lambda: club.slash(club.admin, club.chat, "suspend", player=club.seat(1), offence="peeking"),
        Code.WRONG_SANCTION,
        "MA-23",
        offence="peeking",
    )


@pytest.mark.rule("GE-09")
async def test_undo_with_nothing_to_undo(club: SimulatedClub) -> None:
    await day(club)
    undo = lambda: club.slash(club.admin, club.chat, "undo")  # noqa: E731
    await refused(club, undo, Code.NOTHING_TO_UNDO, "GE-09")
    await club.slash(club.admin, club.chat, "warn", seat=1, offence="out_of_turn")
    what = say(club, "what-warning", seat=1, offence=say(club, "offence-out_of_turn"))
    assert answer_of(await undo()) == say(club, "undone-private", whats=[what])
    await refused(club, undo, Code.NOTHING_TO_UNDO, "GE-09")


@pytest.mark.rule("GE-09")
async def test_seconds_that_cannot_be_given(club: SimulatedClub) -> None:
    await day(club)
    for seconds in (0, -5, 601, 10**9):
        await refused(
            club,
            lambda s=seconds: club.slash(club.admin, club.chat, "game extend", seconds=s),
            Code.BAD_SECONDS,
            "GE-09",
            most=600,
        )


@pytest.mark.rule("GE-09")
async def test_pausing_twice_and_resuming_what_runs(club: SimulatedClub) -> None:
    await day(club)
    admin, first = club.admin, club.seat(1)
    await refused(club, lambda: club.slash(admin, club.chat, "game resume"), Code.NOT_PAUSED, "GE-09")
    await club.slash(admin, club.chat, "game pause")
    await refused(club, lambda: club.slash(admin, club.chat, "game pause"), Code.GAME_PAUSED, "GE-09")
    for act in (
        lambda: club.slash(admin, club.chat, "game skip"),
        lambda: club.slash(first, club.chat, "thanks"),
        lambda: club.slash(first, club.chat, "nominate", seat=2),
    ):
        await refused(club, act, Code.GAME_PAUSED, "GE-09")
    await club.slash(admin, club.chat, "game resume")
    await club.press(first, Press.THANKS)
    assert club.game.phase.queue[0] == 2  # type: ignore[union-attr]


@pytest.mark.rule("GE-09", "GE-02")
async def test_replacements_that_cannot_be(club: SimulatedClub) -> None:
    await day(club, host=club.host)
    host = club.host
    cases = (
        (1, club.seat(2), Code.SEAT_TAKEN, "GE-09", {"seat": 2}),
        (1, host, Code.HOST_CANNOT_PLAY, "GE-02", {"users": [host.id]}),
        (9, club.newcomer("fresh"), Code.NOT_AT_TABLE, "GE-09", {"seat": 9}),
    )
    for seat, player, code, clause, data in cases:
        await refused(
            club,
            lambda s=seat, p=player: club.slash(host, club.chat, "game replace", seat=s, player=p),
            code,
            clause,
            **data,
        )
    banned = club.newcomer("banned")
    now = club.env.now().timestamp()
    await ban_row(club.store, club.guild.id, banned.id, "monster", now, games=1)
    await refused(
        club,
        lambda: club.slash(host, club.chat, "game replace", seat=1, player=banned),
        Code.SUBSTITUTE_SUSPENDED,
        bans=[Sentence(UserId(banned.id), 1, None)],
    )


@pytest.mark.rule("MA-25")
async def test_a_technical_defeat_only_for_who_was_silenced(club: SimulatedClub) -> None:
    await day(club)
    await refused(
        club,
        lambda: club.slash(club.admin, club.chat, "game defeat", seat=1),
        Code.NO_TECHNICAL_DEFEAT,
        "MA-25",
        seat=1,
    )


async def test_no_technical_defeat_where_the_rules_know_none(full: SimulatedClub) -> None:
    await day(full, "most_wanted")
    await refused(
        full,
        lambda: full.slash(full.admin, full.chat, "game defeat", seat=1),
        Code.NO_TECHNICAL_DEFEAT,
    )


@pytest.mark.rule("GE-02")
async def test_an_assistant_does_not_undo_the_host(club: SimulatedClub) -> None:
    await lobby(club, host=club.host)
    helper = club.newcomer("helper")
    await club.slash(club.host, club.chat, "lobby assistant", player=helper)
    await club.seat_all()
    await club.start(by=helper)
    await club.slash(club.host, club.chat, "warn", seat=1, offence="out_of_turn")
    await refused(club, lambda: club.slash(helper, club.chat, "undo"), Code.HOST_DECIDED, "GE-02")
    await club.slash(helper, club.chat, "warn", seat=1, offence="out_of_turn")
    what = say(club, "what-warning", seat=1, offence=say(club, "offence-out_of_turn"))
    undone = answer_of(await club.slash(club.host, club.chat, "undo"))
    assert undone == say(club, "undone-private", whats=[what])
    assert club.game.player(1).warnings == 1  # type: ignore[arg-type]


async def test_every_command_before_setup(club: SimulatedClub) -> None:
    anyone = club.newcomer("anyone")
    commands: tuple[tuple[str, dict[str, Any]], ...] = (
        *RULINGS,
        ("lobby open", {}),
        ("lobby join", {}),
        ("lobby leave", {}),
        ("lobby kick", {"player": "stranger"}),
        ("lobby ruleset", {"ruleset": "masks"}),
        ("lobby deal", {}),
        ("lobby host", {}),
        ("lobby assistant", {"player": "stranger"}),
        ("lobby close", {}),
        ("game status", {}),
        ("game card", {}),
        ("thanks", {}),
        ("nominate", {"seat": 1}),
        ("list", {}),
    )
    for command, options in commands:
        for locale in ("ru", "en"):
            club.locale = locale
            filled = {k: club.host if v == "stranger" else v for k, v in options.items()}
            result = await club.slash(anyone, club.lobby, command, **filled)
            assert answer_of(result) == refusal(club, Code.NO_HALL)
    assert await club.store.games.open_games() == []


async def test_every_command_without_a_game(club: SimulatedClub) -> None:
    await club.setup()
    for command, options in (*RULINGS, ("lobby join", {}), ("thanks", {}), ("game status", {})):
        filled = {k: club.host if v == "stranger" else v for k, v in options.items()}
        result = await club.slash(club.admin, club.chat, command, **filled)
        assert answer_of(result) == refusal(club, Code.NO_GAME)
