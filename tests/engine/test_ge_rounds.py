"""Wins, draws and absences: GE-07, GE-13, GE-14."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.due import due
from mafia_bot.engine.hosting import LEAST
from mafia_bot.engine.ids import Rank, SeatNo, UserId
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Ballot, Night, Over, Speeches
from tests.engine.scenario import REFUSE, Table, lobby, table
from tests.engine.tables import BLIND, MASKS

SMALL = {1: "don", 2: "mafia", 3: "sheriff"}


@pytest.mark.rule("GE-07")
def test_a_win_is_found_after_an_exit_by_vote() -> None:
    t = table("most_wanted", {1: "mafia", 2: "sheriff"}, seats=5)
    t.put_up(1, 5).vote({1: (2, 3, 4, 5)})
    assert t.exits == [(1, "vote")]
    assert t.winners == {"town"}
    assert not t.all(ev.LastWordsBegan)


@pytest.mark.rule("GE-07")
def test_a_win_is_found_after_an_exit_at_night() -> None:
    t = table("most_wanted", {1: "mafia", 2: "sheriff"}, seats=4).night(mafia=4)
    assert t.outcome is None
    t.night(mafia=3)
    assert t.exits == [(4, "night"), (3, "night")]
    assert t.winners == {"mafia"}


@pytest.mark.rule("GE-07")
@pytest.mark.parametrize(("out", "winner"), [((1, 2), "town"), ((4, 5), "mafia")])
def test_a_win_is_found_after_a_removal(out: tuple[int, int], winner: str) -> None:
    t = table("most_wanted", SMALL, seats=6)
    t.remove(out[0])
    assert t.outcome is None
    t.remove(out[1])
    assert t.winners == {winner}


@pytest.mark.rule("GE-07")
def test_several_leaving_at_once_are_judged_together() -> None:
    # One after another the first of them would have ended the game for the mafia.
    t = table("most_wanted", SMALL, seats=6).put_up(4, 1, 2)
    thirds = {4: (1, 2), 1: (3, 4), 2: (5, 6)}
    t.vote(thirds).revote(thirds).lift(agree=range(1, 7))
    assert t.exits == [(4, "lift"), (1, "lift"), (2, "lift")]
    assert t.winners == {"town"}


@pytest.mark.rule("GE-07")
def test_if_nobody_is_left_it_is_a_draw() -> None:
    axes = {"vote.tie.tied_vote": True, "vote.tie.lift.tied_vote": True}
    t = table("masks", {1: "mafia", 2: "maniac"}, seats=3, axes=axes).night(mafia=3, maniac=REFUSE)
    assert t.alive == [1, 2]
    assert t.outcome is None
    t.nominate(2, 1)
    t.nominate(1, 2)
    t.run_out()
    t.vote({1: (2,), 2: (1,)}).revote({1: (2,), 2: (1,)}).lift(agree=(1, 2))
    assert t.alive == []
    assert t.winners == set()
    assert t.outcome is not None
    assert t.outcome.reason == "nobody-left"


def quiet(t: Table, rounds: int) -> Table:
    """Rounds without an exit, from the first circle on."""
    for _ in range(rounds):
        t.until(Speeches).until(Night)
    return t


@pytest.mark.rule("GE-14")
@pytest.mark.parametrize("ruleset", ["masks", "most_wanted"])
def test_five_quiet_rounds_are_a_draw_and_four_are_not(ruleset: str) -> None:
    cards = MASKS if ruleset == "masks" else BLIND
    t = quiet(table(ruleset, cards), 4)
    assert t.outcome is None
    quiet(t, 1)
    assert t.winners == set()
    assert t.outcome is not None
    assert t.outcome.reason == "quiet-rounds"
    assert len(t.all(ev.DayBroke)) == 5


@pytest.mark.rule("GE-14")
@pytest.mark.parametrize("how", ["night", "vote", "removal"])
def test_any_exit_begins_the_count_anew(how: str) -> None:
    t = quiet(table("most_wanted", BLIND), 4)
    match how:
        case "night":
            t.night(mafia=9)
        case "vote":
            t.day_out(9)
        case "removal":
            t.remove(9)
    t.until(Speeches)
    assert t.outcome is None
    quiet(t, 4)
    assert t.outcome is None


@pytest.mark.rule("GE-14")
def test_the_number_of_quiet_rounds_is_an_axis() -> None:
    t = quiet(table("most_wanted", BLIND, axes={"wins.draw_rounds": 2}), 2)
    assert isinstance(t.phase, Over)


def drop(t: Table, seat: int) -> Table:
    """A seat falls out of voice."""
    t.do(cmd.DropOut(SeatNo(seat)))
    return t


@pytest.mark.rule("GE-13")
def test_who_drops_out_keeps_the_seat_the_minute_and_the_vote() -> None:
    t = drop(table("most_wanted", BLIND).speech_of(7), 7)
    assert t.speaker == 7
    assert t.last(ev.PlayerDropped).deadline == t.now + 120
    t.nominate(7, 5)
    t.put_up(6)
    t.hand(7, 5)
    assert isinstance(t.phase, Ballot)
    assert 7 in t.alive


@pytest.mark.rule("GE-13")
def test_who_comes_back_in_time_owes_nothing() -> None:
    t = drop(table("most_wanted", BLIND), 7)
    t.wait(119)
    t.do(cmd.ComeBack(SeatNo(7)))
    t.wait(1)
    t.refuses(cmd.GraceRanOut(SeatNo(7)), Code.STALE, "GE-13")
    assert 7 in t.alive


@pytest.mark.rule("GE-13")
def test_without_a_human_host_the_grace_ends_with_a_removal_for_leaving() -> None:
    t = drop(table("most_wanted", BLIND), 7)
    t.refuses(cmd.GraceRanOut(SeatNo(7)), Code.STALE, "GE-13")
    t.wait(120)
    t.do(cmd.GraceRanOut(SeatNo(7)))
    assert t.exits == [(7, "discipline")]
    assert t.last(ev.PlayerRemoved).offence == "left_table"
    assert t.last(ev.PlayerRemoved).rank == Rank.BOT
    assert not t.last(ev.PlayerRemoved).hall


@pytest.mark.rule("GE-13")
def test_a_human_host_is_asked_instead() -> None:
    t = drop(table("most_wanted", BLIND, host=1), 7)
    t.wait(120)
    assert t.do(cmd.GraceRanOut(SeatNo(7))) == (ev.HostAsked(SeatNo(7)),)
    assert 7 in t.alive


@pytest.mark.rule("GE-13")
def test_the_nearest_deadline_is_waited_for() -> None:
    t = drop(table("most_wanted", BLIND, axes={"discipline.grace_seconds": 20}), 7)
    t.wait(5)
    drop(t, 8)
    found = due(t.game)
    assert found is not None
    assert found.command == cmd.GraceRanOut(SeatNo(7))
    assert found.at == t.all(ev.PlayerDropped)[0].deadline


@pytest.mark.rule("GE-13", "GE-09")
def test_a_pause_costs_nobody_his_grace() -> None:
    t = drop(table("most_wanted", BLIND), 7)
    t.do(cmd.Pause(Rank.HOST))
    t.wait(500)
    t.refuses(cmd.GraceRanOut(SeatNo(7)), Code.STALE, "GE-13")
    t.do(cmd.Resume(Rank.HOST))
    t.refuses(cmd.GraceRanOut(SeatNo(7)), Code.STALE, "GE-13")
    t.wait(120)
    t.do(cmd.GraceRanOut(SeatNo(7)))
    assert 7 not in t.alive


@pytest.mark.rule("GE-13")
def test_an_outage_is_counted_against_nobody() -> None:
    t = drop(table("most_wanted", BLIND).speech_of(3), 7)
    deadline, since = t.game.clock.deadline or 0, t.now + 10
    t.wait(900)
    t.do(cmd.EndOutage(since))
    assert t.speaker == 3
    assert t.game.clock.deadline == t.now + (deadline - since)
    t.refuses(cmd.GraceRanOut(SeatNo(7)), Code.STALE, "GE-13")
    t.wait(119)
    t.refuses(cmd.GraceRanOut(SeatNo(7)), Code.STALE, "GE-13")


@pytest.mark.rule("GE-13")
def test_an_outage_within_a_step_is_given_back_unless_nobody_can_have_noticed_it() -> None:
    t = table("most_wanted", BLIND).speech_of(1)
    deadline = t.game.clock.deadline or 0
    t.wait(20)
    assert t.do(cmd.EndOutage(t.now - 2)) == ()
    assert t.game.clock.deadline == deadline
    t.do(cmd.EndOutage(t.now - 10))
    assert t.game.clock.deadline == deadline + 10


@pytest.mark.rule("GE-13")
def test_where_presses_were_lost_even_a_blink_is_told_and_given_back() -> None:
    t = table("most_wanted", BLIND).speech_of(1)
    deadline = t.game.clock.deadline or 0
    t.wait(20)
    (ended,) = t.do(cmd.EndOutage(t.now - 2, t.now - 2))
    assert ended == ev.OutageEnded(t.now, deadline + 2, t.game.rules.discipline.grace_seconds, t.now - 2)
    assert t.do(cmd.EndOutage(t.now - 0.5, t.now - 0.5)) == (), "nobody presses so fast"
    assert t.replays()


@pytest.mark.rule("GE-13")
def test_a_lobby_hears_of_lost_presses_alone() -> None:
    t = lobby("masks", 5)
    t.wait(600)
    assert t.do(cmd.EndOutage(t.now - 100)) == (), "a lobby has no step to be given back"
    (ended,) = t.do(cmd.EndOutage(t.now - 100, t.now - 100))
    assert isinstance(ended, ev.OutageEnded)
    assert (ended.deadline, ended.unheard) == (None, t.now - 100)


@pytest.mark.rule("GE-13")
def test_a_step_that_was_all_but_over_comes_back_with_time_to_press() -> None:
    t = table("most_wanted", BLIND).speech_of(1)
    deadline = t.game.clock.deadline or 0
    t.wait(100)
    t.do(cmd.EndOutage(deadline - 0.5))
    assert t.game.clock.deadline == t.now + LEAST


@pytest.mark.rule("GE-05", "GE-13")
def test_a_vote_window_opens_again_for_its_whole_length() -> None:
    t = table("most_wanted", BLIND).speech_of(1).put_up(2, 3)
    window = t.game.clock.step
    t.wait(60)
    t.do(cmd.EndOutage(t.now - 59))
    assert t.game.clock.step == window, "a hand that was meant for it still counts"
    assert t.game.clock.deadline == t.now + max(LEAST, t.game.rules.vote.window_seconds)


@pytest.mark.rule("GE-13")
def test_dropping_out_twice_gives_one_grace_and_the_dead_have_none() -> None:
    t = drop(table("most_wanted", BLIND), 7)
    t.wait(60)
    assert t.do(cmd.DropOut(SeatNo(7))) == ()
    t.remove(8)
    assert t.do(cmd.DropOut(SeatNo(8))) == ()
    t.remove(7)
    assert t.game.absent == ()


@pytest.mark.rule("GE-13", "GE-09")
def test_whoever_takes_over_the_seat_is_there() -> None:
    t = drop(table("most_wanted", BLIND), 7)
    t.do(cmd.Replace(Rank.HOST, SeatNo(7), UserId(99)))
    assert t.game.absent == ()
