"""`masks`, the lover: blocks, alibi, a shared death — MA-13 – MA-15."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.audience import HostOnly, Seats, audience
from mafia_bot.engine.ids import Rank, SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import LastWords, Night
from tests.engine.scenario import REFUSE, Table, table
from tests.engine.tables import MANIAC


def masks() -> Table:
    """Lover 1, doctor 2, sheriff 3, mafia 4–7, maniac 8, civilians 9–11."""
    return table("masks", MANIAC, seats=11)


@pytest.mark.rule("MA-13")
def test_a_visited_mafioso_makes_the_shot_a_miss_though_all_chose() -> None:
    for guest in (4, 5, 6, 7):
        t = masks().night(lover=guest, mafia=9)
        assert t.exits == []
        assert [e.target for e in t.all(ev.TargetChosen) if e.act == "shoot"] == [9, 9, 9, 9]
        assert t.last(ev.NightResolved).missed


@pytest.mark.rule("MA-13")
@pytest.mark.parametrize(("role", "seat"), [("sheriff", 3), ("doctor", 2)])
def test_the_visited_sheriff_and_doctor_are_told_and_do_nothing(role: str, seat: int) -> None:
    t = masks().step_of("lover", "visit")
    t.press(1, seat)
    t.step_of(role)
    told = t.all(ev.ActBlocked)
    assert [e.seat for e in told] == [seat]
    assert audience(t.game, told[0]) == Seats((SeatNo(seat),))
    t.refuses(cmd.ChooseTarget(SeatNo(seat), t.game.clock.step, SeatNo(9)), Code.BLOCKED, "MA-13")
    t.night(mafia=9)
    assert not t.all(ev.CheckAnswered)


@pytest.mark.rule("MA-13")
def test_a_visited_doctor_heals_nobody() -> None:
    t = masks().step_of("lover", "visit")
    t.press(1, 2)
    t.night(mafia=9, to_day=False)
    assert t.exits == [(9, "night")]


@pytest.mark.rule("MA-13")
def test_a_visited_maniac_misses_and_is_not_told() -> None:
    t = masks().night(lover=8, maniac=9, mafia=10)
    assert t.exits == [(10, "night")]
    assert not t.all(ev.ActBlocked)


@pytest.mark.rule("MA-13")
def test_a_visit_is_no_protection() -> None:
    assert masks().night(lover=9, mafia=9).exits == [(9, "night")]
    assert masks().night(lover=9, maniac=9).exits == [(9, "night")]


@pytest.mark.rule("MA-13")
def test_not_herself_not_the_dead_and_one_a_night() -> None:
    t = masks().remove(9).step_of("lover", "visit")
    step = t.game.clock.step
    t.refuses(cmd.ChooseTarget(SeatNo(1), step, SeatNo(1)), Code.NOT_YOURSELF, "MA-13")
    t.refuses(cmd.ChooseTarget(SeatNo(1), step, SeatNo(9)), Code.TARGET_DEAD)
    t.press(1, 10)
    t.refuses(cmd.ChooseTarget(SeatNo(1), step, SeatNo(11)), Code.ALREADY_CHOSEN)


@pytest.mark.rule("MA-13")
def test_not_the_same_player_two_nights_running() -> None:
    t = masks().night(lover=9).step_of("lover", "visit")
    t.refuses(cmd.ChooseTarget(SeatNo(1), t.game.clock.step, SeatNo(9)), Code.SAME_TWICE, "MA-13")
    t.press(1, 10)
    t.night()
    t.night(lover=9)
    assert t.all(ev.AlibiGiven)[-1].seats == (9,)


@pytest.mark.rule("MA-13")
def test_a_blocked_night_is_one_night_long() -> None:
    t = masks().night(lover=4, mafia=9)
    assert t.exits == []
    t.night(lover=9, mafia=10)
    assert t.exits == [(10, "night")]


@pytest.mark.rule("MA-14")
@pytest.mark.parametrize("guest", [9, 4, 8, 3])
def test_the_winner_of_the_vote_with_an_alibi_stays_whatever_the_role(guest: int) -> None:
    t = masks().night(lover=guest).put_up(guest, 10)
    t.vote({guest: (1, 2, 5)})
    assert t.exits == []
    assert t.last(ev.AlibiHeld).seat == guest
    assert isinstance(t.phase, Night)


@pytest.mark.rule("MA-14")
def test_an_alibi_is_good_for_one_day() -> None:
    t = masks().night(lover=9).night().put_up(9, 10).vote({9: (1, 2)})
    assert t.exits == [(9, "vote")]


@pytest.mark.rule("MA-14")
def test_of_several_leaving_at_once_the_one_with_an_alibi_alone_stays() -> None:
    t = masks().night(lover=9).put_up(9, 10, 11)
    hands = {9: (1,), 10: (2,), 11: (3,)}
    t.vote(hands).revote(hands).lift(agree=(1, 2, 3, 4, 5))
    assert t.exits == [(10, "lift"), (11, "lift")]
    assert t.last(ev.AlibiHeld).seat == 9
    assert isinstance(t.phase, LastWords)
    assert t.phase.queue == (10, 11)


@pytest.mark.rule("MA-14", "MA-09")
def test_a_tied_player_with_an_alibi_is_voted_again_like_the_others() -> None:
    t = masks().night(lover=9).put_up(9, 10).vote({9: (1,), 10: (2,)})
    assert t.last(ev.TieFound).seats == (9, 10)
    t.revote({9: (1, 2), 10: (3,)})
    assert t.exits == []
    assert t.last(ev.AlibiHeld).seat == 9


@pytest.mark.rule("MA-14")
def test_an_alibi_saves_from_the_vote_alone() -> None:
    t = masks().night(lover=9).remove(9)
    assert t.exits == [(9, "discipline")]


@pytest.mark.rule("MA-14", "MA-15")
def test_the_alibi_holds_though_the_lover_is_out_the_same_day() -> None:
    t = masks().night(lover=9).remove(1).put_up(9, 10).vote({9: (2, 3)})
    assert t.exits == [(1, "discipline")]


@pytest.mark.rule("MA-15")
@pytest.mark.parametrize("hand", ["mafia", "maniac"])
def test_whom_the_lover_visited_leaves_with_her(hand: str) -> None:
    t = masks().night(lover=9, **{hand: 1}, to_day=False)
    assert t.exits == [(1, "night"), (9, "night")]
    assert t.last(ev.MorningCame).victims == (1, 9)


@pytest.mark.rule("MA-15", "MA-13")
def test_a_lover_shot_while_her_guest_is_the_shooter_lives() -> None:
    t = masks().night(lover=4, mafia=1)
    assert t.exits == []


@pytest.mark.rule("MA-15", "MA-13")
def test_a_mafioso_she_visited_falls_with_her_to_the_maniac() -> None:
    assert masks().night(lover=4, mafia=9, maniac=1).exits == [(1, "night"), (4, "night")]


@pytest.mark.rule("MA-15", "MA-18")
def test_a_maniac_she_visited_falls_with_her_to_the_mafia_and_is_announced() -> None:
    t = masks().night(lover=8, mafia=1, maniac=10)
    assert t.exits == [(1, "night"), (8, "night")]
    assert t.all(ev.RoleAnnounced) == [ev.RoleAnnounced(SeatNo(8), "maniac")]


@pytest.mark.rule("MA-15", "MA-17")
def test_a_healed_lover_takes_nobody_along() -> None:
    assert masks().night(lover=9, mafia=1, doctor=1).exits == []


@pytest.mark.rule("MA-15", "MA-17")
def test_the_doctor_does_not_save_the_guest_from_her_death() -> None:
    assert masks().night(lover=9, mafia=1, doctor=9).exits == [(1, "night"), (9, "night")]


@pytest.mark.rule("MA-15")
def test_a_guest_who_is_killed_too_leaves_once() -> None:
    assert masks().night(lover=9, mafia=1, maniac=9).exits == [(1, "night"), (9, "night")]


@pytest.mark.rule("MA-15")
def test_a_lover_voted_out_or_alone_takes_nobody_along() -> None:
    assert masks().night(mafia=1, maniac=REFUSE).exits == [(1, "night")]
    t = masks().night(lover=9)
    t.day_out(1)
    assert t.exits == [(1, "vote")]


@pytest.mark.rule("MA-14", "GE-16")
def test_an_alibi_that_was_given_aloud_is_entered_and_holds_like_any_other() -> None:
    t = masks()
    t.do(cmd.EnterAlibi(Rank.HOST, SeatNo(9)))
    assert isinstance(audience(t.game, t.last(ev.AlibiGiven)), HostOnly)
    t.put_up(9, 10).vote({9: (1, 2, 3, 4, 5, 6, 7)})
    assert t.last(ev.AlibiHeld).seat == 9
    assert 9 in t.alive
    assert t.replays()


@pytest.mark.rule("MA-14", "GE-16")
def test_an_alibi_that_was_entered_for_the_wrong_seat_is_taken_away_and_the_visits_own_stays() -> None:
    t = masks().night(lover=10)
    t.do(cmd.EnterAlibi(Rank.HOST, SeatNo(9)))
    assert t.game.alibi == (10, 9)
    t.do(cmd.EnterAlibi(Rank.HOST, SeatNo(9), given=False))
    assert t.game.alibi == (10,)
    t.put_up(9, 10).vote({9: (1, 2, 3, 4, 5, 6, 7)})
    assert 9 not in t.alive


@pytest.mark.rule("MA-14")
def test_no_alibi_is_entered_at_night_for_the_dead_or_where_there_is_none() -> None:
    t = masks().remove(11)
    t.refuses(cmd.EnterAlibi(Rank.HOST, SeatNo(11)), Code.NOT_AT_TABLE)
    t.until(Night)
    t.refuses(cmd.EnterAlibi(Rank.HOST, SeatNo(9)), Code.NO_ALIBI, "MA-14")
    for other in (
        table("masks", {4: "mafia"}),
        table("classic15", {1: "don", 2: "courtesan"}),
        table("masks", MANIAC, seats=11, axes={"visit.alibi": False}),
    ):
        other.refuses(cmd.EnterAlibi(Rank.HOST, SeatNo(9)), Code.NO_ALIBI, "MA-14")
