"""Which rows a step brings, each by example; the law of them all is in tests/laws/test_rows.py."""

import pytest

from mafia_bot.club.consequences import DAY_SECONDS, consequences, rows_of
from mafia_bot.club.points import USUAL, PointsProfile
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.ids import Rank, SeatNo, UserId
from mafia_bot.engine.ruleset.stored import stored
from mafia_bot.store import GameStatus
from mafia_bot.store.derived import BanRow, Change, FrameRow, NameRow, SeatRows
from tests.engine.scenario import Table, lobby, rules, shipped, table, user
from tests.engine.tables import BLIND, MANIAC, MASKS

H, GUEST = Rank.HOST, UserId(4242)


def last(t: Table, command: cmd.Command) -> dict[type, Change]:
    """The changes that a command brings, by kind."""
    before = t.game
    t.do(command)
    return {type(change): change for change in consequences(before, t.game, USUAL)}


def test_most_steps_bring_no_row() -> None:
    t = table("masks", MASKS, host=1)
    for command in (cmd.Warn(H, SeatNo(3), "out_of_turn"), cmd.Pause(H), cmd.Resume(H), cmd.Skip(H)):
        assert last(t, command) == {}
    t.remove(4)
    assert last(t, cmd.Undo(H)) == {}


# ---- the frame ----


def test_a_lobby_takes_the_rules_that_are_chosen_and_a_start_its_moment() -> None:
    t = lobby("masks", 6)
    other = stored(shipped()["city"])
    frame = last(t, cmd.ChooseRuleset(H, other))[FrameRow]
    assert frame == FrameRow("city", other, GameStatus.LOBBY)
    t.now = 55.0
    frame = last(t, cmd.StartGame(H, serving=(GUEST,)))[FrameRow]
    assert frame == FrameRow("city", other, GameStatus.RUNNING, started_at=55.0, serving=[GUEST])


@pytest.mark.rule("MA-25")
def test_a_shared_win_is_kept_with_both_teams_and_its_reason() -> None:
    t = table("masks", MANIAC, host=1, seats=11).remove(9, offence="peeking")
    t.wait(5)
    changes = last(t, cmd.DeclareDefeat(H, SeatNo(9)))
    frame = changes[FrameRow]
    assert isinstance(frame, FrameRow)
    assert (frame.status, frame.winners, frame.reason) == (
        GameStatus.FINISHED,
        ["mafia", "maniac"],
        "technical-defeat",
    )
    assert frame.ended_at == t.now
    seats = changes[SeatRows]
    assert isinstance(seats, SeatRows)
    assert [(row.seat, row.points) for row in seats.seats if row.won] == [(n, 1.0) for n in (4, 5, 6, 7, 8)]
    assert (seats.seats[8].exit_cause, seats.seats[8].exit_round) == ("discipline", 1)


@pytest.mark.parametrize(
    ("command", "status", "reason"),
    [
        (cmd.Annul(H, "annulled"), GameStatus.ANNULLED, "annulled"),
        (cmd.Annul(H, "annulled", "свет погас"), GameStatus.ANNULLED, "свет погас"),
        (cmd.Annul(Rank.BOT, "abandoned"), GameStatus.ABANDONED, "abandoned"),
        # A host may type whatever he likes.
        (cmd.Annul(H, "annulled", "abandoned"), GameStatus.ANNULLED, "abandoned"),
    ],
)
def test_an_end_without_a_winner_keeps_why(command: cmd.Command, status: GameStatus, reason: str) -> None:
    frame = last(table("masks", MASKS, host=1), command)[FrameRow]
    assert isinstance(frame, FrameRow)
    assert (frame.status, frame.reason, frame.winners) == (status, reason, [])


def test_a_lobby_that_is_closed_has_no_seats() -> None:
    changes = last(lobby("masks", 5, host=1), cmd.Annul(H, "closed"))
    frame = changes[FrameRow]
    assert isinstance(frame, FrameRow)
    assert (frame.status, frame.started_at) == (GameStatus.ANNULLED, None)
    assert SeatRows not in changes


@pytest.mark.rule("GE-09")
def test_an_end_taken_back_takes_its_rows_back() -> None:
    t = table("masks", MASKS, host=1).remove(4).remove(5)
    running = rows_of(t.game, USUAL)
    changes = last(t, cmd.Remove(H, SeatNo(6), "peeking"))
    assert {FrameRow, SeatRows} <= changes.keys()
    assert last(t, cmd.Undo(H)) == {FrameRow: running.frame, SeatRows: SeatRows()}


def test_points_are_the_clubs_own() -> None:
    t = table("masks", MASKS, host=1).remove(4).remove(5)
    before, profile = t.game, PointsProfile(win_town=2.5, removal=-1.0)
    t.remove(6)
    (_, seats) = consequences(before, t.game, profile)
    assert isinstance(seats, SeatRows)
    assert {row.seat: row.points for row in seats.seats} == {
        **dict.fromkeys((1, 2, 3, 7, 8, 9, 10), 2.5),
        **dict.fromkeys((4, 5, 6), -1.0),
    }


# ---- bans and names ----


@pytest.mark.rule("CC-16", "CC-18", "CC-19")
@pytest.mark.parametrize(
    ("offence", "games", "presence"), [("monster", 2, True), ("noise", 2, False), ("conflict", 10, False)]
)
def test_a_ban_by_games_says_whether_presence_counts(offence: str, games: int, presence: bool) -> None:
    t = table("carcrash", BLIND, host=1)
    t.wait(7)
    assert last(t, cmd.Suspend(H, GUEST, offence)) == {
        BanRow: BanRow(1, GUEST, offence, games, None, presence, False, t.now, False)
    }


@pytest.mark.rule("MW-15", "MW-19")
def test_a_ban_for_the_day_outlasts_midnight() -> None:
    t = table("most_wanted", BLIND, host=1)
    t.wait(7)
    ban = last(t, cmd.Remove(H, SeatNo(5), "peeking"))[BanRow]
    assert ban == BanRow(1, user(5), "peeking", None, t.now + DAY_SECONDS, False, True, t.now, False)


@pytest.mark.rule("GE-09")
def test_bans_are_numbered_for_ever_and_lifted_in_place() -> None:
    t = table("carcrash", BLIND, host=1)
    numbers = []
    for command in (
        cmd.Suspend(H, GUEST, "noise"),
        cmd.Undo(H),
        cmd.Remove(H, SeatNo(5), "monster"),
        cmd.Suspend(H, GUEST, "noise"),
        cmd.Undo(H),
        cmd.Undo(H),
    ):
        ban = last(t, command)[BanRow]
        assert isinstance(ban, BanRow)
        numbers.append((ban.number, ban.lifted))
    assert numbers == [(1, False), (1, True), (2, False), (3, False), (3, True), (2, True)]


def test_a_name_is_kept_with_the_moment_it_was_seen() -> None:
    t = lobby("masks", 3)
    t.wait(9)
    assert last(t, cmd.Join(GUEST, "Гость")) == {NameRow: NameRow(GUEST, "Гость", t.now)}
    t.wait(1)
    assert last(t, cmd.SeeName(user(2), "Боря")) == {NameRow: NameRow(user(2), "Боря", t.now)}


def test_the_rows_of_a_new_game_are_those_of_its_lobby() -> None:
    game = lobby("masks").game
    (frame,) = consequences(None, game, USUAL)
    assert frame == FrameRow("masks", rules("masks"), GameStatus.LOBBY)
