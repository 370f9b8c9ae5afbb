"""city: the nomination window, suspects and the vote, a tie and the short night (CI-15 – CI-19)."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.audience import Everybody, audience
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.scene import scene
from mafia_bot.engine.state import Ballot, Justification, LastWords, Night, NominationWindow, ShortNight
from tests.engine.scenario import Table, table, user

CARDS = {1: "sheriff", 2: "doctor", 3: "maniac", 8: "mafia", 9: "mafia", 10: "mafia"}


def city(cards: dict[int, str] | None = None) -> Table:
    return table("city", CARDS if cards is None else cards)


@pytest.mark.rule("CI-15")
def test_nominations_wait_for_the_window_and_then_come_from_all_at_once() -> None:
    t = city()
    t.refuses(cmd.Nominate(SeatNo(1), SeatNo(4)), Code.NO_NOMINATIONS_NOW, "CI-15")
    t.until(NominationWindow)
    opened = t.last(ev.NominationWindowOpened)
    assert opened.deadline - opened.at == 30
    t.nominate(7, 4)
    t.nominate(1, 5)
    t.refuses(cmd.Nominate(SeatNo(7), SeatNo(6)), Code.NOMINATED_ONCE, "GE-04")
    t.refuses(cmd.Nominate(SeatNo(2), SeatNo(4)), Code.ALREADY_NOMINATED, "GE-04")
    t.nominate(2, 6)
    t.run_out()
    assert t.last(ev.ListRead).candidates == (4, 5, 6)


@pytest.mark.rule("CI-15", "GE-08")
def test_a_window_without_nominations_makes_no_vote() -> None:
    t = city().put_up()
    assert isinstance(t.phase, Night)
    assert t.last(ev.VoteSkipped).reason == "nobody-nominated"


@pytest.mark.rule("CI-15")
def test_the_window_closes_when_everybody_has_named_somebody() -> None:
    t = table("city", ["mafia", "doctor", "sheriff", "civilian", "civilian"]).until(NominationWindow)
    for seat in range(1, 6):
        t.nominate(seat, seat % 5 + 1)
    assert isinstance(t.phase, Justification)


@pytest.mark.rule("CI-16")
@pytest.mark.parametrize("suspects", [(4, 5, 6), (4,)])
def test_every_suspect_has_half_a_minute_before_the_vote(suspects: tuple[int, ...]) -> None:
    t = city().put_up(*suspects)
    for seat in suspects:
        assert isinstance(t.phase, Justification)
        opened = t.last(ev.JustificationOpened)
        assert (opened.seat, opened.deadline - opened.at) == (seat, 30)
        assert scene(t.game).speakers == {user(seat)}
        t.run_out()
    assert isinstance(t.phase, Ballot)
    assert t.phase.stage == 0


@pytest.mark.rule("CI-17")
def test_suspects_are_called_in_turn_and_a_vote_is_one_and_final() -> None:
    t = city().put_up(4, 5).until(Ballot)
    t.hand(1, 4)
    t.refuses(cmd.CastVote(SeatNo(1), t.game.clock.step, SeatNo(4), t.now), Code.ALREADY_VOTED)
    t.refuses(cmd.CastVote(SeatNo(2), t.game.clock.step, SeatNo(5), t.now), Code.NOT_A_CANDIDATE)
    t.run_out()
    t.refuses(cmd.CastVote(SeatNo(1), t.game.clock.step, SeatNo(5), t.now), Code.ALREADY_VOTED)
    t.hand(2, 5)


@pytest.mark.rule("CI-17")
def test_who_voted_for_nobody_has_voted_against_himself_suspect_or_not() -> None:
    t = city().put_up(4, 5).vote({4: [1, 2, 3], 5: [5, 6, 7, 8]})
    counted = t.last(ev.VotesCounted)
    assert dict(counted.tally) == {4: 4, 5: 4, 9: 1, 10: 1}
    assert counted.silent == ((4, 4), (9, 9), (10, 10))
    assert t.last(ev.TieFound).seats == (4, 5)


@pytest.mark.rule("CI-17")
def test_a_suspects_own_silence_may_cost_him_his_seat() -> None:
    t = city().put_up(4, 5).vote({4: [1, 2, 3], 5: [5, 6, 7]})
    assert dict(t.last(ev.VotesCounted).tally)[4] == 4
    assert t.exits == [(4, "vote")]


@pytest.mark.rule("CI-17", "CI-19")
def test_silent_voters_who_are_no_suspects_may_be_tied_with_one() -> None:
    t = table("city", ["mafia", "doctor", "sheriff", "civilian", "civilian"]).put_up(2).vote({2: [1]})
    assert dict(t.last(ev.VotesCounted).tally) == {2: 2, 3: 1, 4: 1, 5: 1}
    assert t.exits == [(2, "vote")]
    other = table("city", ["mafia", "doctor", "sheriff", "civilian", "civilian"]).put_up(2).vote({2: [2]})
    assert other.last(ev.TieFound).seats == (2, 1, 3, 4, 5)


@pytest.mark.rule("CI-18")
def test_most_votes_leaves_with_half_a_minute() -> None:
    t = city().put_up(4, 5).vote({4: [1, 2, 3, 6, 7, 8], 5: [4, 5, 9, 10]})
    assert t.exits == [(4, "vote")]
    assert isinstance(t.phase, LastWords)
    farewell = t.last(ev.FarewellOpened)
    assert (farewell.seat, farewell.deadline - farewell.at) == (4, 30)


def tied(cards: dict[int, str] | None = None) -> Table:
    """Seats 4 and 5 have five votes each."""
    return city(cards).put_up(4, 5).vote({4: [1, 2, 3, 6, 7], 5: [4, 5, 8, 9, 10]})


@pytest.mark.rule("CI-19")
def test_a_tie_wakes_the_maniac_alone_and_his_choice_leaves() -> None:
    t = tied()
    assert t.all(ev.ManiacAbsent) == []
    assert isinstance(t.phase, ShortNight)
    assert t.phase.candidates == (4, 5)
    assert scene(t.game).speakers == frozenset()
    assert scene(t.game).rooms["table"].writers == frozenset()
    t.press(3, 5)
    assert t.last(ev.TieBroken) == ev.TieBroken(SeatNo(5), by_lot=False)
    assert t.exits == [(5, "choice")]
    assert isinstance(t.phase, LastWords)


@pytest.mark.rule("CI-19", "GE-11")
def test_he_must_choose_among_the_tied_and_others_press_in_vain() -> None:
    t = tied()
    step = t.game.clock.step
    t.refuses(cmd.ChooseTarget(SeatNo(3), step, None), Code.MUST_CHOOSE, "CI-19")
    t.refuses(cmd.ChooseTarget(SeatNo(3), step, SeatNo(6)), Code.NOT_A_CANDIDATE, "CI-19")
    assert t.press(8, 4) == ()
    assert isinstance(t.phase, ShortNight)


@pytest.mark.rule("CI-19")
@pytest.mark.parametrize(("lots", "gone"), [([0, 1], 4), ([1, 0], 5)])
def test_out_of_time_the_lot_chooses(lots: list[int], gone: int) -> None:
    t = tied()
    t.lots = lambda _count: lots
    t.run_out()
    assert t.last(ev.TieBroken) == ev.TieBroken(SeatNo(gone), by_lot=True)
    assert t.exits == [(gone, "choice")]


@pytest.mark.rule("CI-19")
def test_a_tied_maniac_chooses_too() -> None:
    t = tied({1: "sheriff", 2: "doctor", 4: "maniac", 8: "mafia", 9: "mafia", 10: "mafia"})
    assert isinstance(t.phase, ShortNight)
    t.press(4, 5)
    assert t.exits == [(5, "choice")]


@pytest.mark.rule("CI-19")
@pytest.mark.parametrize("cancels", [True, False])
def test_a_removal_in_the_short_night_cancels_the_vote_where_removals_do(cancels: bool) -> None:
    t = table("city", CARDS, axes={"discipline.removal_cancels_vote": cancels}).put_up(4, 5)
    t.vote({4: [1, 2, 3, 6, 7], 5: [4, 5, 8, 9, 10]}).remove(6)
    assert isinstance(t.phase, Night if cancels else ShortNight)
    assert [e.reason for e in t.all(ev.VoteSkipped)] == (["cancelled"] if cancels else [])


@pytest.mark.rule("CI-19", "CI-22")
def test_with_the_maniac_dead_the_table_is_told_so_and_all_the_tied_leave() -> None:
    t = city().night(mafia=3)
    t.put_up(4, 5).vote({4: [1, 2, 6, 7], 5: [4, 5, 8, 9]})
    assert dict(t.last(ev.VotesCounted).tally) == {4: 4, 5: 4, 10: 1}
    assert t.all(ev.ManiacAbsent) == [ev.ManiacAbsent(dealt=True)]
    assert audience(t.game, ev.ManiacAbsent(dealt=True)) == Everybody()
    assert t.exits == [(3, "night"), (4, "tie"), (5, "tie")]
    assert isinstance(t.phase, LastWords)
    assert t.phase.queue == (4, 5)


@pytest.mark.rule("CI-19")
def test_with_no_maniac_ever_dealt_all_the_tied_leave() -> None:
    t = table("city", {1: "sheriff", 2: "doctor", 6: "mafia"}, seats=6)
    t.put_up(3, 4).vote({3: [1, 2, 3], 4: [4, 5, 6]})
    assert t.exits == [(3, "tie"), (4, "tie")]
    assert t.all(ev.ManiacAbsent) == [ev.ManiacAbsent(dealt=False)]
    assert t.all(ev.ShortNightFell) == []


@pytest.mark.rule("CI-19")
def test_the_maniac_removed_in_his_short_night_leaves_all_the_tied_to_go() -> None:
    t = tied().remove(3)
    assert t.all(ev.ManiacAbsent) == [ev.ManiacAbsent(dealt=True)]
    assert t.exits == [(3, "discipline"), (4, "tie"), (5, "tie")]
