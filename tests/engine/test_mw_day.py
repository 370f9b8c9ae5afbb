"""`most_wanted`, table and day: MW-01, MW-02, MW-04 – MW-08, MW-12, MW-13."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Rank, SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Ballot, Justification, LastWords, LiftVote, Night, Speeches
from tests.engine.scenario import Table, lobby, shipped, table, user
from tests.engine.tables import BLIND

ALL = range(1, 11)


def day(*candidates: int) -> Table:
    """The first day's vote over these candidates, the first window open."""
    return table("most_wanted", BLIND).put_up(*candidates)


def halves(t: Table, one: int = 5, other: int = 6) -> Table:
    """Five hands for each of two candidates."""
    return t.vote({one: range(1, 6), other: range(6, 11)})


@pytest.mark.rule("MW-01")
def test_ten_seats_neither_more_nor_fewer() -> None:
    t = lobby("most_wanted", 9)
    t.refuses(cmd.StartGame(Rank.BOT), Code.TOO_FEW)
    t.do(cmd.Join(user(10)))
    t.refuses(cmd.Join(user(11)), Code.LOBBY_FULL)
    t.do(cmd.StartGame(Rank.BOT))


@pytest.mark.rule("MW-02")
def test_seven_red_with_the_sheriff_and_three_black_with_the_don() -> None:
    t = lobby("most_wanted", 10)
    t.do(cmd.StartGame(Rank.BOT))
    roles = sorted(player.role.value for player in t.game.players)
    assert roles == ["civilian"] * 6 + ["don", "mafia", "mafia", "sheriff"]
    t = lobby("most_wanted", 10)
    t.refuses(cmd.ChooseDeal(Rank.HOST, (("mafia", 4),)), Code.DEAL_FIXED)


@pytest.mark.rule("MW-04")
def test_the_first_day_begins_with_seat_one_and_a_minute_each() -> None:
    t = table("most_wanted", BLIND)
    assert t.speaker == 1
    assert t.last(ev.SpeechOpened).deadline - t.last(ev.SpeechOpened).at == 60


@pytest.mark.rule("MW-04")
def test_both_wordings_of_the_phrase_are_the_rulebooks() -> None:
    formulas = shipped()["most_wanted"].circle.formulas
    assert {"я выставляю игрока номер {seat}", "я выдвигаю игрока номер {seat}"} <= set(formulas)


@pytest.mark.rule("MW-05")
def test_one_candidate_alone_is_not_voted_on_the_first_day() -> None:
    t = day(5)
    assert t.last(ev.VoteSkipped).reason == "lone-candidate"
    assert isinstance(t.phase, Night)


@pytest.mark.rule("MW-05")
def test_two_are() -> None:
    assert isinstance(day(5, 6).phase, Ballot)


@pytest.mark.rule("MW-13")
def test_later_one_candidate_is_voted_too_and_silence_is_a_vote_for_him() -> None:
    t = table("most_wanted", BLIND).night().put_up(5)
    assert isinstance(t.phase, Ballot)
    t.run_out()
    assert t.last(ev.VotesCounted).tally == ((5, 10),)
    assert t.exits == [(5, "vote")]


@pytest.mark.rule("MW-06")
def test_whoever_abstains_counts_for_the_last_candidate() -> None:
    t = day(5, 6, 7).vote({5: (1, 2, 3, 4), 6: (8,)})
    counted = t.last(ev.VotesCounted)
    assert counted.tally == ((5, 4), (6, 1), (7, 5))
    assert counted.silent == ((5, 7), (6, 7), (7, 7), (9, 7), (10, 7))
    assert t.exits == [(7, "vote")]


@pytest.mark.rule("MW-06")
def test_the_last_candidate_is_the_last_who_is_still_there() -> None:
    t = day(5, 6, 7)
    t.remove(7)
    t.vote({5: (1, 2)})
    assert t.last(ev.VotesCounted).tally == ((5, 2), (6, 7))


@pytest.mark.rule("MW-06")
def test_a_candidate_may_vote_for_himself() -> None:
    t = day(5, 6)
    t.hand(5, 5)
    assert t.last(ev.VoteCast) == ev.VoteCast(SeatNo(5), SeatNo(5))


@pytest.mark.rule("MW-07")
def test_most_votes_has_a_minute_and_leaves() -> None:
    t = day(5, 6).vote({5: range(1, 7), 6: range(7, 11)})
    assert t.exits == [(5, "vote")]
    assert isinstance(t.phase, LastWords)
    assert t.last(ev.FarewellOpened).deadline - t.last(ev.FarewellOpened).at == 60
    t.thanks()
    assert isinstance(t.phase, Night)


@pytest.mark.rule("MW-08")
def test_the_tied_speak_half_a_minute_each_and_are_voted_again_among_themselves() -> None:
    t = day(5, 6, 7).vote({5: (1, 2, 3, 4), 6: (5, 6, 7, 8), 7: (9, 10)})
    assert isinstance(t.phase, Justification)
    assert t.phase.candidates == (5, 6)
    assert t.last(ev.JustificationOpened).deadline - t.last(ev.JustificationOpened).at == 30
    t.revote({5: (1, 6), 6: (5, 2, 3, 4)})
    assert t.last(ev.VotesCounted).tally == ((5, 2), (6, 8))  # four silent, for the last of them
    assert t.exits == [(6, "vote")]


@pytest.mark.rule("MW-08")
def test_the_tied_vote_in_the_revote() -> None:
    t = halves(day(5, 6)).until(Ballot)
    t.hand(5, 5)
    t.run_out()
    t.hand(6, 6)


@pytest.mark.rule("MW-08")
@pytest.mark.parametrize(
    ("agree", "against", "leave"),
    [
        (range(1, 7), range(7, 11), True),
        (range(1, 7), (), True),
        (range(1, 6), range(6, 11), False),
        (range(1, 6), (), False),
        (range(1, 5), range(5, 11), False),
        ((), (), False),
    ],
)
def test_a_second_tie_is_for_all_to_decide_and_equal_lets_them_stay(
    agree: range, against: range, leave: bool
) -> None:
    t = halves(halves(day(5, 6)))
    assert isinstance(t.phase, LiftVote)
    t.lift(agree, against)
    assert t.exits == ([(5, "lift"), (6, "lift")] if leave else [])


@pytest.mark.rule("MW-08")
def test_they_leave_with_last_words_in_the_order_of_nomination() -> None:
    t = halves(halves(day(8, 2), 8, 2), 8, 2).lift(agree=ALL)
    assert isinstance(t.phase, LastWords)
    assert t.phase.queue == (8, 2)
    for seat in (8, 2):
        assert t.speaker == seat
        assert t.last(ev.FarewellOpened).deadline - t.last(ev.FarewellOpened).at == 60
        t.run_out()
    assert isinstance(t.phase, Night)


@pytest.mark.rule("MW-08")
def test_a_tie_of_three_that_becomes_a_tie_of_two_is_lifted_and_not_narrowed() -> None:
    t = table("most_wanted", BLIND).remove(10).put_up(5, 6, 7)
    t.vote({5: (1, 2, 3), 6: (4, 5, 6), 7: (7, 8, 9)})
    assert t.last(ev.TieFound).seats == (5, 6, 7)
    t.revote({5: (1, 2, 3, 4), 6: (5, 6, 7, 8), 7: (9,)})
    assert isinstance(t.phase, LiftVote)
    assert t.phase.candidates == (5, 6)


@pytest.mark.rule("MW-08")
def test_three_tied_twice_leave_all_together() -> None:
    t = table("most_wanted", BLIND).remove(10).put_up(5, 6, 7)
    thirds = {5: (1, 2, 3), 6: (4, 5, 6), 7: (7, 8, 9)}
    t.vote(thirds).revote(thirds).lift(agree=(1, 2, 3, 4, 8))
    assert t.exits == [(10, "discipline"), (5, "lift"), (6, "lift"), (7, "lift")]


@pytest.mark.rule("MW-08")
def test_a_tie_at_four_seats_is_voted_again() -> None:
    t = table("most_wanted", {1: "mafia"}, seats=4, axes={"vote.lone_first": "vote"})
    t.put_up(3, 4).vote({3: (1, 2), 4: (3, 4)})
    assert isinstance(t.phase, Justification)
    t.revote({3: (1, 2), 4: (3, 4)}).lift(agree=(1, 2, 3))
    assert t.exits == [(3, "lift"), (4, "lift")]
    assert t.winners == {"mafia"}


@pytest.mark.rule("MW-12")
def test_the_discussion_begins_with_the_next_living_after_the_last_starter() -> None:
    t = table("most_wanted", BLIND)
    assert t.game.starter == 1
    t.night(mafia=2)
    assert t.game.starter == 3
    t.night(mafia=5)
    assert t.game.starter == 4
    t.night()
    assert isinstance(t.phase, Speeches)
    assert t.game.starter == 6
