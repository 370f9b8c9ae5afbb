"""`sport`, the table and the vote: SP-01 – SP-05, SP-10."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Rank, SeatNo
from mafia_bot.engine.state import Ballot, Justification, LiftVote, Night, Over, Speeches
from tests.engine.scenario import Table, lobby, shipped, table
from tests.engine.tables import BLIND

FIRST_DAY = "vote.first_day"
TWO_OF_FOUR = "vote.tie.lift.two_of_four"
THREE_OF_NINE = "vote.tie.lift.three_of_nine"


def sport(seats: int = 10, **axes: object) -> Table:
    """Don 1, mafia 2 and 3, sheriff 4 (fewer black at fewer seats)."""
    cards = BLIND if seats > 7 else {1: "don", 4: "sheriff"}
    return table("sport", cards, seats=seats, axes=axes)


def halves(t: Table, one: int = 5, other: int = 6) -> Table:
    """The living split equally between two candidates."""
    living = t.alive
    middle = len(living) // 2
    return t.vote({one: living[:middle], other: living[middle:]})


@pytest.mark.rule("SP-01")
def test_seven_red_three_black_and_the_nights_of_blind_shooting() -> None:
    t = lobby("sport", 10)
    t.do(cmd.StartGame(Rank.BOT))
    roles = sorted(player.role.value for player in t.game.players)
    assert roles == ["civilian"] * 6 + ["don", "mafia", "mafia", "sheriff"]
    plans = []
    for _ in range(2):
        t.until(Night)
        woken = []
        while isinstance(t.phase, Night):
            woken.append((t.phase.step.wake.value, t.phase.step.act.value))
            t.run_out()
        plans.append(woken)
    assert plans[0] == [("mafia", "order"), ("sheriff", "meet")]
    assert plans[1] == [("mafia", "shoot"), ("don", "seek"), ("sheriff", "check")]


@pytest.mark.rule("SP-01")
def test_the_shot_is_blind_and_needs_all() -> None:
    assert sport().night(shots={1: 9, 2: 9, 3: 9}).exits == [(9, "night")]
    assert sport().night(shots={1: 9, 2: 9, 3: 10}).exits == []
    assert sport().night(mafia=2).exits == [(2, "night")]


@pytest.mark.rule("SP-01")
def test_red_win_without_black_and_black_at_parity() -> None:
    assert sport().remove(1).remove(2).remove(3).winners == {"town"}
    t = sport().remove(10).remove(9).remove(8)
    assert t.outcome is None
    assert t.remove(7).winners == {"mafia"}


@pytest.mark.rule("SP-02")
def test_on_day_zero_a_single_candidate_is_not_voted() -> None:
    t = sport().put_up(5)
    assert t.last(ev.VoteSkipped).reason == "lone-candidate"
    assert shipped()["sport"].circle.first_day == 0


@pytest.mark.rule("SP-02")
def test_later_any_number_is() -> None:
    t = sport().night().put_up(5)
    assert isinstance(t.phase, Ballot)
    t.vote({})
    assert t.exits == [(5, "vote")]


@pytest.mark.rule("SP-03")
def test_whoever_abstains_counts_for_the_last_candidate() -> None:
    t = sport().put_up(5, 6).vote({5: (1, 2, 3, 4)})
    assert t.last(ev.VotesCounted).tally == ((5, 4), (6, 6))
    assert t.exits == [(6, "vote")]


@pytest.mark.rule("SP-04")
def test_the_tied_speak_half_a_minute_and_are_voted_again() -> None:
    t = halves(sport().put_up(5, 6))
    assert isinstance(t.phase, Justification)
    assert t.last(ev.JustificationOpened).deadline - t.last(ev.JustificationOpened).at == 30
    t.revote({5: range(1, 7), 6: range(7, 11)})
    assert t.exits == [(5, "vote")]


@pytest.mark.rule("SP-04")
def test_a_revote_that_ties_fewer_is_narrowed_and_voted_once_more() -> None:
    t = sport().night(mafia=10).put_up(5, 6, 7)
    t.vote({5: (1, 2, 3), 6: (4, 5, 6), 7: (7, 8, 9)})
    assert t.last(ev.TieFound).seats == (5, 6, 7)
    t.revote({5: (1, 2, 3, 4), 6: (5, 6, 7, 8), 7: (9,)})
    assert isinstance(t.phase, Justification)
    assert t.phase.candidates == (5, 6)
    assert t.speaker == 5
    t.revote({5: (1, 2, 3, 4, 9), 6: (5, 6, 7, 8)})
    assert t.exits == [(10, "night"), (5, "vote")]
    assert not t.all(ev.LiftVoteOpened)


@pytest.mark.rule("SP-04")
def test_the_same_ones_tied_again_come_to_the_lift_vote() -> None:
    t = sport().put_up(5, 6, 7, 8)
    t.vote({5: (1, 2, 3), 6: (4, 5, 6), 7: (7, 8, 9), 8: (10,)})
    t.revote({5: (1, 2, 3, 4), 6: (5, 6, 8, 9), 7: (7, 10)})
    assert isinstance(t.phase, Justification)
    t.revote({5: (1, 2, 3, 4, 10), 6: (5, 6, 7, 8, 9)})
    assert isinstance(t.phase, LiftVote)
    assert t.phase.candidates == (5, 6)


@pytest.mark.rule("SP-04")
@pytest.mark.parametrize(("agree", "leave"), [(6, True), (5, False), (4, False), (10, True), (0, False)])
def test_all_leave_only_if_more_than_half_of_the_living_are_for_it(agree: int, leave: bool) -> None:
    t = halves(halves(sport().put_up(5, 6))).lift(agree=range(1, agree + 1))
    assert t.exits == ([(5, "lift"), (6, "lift")] if leave else [])


@pytest.mark.rule("SP-04")
@pytest.mark.parametrize(("agree", "leave"), [(5, True), (4, False)])
def test_more_than_half_of_nine_is_five(agree: int, leave: bool) -> None:
    t = sport().night(mafia=10).put_up(5, 6, 7)
    thirds = {5: (1, 2, 3), 6: (4, 5, 6), 7: (7, 8, 9)}
    t.vote(thirds).revote(thirds).lift(agree=range(1, agree + 1))
    assert t.exits[1:] == ([(5, "lift"), (6, "lift"), (7, "lift")] if leave else [])


@pytest.mark.rule("SP-05")
@pytest.mark.parametrize(("allowed", "asked"), [(True, True), (False, False)])
def test_two_of_four_are_lifted_or_not_as_the_club_says(allowed: bool, asked: bool) -> None:
    t = sport(4, **{TWO_OF_FOUR: allowed}).put_up(3, 4)
    halves(halves(t, 3, 4), 3, 4)
    assert bool(t.all(ev.LiftVoteOpened)) is asked
    if not asked:
        assert t.last(ev.NobodyLeft).reason == "two-of-four"
        assert isinstance(t.phase, Night)


@pytest.mark.rule("SP-05")
def test_out_of_the_box_two_of_four_are_not_lifted_and_three_of_nine_are() -> None:
    lift = shipped()["sport"].vote.tie.lift
    assert (lift.two_of_four, lift.three_of_nine) == (False, "yes")


def nine(mode: str, *, missed: bool) -> Table:
    """Nine at the table on day 1 (one was shot), or on day 2 after a miss; three tied twice."""
    t = sport(**{THREE_OF_NINE: mode}).night(mafia=10)
    if missed:
        t.night()
    t.put_up(5, 6, 7)
    thirds = {5: (1, 2, 3), 6: (4, 5, 6), 7: (7, 8, 9)}
    return t.vote(thirds).revote(thirds)


@pytest.mark.rule("SP-05")
@pytest.mark.parametrize(
    ("mode", "missed", "asked"),
    [
        ("yes", False, True),
        ("yes", True, True),
        ("never", False, False),
        ("never", True, False),
        ("after_miss", False, False),
        ("after_miss", True, True),
    ],
)
def test_three_of_nine_are_lifted_never_or_only_after_a_miss(mode: str, missed: bool, asked: bool) -> None:
    t = nine(mode, missed=missed)
    assert isinstance(t.phase, LiftVote) is asked
    if not asked:
        assert t.last(ev.NobodyLeft).reason == "three-of-nine"


@pytest.mark.rule("SP-05")
def test_the_winner_of_day_zero_leaves_out_of_the_box() -> None:
    assert sport().put_up(5, 6).vote({5: range(1, 8)}).exits == [(5, "vote")]


@pytest.mark.rule("SP-05")
@pytest.mark.parametrize("mode", ["speech", "lift_only"])
def test_or_only_speaks(mode: str) -> None:
    t = sport(**{FIRST_DAY: mode}).put_up(5, 6).vote({5: range(1, 8)})
    assert t.exits == []
    assert t.speaker == 5
    assert t.last(ev.JustificationOpened).deadline - t.last(ev.JustificationOpened).at == 30
    t.thanks()
    assert isinstance(t.phase, Night)
    t.night().put_up(5, 6).vote({5: range(1, 8)})
    assert t.exits == [(5, "vote")]


@pytest.mark.rule("SP-05")
def test_where_day_zero_allows_only_a_lift_a_tie_can_still_remove() -> None:
    t = halves(halves(sport(**{FIRST_DAY: "lift_only"}).put_up(5, 6)))
    assert isinstance(t.phase, LiftVote)
    t.lift(agree=range(1, 7))
    assert t.exits == [(5, "lift"), (6, "lift")]


@pytest.mark.rule("SP-05")
def test_where_the_winner_only_speaks_a_tie_removes_nobody() -> None:
    t = halves(sport(**{FIRST_DAY: "speech"}).put_up(5, 6))
    assert isinstance(t.phase, Night)
    assert t.last(ev.NobodyLeft).reason == "first-day-tie"


@pytest.mark.rule("SP-05")
@pytest.mark.parametrize("candidates", [(5,), (5, 6), (5, 6, 7)])
def test_where_day_zero_has_no_vote_the_nominated_are_not_voted(candidates: tuple[int, ...]) -> None:
    t = sport(**{FIRST_DAY: "no_vote"}).put_up(*candidates)
    assert isinstance(t.phase, Night)
    assert t.last(ev.VoteSkipped).reason == "first-day"
    assert t.all(ev.ListRead) == []
    t.night().put_up(5, 6).vote({5: range(1, 8)})
    assert t.exits == [(5, "vote")]


@pytest.mark.rule("SP-05")
def test_where_day_zero_has_no_vote_and_nobody_is_nominated_that_is_said() -> None:
    t = sport(**{FIRST_DAY: "no_vote"}).put_up()
    assert t.last(ev.VoteSkipped).reason == "nobody-nominated"


@pytest.mark.rule("SP-10")
def test_three_quiet_rounds_are_a_draw() -> None:
    t = sport()
    for _ in range(2):
        t.until(Speeches).until(Night)
        assert t.outcome is None
    t.until(Speeches).until(Night)
    assert isinstance(t.phase, Over)
    assert t.winners == set()
    assert t.phase.outcome.reason == "quiet-rounds"


@pytest.mark.rule("SP-10")
def test_an_exit_in_the_third_begins_the_count_anew() -> None:
    t = sport()
    for _ in range(2):
        t.until(Speeches).until(Night)
    t.night(mafia=9)
    for _ in range(3):
        assert t.outcome is None
        t.until(Speeches).until(Night)
    assert t.outcome is None
    t.until(Speeches).until(Night)
    assert t.winners == set()


@pytest.mark.rule("SP-05")
def test_a_vote_for_a_seat_that_is_not_tied_is_no_vote_in_the_revote() -> None:
    t = halves(sport().put_up(5, 6)).until(Ballot)
    assert not isinstance(t.send(cmd.CastVote(SeatNo(1), t.game.clock.step, SeatNo(7), t.now)), tuple)
