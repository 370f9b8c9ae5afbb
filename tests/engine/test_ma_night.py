"""`masks`, the night: mafia, sheriff, doctor, maniac — MA-12, MA-16 – MA-18."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import LastWords
from mafia_bot.engine.view import view
from tests.engine.scenario import REFUSE, Table, table, user
from tests.engine.tables import MANIAC


def masks() -> Table:
    """The first day of a table with a maniac."""
    return table("masks", MANIAC, seats=11)


def press(t: Table, seat: int, target: int) -> cmd.ChooseTarget:
    """A press to be refused."""
    return cmd.ChooseTarget(SeatNo(seat), t.game.clock.step, SeatNo(target))


@pytest.mark.rule("MA-12")
def test_the_mafia_kills_one_player_with_half_a_minute_of_last_words() -> None:
    t = masks().night(mafia=9, to_day=False)
    assert t.exits == [(9, "night")]
    assert isinstance(t.phase, LastWords)
    assert t.last(ev.FarewellOpened).deadline - t.last(ev.FarewellOpened).at == 30


@pytest.mark.rule("MA-12")
@pytest.mark.parametrize(
    "shots",
    [{4: 9, 5: 9, 6: 9, 7: 10}, {4: 9, 5: 9, 6: 9}, {4: 9}, {}],
    ids=["other", "three", "one", "none"],
)
def test_nobody_is_killed_unless_all_living_mafia_agree(shots: dict[int, int]) -> None:
    assert masks().night(shots=shots).exits == []


@pytest.mark.rule("MA-12")
def test_only_the_living_have_to_agree() -> None:
    assert masks().remove(7).night(shots={4: 9, 5: 9, 6: 9}).exits[-1] == (9, "night")


@pytest.mark.rule("MA-12")
def test_the_shot_of_a_mafioso_removed_in_the_same_night_is_void() -> None:
    t = masks().step_of("mafia")
    for seat, target in {4: 9, 5: 9, 6: 9, 7: 10}.items():
        t.press(seat, target)
    t.remove(7)
    t.night(to_day=False)
    assert t.exits == [(7, "discipline"), (9, "night")]


@pytest.mark.rule("MA-12")
def test_they_never_kill_one_of_their_own_or_the_dead() -> None:
    t = masks().remove(9).step_of("mafia")
    for own in (4, 5, 6, 7):
        t.refuses(press(t, 4, own), Code.NOT_YOUR_OWN, "MA-12")
    t.refuses(press(t, 4, 9), Code.TARGET_DEAD)
    t.refuses(press(t, 4, 12), Code.NO_SUCH_SEAT)
    t.refuses(cmd.ChooseTarget(SeatNo(4), t.game.clock.step, None), Code.MUST_CHOOSE)


@pytest.mark.rule("MA-12")
def test_they_agree_openly_and_may_change_until_the_step_closes() -> None:
    t = masks().step_of("mafia")
    for seat in (4, 5, 6, 7):
        t.press(seat, 10)
    for seat in (4, 5, 6, 7):
        t.press(seat, 9)
    t.night(to_day=False)
    assert t.exits == [(9, "night")]


@pytest.mark.rule("MA-16")
@pytest.mark.parametrize(("target", "black"), [(4, True), (8, False), (9, False), (1, False), (3, False)])
def test_the_sheriff_learns_whether_a_seat_is_mafia_and_never_of_the_maniac(target: int, black: bool) -> None:
    t = masks().night(sheriff=target)
    assert t.last(ev.CheckAnswered) == ev.CheckAnswered(SeatNo(3), "check", SeatNo(target), black)
    own = view(t.game, user(3)).own
    assert own is not None
    assert [(c.round, c.target, c.yes) for c in own.checks] == [(1, target, black)]


@pytest.mark.rule("MA-16")
def test_one_check_a_night_of_anyone_the_dead_too() -> None:
    t = masks().remove(4).step_of("sheriff")
    t.press(3, 4)
    assert t.last(ev.CheckAnswered).yes
    t.refuses(press(t, 3, 5), Code.ALREADY_CHOSEN)
    t.night()
    t.night(sheriff=4)
    assert len(t.all(ev.CheckAnswered)) == 2


@pytest.mark.rule("MA-16")
def test_a_sheriff_shot_in_the_same_night_has_had_his_answer() -> None:
    t = masks().night(mafia=3, sheriff=4)
    assert t.exits == [(3, "night")]
    assert t.last(ev.CheckAnswered).yes


@pytest.mark.rule("MA-17")
def test_the_doctor_heals_from_the_mafias_shot() -> None:
    t = masks().night(mafia=9, doctor=9, maniac=REFUSE)
    assert t.exits == []
    assert t.last(ev.NightResolved).saved == (9,)
    assert t.last(ev.MorningCame) == ev.MorningCame((), missed=False, healed=False, lapse=True)


@pytest.mark.rule("MA-17")
def test_never_from_the_maniacs() -> None:
    assert masks().night(doctor=9, maniac=9).exits == [(9, "night")]


@pytest.mark.rule("MA-17")
def test_nor_when_both_hit_one_seat() -> None:
    assert masks().night(mafia=9, doctor=9, maniac=9).exits == [(9, "night")]


@pytest.mark.rule("MA-17")
def test_a_heal_saves_its_own_seat_alone() -> None:
    assert masks().night(mafia=9, doctor=9, maniac=10).exits == [(10, "night")]
    assert masks().night(mafia=9, doctor=10, maniac=11).exits == [(9, "night"), (11, "night")]


@pytest.mark.rule("MA-17")
def test_not_the_same_player_two_nights_running() -> None:
    t = masks().night(doctor=9).step_of("doctor")
    t.refuses(press(t, 2, 9), Code.SAME_TWICE, "MA-17")
    t.press(2, 10)
    t.night()
    t.night(doctor=9, mafia=9)
    assert t.exits == []


@pytest.mark.rule("MA-17")
def test_a_night_without_a_heal_lets_the_same_player_be_healed_again() -> None:
    t = masks().night(doctor=9).night()
    t.night(doctor=9, mafia=9)
    assert t.exits == []


@pytest.mark.rule("MA-17")
def test_himself_once_a_game() -> None:
    t = masks().night(doctor=2, mafia=2)
    assert t.exits == []
    t.night(doctor=9).step_of("doctor")
    t.refuses(press(t, 2, 2), Code.SELF_LIMIT, "MA-17")


@pytest.mark.rule("MA-17")
def test_a_doctor_killed_in_the_same_night_has_healed() -> None:
    assert masks().night(mafia=9, doctor=9, maniac=2).exits == [(2, "night")]


@pytest.mark.rule("MA-18")
def test_the_maniac_kills_one_a_night_or_refuses() -> None:
    assert masks().night(maniac=9).exits == [(9, "night")]
    t = masks().step_of("maniac")
    t.press(8, REFUSE)
    assert t.last(ev.TargetChosen) == ev.TargetChosen(SeatNo(8), "stab", None)
    t.refuses(press(t, 8, 9), Code.ALREADY_CHOSEN)
    t.night(to_day=False)
    assert t.exits == []


@pytest.mark.rule("MA-18")
def test_two_victims_of_one_night_say_goodbye_one_after_another() -> None:
    t = masks().night(mafia=10, maniac=9, to_day=False)
    assert t.exits == [(9, "night"), (10, "night")]
    assert t.speaker == 9
    t.run_out()
    assert t.speaker == 10


@pytest.mark.rule("MA-18")
def test_the_maniac_may_kill_the_mafia_and_not_himself() -> None:
    t = masks().step_of("maniac")
    t.refuses(press(t, 8, 8), Code.NOT_YOURSELF, "MA-18")
    t.press(8, 4)
    t.night(to_day=False)
    assert t.exits == [(4, "night")]


@pytest.mark.rule("MA-18", "GE-06")
@pytest.mark.parametrize("how", ["night", "vote", "removal"])
def test_it_is_announced_when_the_maniac_leaves_the_table(how: str) -> None:
    t = masks()
    match how:
        case "night":
            t.night(mafia=8)
        case "vote":
            t.day_out(8)
        case "removal":
            t.remove(8)
    assert t.all(ev.RoleAnnounced) == [ev.RoleAnnounced(SeatNo(8), "maniac")]
