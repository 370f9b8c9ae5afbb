"""What the one who leads a table sees, as it comes, and what nobody else does (GE-16)."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.host_view import Absence, Answer, HostView, host_view
from mafia_bot.engine.ids import Act, Rank, SeatNo, UserId
from mafia_bot.engine.phases.night import awake
from mafia_bot.engine.refusals import Refusal
from mafia_bot.engine.roles import ABILITIES
from mafia_bot.engine.state import (
    Check,
    Choice,
    Justification,
    LastWords,
    Night,
    NominationWindow,
    Over,
    Speeches,
)
from mafia_bot.rulesets import load
from tests.engine.scenario import REFUSE, Table, lobby, shipped, table, user
from tests.engine.tables import MANIAC, MASKS

HOST, ASSISTANT, SPECTATOR = UserId(1), UserId(2), UserId(77)
SEATS = {"masks": 11, "classic15": 15}
"""How many sit where ten would leave somebody out."""

everywhere = pytest.mark.parametrize("ruleset", sorted(load()))


def seen(t: Table) -> HostView:
    """What the host sees."""
    found = host_view(t.game, HOST)
    assert found is not None
    return found


def dealt(ruleset: str) -> Table:
    """A table of a ruleset with its own deal, led by a human, in its first night."""
    cards = shipped()[ruleset].cards(SEATS.get(ruleset, 10))
    return table(ruleset, [role for role, n in cards.items() for _ in range(n)], host=1, start="night")


def acted(t: Table) -> list[Choice]:
    """Everybody who is awake chooses the first seat that the rules let him choose."""
    assert isinstance(t.phase, Night)
    done = []
    for player in awake(t.game, t.phase.step):
        for target in reversed(t.alive):
            if isinstance(t.send(cmd.ChooseTarget(player.seat, t.game.clock.step, SeatNo(target))), Refusal):
                continue
            done.append(Choice(player.seat, t.phase.step.act, SeatNo(target)))
            break
    return done


@pytest.mark.rule("GE-16")
@everywhere
def test_every_act_and_answer_of_a_night_is_seen_as_it_comes(ruleset: str) -> None:
    t = dealt(ruleset).until(Speeches).until(Night)
    acts: list[Choice] = []
    answered: set[Act] = set()
    while isinstance(t.phase, Night) and t.game.round == 1:
        step, waited = t.phase.step, seen(t).owing
        assert set(seen(t).acts) == set(acts)
        if step.act in ABILITIES:
            new = acted(t)
            acts += new
            assert waited == tuple(choice.seat for choice in new)
            assert set(seen(t).acts) == set(acts)
            assert seen(t).owing == ()
            if ABILITIES[step.act].learns:
                answered.add(step.act)
                assert {one.check.act for one in seen(t).answers} == answered
        t.run_out()
    assert acts


@pytest.mark.rule("GE-16")
@everywhere
def test_the_morning_is_seen_before_it_is_told(ruleset: str) -> None:
    t = dealt(ruleset).until(Speeches).until(Night)
    while isinstance(t.phase, Night):
        if t.phase.step.act in ABILITIES:
            acted(t)
        last, dawn = seen(t), seen(t).dawn
        t.run_out()
    assert dawn is not None
    assert dawn.did == t.last(ev.NightResolved)
    told = t.last(ev.MorningCame)
    assert set(dawn.told.victims) == set(told.victims), "CI-11 may tell them in another order"
    assert (dawn.told.missed, dawn.told.healed) == (told.missed, told.healed)
    assert dawn.alibis == (t.game.alibi if t.all(ev.AlibiGiven) else ())
    assert last.acts, "or there was nothing to foresee"


@pytest.mark.rule("GE-16")
def test_a_shot_that_everybody_agrees_on_is_foreseen_and_one_that_is_not_is_a_miss() -> None:
    t = table("masks", MASKS, host=1).until(Night).step_of("mafia", "shoot")
    t.press(4, 9)
    t.press(5, 9)
    dawn = seen(t).dawn
    assert dawn is not None
    assert (dawn.told.victims, dawn.did.missed) == ((), True)
    t.press(6, 9)
    dawn = seen(t).dawn
    assert dawn is not None
    assert (dawn.told.victims, dawn.did.hits) == ((9,), ((Act.SHOOT, 9),))
    assert 9 in t.alive, "and nothing of it has happened"


@pytest.mark.rule("GE-16", "MA-13", "MA-14")
def test_whom_a_visit_blocks_is_not_waited_for_and_has_an_alibi_in_the_morning() -> None:
    t = table("masks", MASKS, host=1).until(Night).step_of("lover", "visit")
    t.press(1, 3)
    t.step_of("sheriff", "check")
    assert seen(t).blocked == (3,)
    assert seen(t).owing == ()
    dawn = seen(t).dawn
    assert dawn is not None
    assert dawn.alibis == (3,)
    t.until(Speeches)
    assert seen(t).alibi == (3,)
    assert seen(t).dawn is None


@pytest.mark.rule("GE-16", "MA-18")
def test_an_explicit_refusal_is_an_act_too() -> None:
    t = table("masks", MANIAC, seats=11, host=1).until(Night).step_of("maniac", "stab")
    t.press(8, REFUSE)
    assert seen(t).acts == (Choice(SeatNo(8), Act.STAB, None),)
    assert seen(t).owing == ()


@pytest.mark.rule("GE-16")
def test_the_answers_of_all_nights_are_seen_latest_first() -> None:
    t = table("masks", MASKS, host=1).night(sheriff=4).night(sheriff=7)
    assert seen(t).answers == (
        Answer(SeatNo(3), Check(2, Act.CHECK, SeatNo(7), False)),
        Answer(SeatNo(3), Check(1, Act.CHECK, SeatNo(4), True)),
    )


@pytest.mark.rule("GE-16", "CC-21")
def test_the_kill_order_and_who_is_spared_by_courtesy_are_seen() -> None:
    t = lobby("carcrash", 10, host=1)
    t.lots = lambda count: list(range(count))
    t.do(cmd.StartGame(Rank.HOST, spared=(user(9),)))
    assert seen(t).spared == (9,)
    t.step_of("mafia", "order")
    (giver,) = seen(t).owing
    t.do(cmd.GiveOrder(giver, t.game.clock.step, (SeatNo(8), SeatNo(7), SeatNo(6))))
    assert seen(t).order == (8, 7, 6)
    assert seen(t).spared == ()
    assert seen(t).owing == ()


@pytest.mark.rule("GE-13", "GE-16")
def test_who_is_away_is_seen_until_the_host_has_decided() -> None:
    t = table("masks", MASKS, host=1)
    t.do(cmd.DropOut(SeatNo(9)))
    until = t.now + t.game.rules.discipline.grace_seconds
    assert seen(t).absent == (Absence(SeatNo(9), until),)
    t.now = until
    t.do(cmd.GraceRanOut(SeatNo(9)))
    assert seen(t).absent == (Absence(SeatNo(9), None),)
    t.do(cmd.ComeBack(SeatNo(9)))
    assert seen(t).absent == ()


@pytest.mark.rule("GE-16")
def test_nobody_else_sees_anything_of_it_at_any_moment() -> None:
    t = table("masks", MANIAC, seats=11, host=1, assistants=[2], start="night")
    others = [None, SPECTATOR, *(user(seat) for seat in range(1, 12))]
    kinds = set()
    while not isinstance(t.phase, Over):
        kinds.add(type(t.phase))
        assert host_view(t.game, ASSISTANT) == seen(t)
        assert [host_view(t.game, viewer) for viewer in others] == [None] * len(others)
        if isinstance(t.phase, Night) and t.game.round:
            acted(t)
        t.run_out()
    assert {Night, LastWords, Speeches} <= kinds


@pytest.mark.rule("GE-16", "GE-17")
def test_whoever_has_left_the_chair_sees_no_more() -> None:
    t = table("masks", MASKS, host=1)
    t.do(cmd.NameHost(Rank.HOST, ASSISTANT))
    assert host_view(t.game, HOST) is None
    assert host_view(t.game, ASSISTANT) is not None
    t.do(cmd.NameHost(Rank.HOST, None))
    assert host_view(t.game, ASSISTANT) is None


@pytest.mark.rule("GE-16")
def test_before_the_deal_there_is_nothing_to_see() -> None:
    found = host_view(lobby("masks", 6, host=1).game, HOST)
    assert found is not None
    assert (found.cards, found.acts, found.answers, found.dawn) == ((), (), (), None)


@pytest.mark.rule("GE-16", "GE-04")
def test_a_nomination_can_be_entered_for_the_speaker_alone_until_it_is_made() -> None:
    t = table("masks", MASKS, host=1)
    assert seen(t).naming == (1,)
    t.nominate(1, 5)
    assert seen(t).naming == ()
    t.thanks()
    assert seen(t).naming == (2,)
    t.put_up(6).until(Justification)
    assert seen(t).naming == (), "a justification is no place for one"


@pytest.mark.rule("GE-16", "CI-15")
def test_in_a_common_window_it_can_be_entered_for_all_who_have_not_named_anybody() -> None:
    t = dealt("city").until(NominationWindow)
    everybody = tuple(t.alive)
    assert seen(t).naming == everybody
    t.nominate(everybody[0], everybody[1])
    assert seen(t).naming == everybody[1:]


@pytest.mark.rule("GE-16", "CX-04")
def test_the_maniac_is_named_to_the_host_while_he_is_asked() -> None:
    t = table("classic15", ["don", "maniac", *["civilian"] * 4], host=1).night()
    assert seen(t).asked is None
    t.put_up(1, 3).vote({1: t.alive})
    assert seen(t).asked == 2


@pytest.mark.rule("GE-16", "GE-04")
def test_where_everybody_stands_to_the_vote_nobody_is_left_to_be_entered() -> None:
    t = table("masks", MASKS, host=1, seats=6)
    for by, seat in ((1, 2), (2, 3), (3, 4), (4, 5), (5, 6)):
        t.nominate(by, seat)
    t.speech_of(6)
    assert seen(t).naming == (6,)
    t.remove(1)
    t.speech_of(6)
    assert seen(t).naming == ()
