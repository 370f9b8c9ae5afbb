"""`masks`, who wins: MA-19, and technical defeat: MA-25."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Rank, SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import LastWords
from tests.engine.scenario import REFUSE, Table, table
from tests.engine.tables import MANIAC, MASKS


def few(*cards: str) -> Table:
    """A small table of these cards; `masks` lets a host choose the deal."""
    return table("masks", list(cards))


@pytest.mark.rule("MA-19")
def test_town_wins_when_neither_mafia_nor_maniac_is_left() -> None:
    t = table("masks", MANIAC, seats=11).remove(4).remove(5).remove(6).remove(7)
    assert t.outcome is None
    t.remove(8)
    assert t.winners == {"town"}


@pytest.mark.rule("MA-19")
def test_the_maniac_falling_first_wins_nothing_for_anybody() -> None:
    t = table("masks", MANIAC, seats=11).remove(8)
    assert t.outcome is None
    t.remove(4).remove(5).remove(6)
    assert t.outcome is None
    t.remove(7)
    assert t.winners == {"town"}


@pytest.mark.rule("MA-19")
def test_the_mafia_does_not_win_at_parity() -> None:
    t = few("mafia", "mafia", "doctor", "civilian", "civilian").night(mafia=4)
    assert t.alive == [1, 2, 3, 5]
    assert t.outcome is None
    t.night(mafia=5)
    assert t.alive == [1, 2, 3]
    assert t.outcome is None
    t.night(mafia=3)
    assert t.winners == {"mafia"}


@pytest.mark.rule("MA-19")
def test_nor_while_the_maniac_lives() -> None:
    t = few("mafia", "mafia", "maniac", "civilian").night(mafia=4, maniac=REFUSE)
    assert t.alive == [1, 2, 3]
    assert t.outcome is None
    t.night(mafia=3)
    assert t.winners == {"mafia"}


@pytest.mark.rule("MA-19")
def test_the_maniac_wins_one_on_one_with_a_town_player() -> None:
    t = few("mafia", "maniac", "civilian", "civilian").remove(1)
    assert t.alive == [2, 3, 4]
    assert t.outcome is None
    t.night(maniac=4)
    assert t.winners == {"maniac"}


@pytest.mark.rule("MA-19")
def test_one_on_one_with_a_mafioso_he_does_not() -> None:
    t = few("mafia", "maniac", "civilian").remove(3)
    assert t.alive == [1, 2]
    assert t.outcome is None
    t.night(maniac=1)
    assert t.alive == [2]
    assert t.winners == {"maniac"}


@pytest.mark.rule("MA-19")
def test_mafia_and_maniac_killing_each_other_over_nobody_is_a_draw() -> None:
    t = few("mafia", "maniac", "civilian").remove(3).night(maniac=1, mafia=2)
    assert t.alive == []
    assert t.winners == set()


@pytest.mark.rule("MA-19", "GE-07")
def test_town_wins_first_if_the_last_two_enemies_kill_each_other() -> None:
    t = few("mafia", "maniac", "civilian").night(maniac=1, mafia=2)
    assert t.alive == [3]
    assert t.winners == {"town"}


def defeat(seat: int) -> cmd.DeclareDefeat:
    """The host rules a technical defeat of a seat's team."""
    return cmd.DeclareDefeat(Rank.HOST, SeatNo(seat))


@pytest.mark.rule("MA-25")
@pytest.mark.parametrize(
    ("offender", "winners"),
    [(9, {"mafia", "maniac"}), (3, {"mafia", "maniac"}), (4, {"town", "maniac"}), (8, {"town", "mafia"})],
)
def test_the_two_other_teams_share_the_win(offender: int, winners: set[str]) -> None:
    t = table("masks", MANIAC, seats=11, host=1).remove(offender)
    t.do(defeat(offender))
    assert t.winners == winners
    assert t.outcome is not None
    assert t.outcome.counts
    assert t.last(ev.TechnicalDefeat).seat == offender


@pytest.mark.rule("MA-25")
@pytest.mark.parametrize(("offender", "winners"), [(9, {"mafia"}), (4, {"town"})])
def test_without_a_maniac_in_the_deal_the_one_other_team_wins(offender: int, winners: set[str]) -> None:
    t = table("masks", MASKS, host=1).remove(offender)
    t.do(defeat(offender))
    assert t.winners == winners


@pytest.mark.rule("MA-25")
def test_a_dead_maniac_shares_the_win_of_the_other_teams() -> None:
    t = table("masks", MANIAC, seats=11, host=1).remove(8).remove(9)
    t.do(defeat(9))
    assert t.winners == {"mafia", "maniac"}


@pytest.mark.rule("MA-25")
def test_five_warnings_are_a_removal_like_any_other() -> None:
    t = table("masks", MASKS, host=1).warn(9, 5)
    t.do(defeat(9))
    assert t.winners == {"mafia"}


@pytest.mark.rule("MA-25")
def test_the_living_and_those_with_last_words_are_not_defeated_for_what_they_say() -> None:
    t = table("masks", MASKS, host=1)
    t.refuses(defeat(9), Code.NO_TECHNICAL_DEFEAT, "MA-25")
    t.put_up(9, 10).vote({9: (1, 2, 3)})
    assert isinstance(t.phase, LastWords)
    t.refuses(defeat(9), Code.NO_TECHNICAL_DEFEAT, "MA-25")
    t.refuses(defeat(12), Code.NOT_AT_TABLE)


@pytest.mark.rule("MA-25", "MA-24")
def test_who_is_silenced_in_the_middle_of_his_last_words_was_killed_and_not_removed() -> None:
    t = table("masks", MASKS, host=1).night(mafia=9, to_day=False).remove(9)
    assert t.exits == [(9, "night")]
    t.refuses(defeat(9), Code.NO_TECHNICAL_DEFEAT, "MA-25")


def test_a_ruleset_without_it_knows_no_technical_defeat() -> None:
    t = table("most_wanted", {1: "don", 2: "mafia", 3: "mafia", 4: "sheriff"}, host=1).remove(9)
    t.refuses(defeat(9), Code.NO_TECHNICAL_DEFEAT)
