"""Speeches and nominations: GE-03, GE-04, GE-08."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import SeatNo, UserId
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.scene import scene
from mafia_bot.engine.state import Ballot, Justification, LastWords, LiftVote, Night, Speeches
from mafia_bot.engine.view import view
from tests.engine.scenario import Table, shipped, table, user
from tests.engine.tables import BLIND, MASKS


def circle(t: Table) -> list[int]:
    """Who speaks in the circle that is open, in order."""
    heard = []
    while isinstance(t.phase, Speeches):
        heard.append(t.phase.queue[0])
        t.thanks()
    return heard


@pytest.mark.rule("GE-03")
@pytest.mark.parametrize(
    "ruleset",
    [
        pytest.param("most_wanted", marks=pytest.mark.rule("MW-04")),
        pytest.param("classic", marks=pytest.mark.rule("CL-04")),
        "sport",
    ],
)
def test_a_minute_each_in_seat_order(ruleset: str) -> None:
    t = table(ruleset, BLIND)
    assert circle(t) == list(range(1, 11))
    assert {e.deadline - e.at for e in t.all(ev.SpeechOpened)} == {60}


@pytest.mark.rule("GE-03")
def test_the_speaker_alone_can_end_early() -> None:
    t = table("most_wanted", BLIND)
    t.wait(12)
    t.refuses(cmd.EndSpeech(SeatNo(2)), Code.NOT_YOUR_TURN, "GE-03")
    t.thanks()
    assert t.speaker == 2
    assert t.last(ev.SpeechOpened).at == 12 + t.all(ev.SpeechOpened)[0].at


@pytest.mark.rule("GE-03")
def test_two_thanks_in_the_same_instant_end_one_speech() -> None:
    t = table("most_wanted", BLIND)
    step = t.game.clock.step
    t.now = t.game.clock.deadline or 0
    t.thanks()
    t.refuses(cmd.EndSpeech(SeatNo(1)), Code.NOT_YOUR_TURN)
    t.refuses(cmd.TimeRanOut(step), Code.STALE)
    assert t.speaker == 2


@pytest.mark.rule("GE-03")
@pytest.mark.parametrize("ruleset", [pytest.param("most_wanted", marks=pytest.mark.rule("MW-12")), "sport"])
def test_each_day_begins_one_living_seat_further(ruleset: str) -> None:
    t = table(ruleset, BLIND, axes={"wins.draw_rounds": 50})
    assert circle(t)[0] == 1
    t.remove(2)
    t.night()
    assert circle(t) == [3, 4, 5, 6, 7, 8, 9, 10, 1]


@pytest.mark.rule("GE-03", "MW-12")
def test_the_first_speaker_comes_round_to_seat_one_again() -> None:
    t = table("most_wanted", BLIND, axes={"wins.draw_rounds": 50})
    first = []
    for _ in range(11):
        first.append(t.game.starter)
        t.night()
    assert first == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1]


@pytest.mark.rule("GE-03")
def test_the_first_speaker_counts_as_such_though_he_lost_his_speech() -> None:
    t = table("masks", MASKS).warn(2, 4)
    t.night()
    assert t.all(ev.SpeechLost)[-1].seat == 2
    assert t.speaker == 3
    t.night()
    assert t.speaker == 3


@pytest.mark.rule("GE-03", "GE-12")
def test_one_voice_is_open_and_only_while_it_is_its_turn() -> None:
    t = table("masks", MASKS, start="night")
    while t.outcome is None:
        voices = scene(t.game).speakers
        match t.phase:
            case Speeches(queue=queue) | LastWords(queue=queue) | Justification(queue=queue):
                assert voices == {user(queue[0])}
            case _:
                assert not voices
        if isinstance(t.phase, Night) and 10 in t.alive:
            t.act(mafia=10)
        if isinstance(t.phase, Speeches) and t.speaker == 1 and t.game.broke == 1:
            t.do(cmd.Nominate(SeatNo(1), SeatNo(2)))
            t.thanks()
            t.do(cmd.Nominate(SeatNo(2), SeatNo(1)))
        if isinstance(t.phase, Ballot) and t.phase.stage == 0:
            t.hand(8 if t.speaker == 2 else 9, t.phase.candidate)
        t.run_out()
    assert t.all(ev.JustificationOpened)
    assert t.all(ev.FarewellOpened)


@pytest.mark.rule("GE-03", "GE-12")
def test_a_human_host_is_always_heard_and_nobody_else_at_a_pause() -> None:
    t = table("masks", MASKS, host=1, assistants=[2])
    assert scene(t.game).speakers == {UserId(1), UserId(2), user(1)}
    t.do(cmd.Pause(rank="host"))
    assert scene(t.game).speakers == {UserId(1), UserId(2)}


@pytest.mark.rule("GE-04")
@pytest.mark.parametrize("ruleset", sorted(set(shipped()) - {"city"}))
def test_a_seat_is_nominated_once_and_the_player_may_name_another(ruleset: str) -> None:
    seats = 15 if ruleset == "classic15" else 10
    rest = {11: "doctor", 12: "maniac", 5: "mafia"} if seats == 15 else {}
    t = table(ruleset, MASKS if ruleset == "masks" else {**BLIND, **rest}, seats=seats)
    t.nominate(1, 5)
    t.refuses(cmd.Nominate(SeatNo(1), SeatNo(6)), Code.NOMINATED_ONCE, "GE-04")
    t.speech_of(2)
    t.refuses(cmd.Nominate(SeatNo(2), SeatNo(5)), Code.ALREADY_NOMINATED, "GE-04")
    t.nominate(2, 6)
    assert t.game.nominations == ((1, 5), (2, 6))


@pytest.mark.rule("GE-04")
def test_a_nomination_is_made_in_ones_own_minute() -> None:
    t = table("most_wanted", BLIND)
    t.refuses(cmd.Nominate(SeatNo(2), SeatNo(5)), Code.NOT_YOUR_TURN)
    t.speech_of(2)
    t.refuses(cmd.Nominate(SeatNo(1), SeatNo(5)), Code.NOT_YOUR_TURN)


@pytest.mark.rule("GE-04")
def test_the_dead_and_seats_that_do_not_exist_are_not_nominated() -> None:
    t = table("most_wanted", BLIND).remove(9)
    t.refuses(cmd.Nominate(SeatNo(1), SeatNo(9)), Code.TARGET_DEAD, "GE-04")
    t.refuses(cmd.Nominate(SeatNo(1), SeatNo(11)), Code.NO_SUCH_SEAT)
    t.refuses(cmd.Nominate(SeatNo(1), SeatNo(0)), Code.NO_SUCH_SEAT)
    t.refuses(cmd.Nominate(SeatNo(9), SeatNo(1)), Code.DEAD)


@pytest.mark.rule("GE-04")
def test_anyone_may_see_the_list_so_far_and_a_new_day_has_a_new_one() -> None:
    t = table("most_wanted", BLIND)
    t.nominate(1, 5)
    t.nominate(2, 6)
    for viewer in (user(1), user(9), None):
        assert view(t.game, viewer).nominations == ((1, 5), (2, 6))
    t.put_up().vote({})
    t.night()
    assert view(t.game, None).nominations == ()
    t.nominate(2, 5)


@pytest.mark.rule("GE-08")
@pytest.mark.parametrize("ruleset", ["masks", "most_wanted", "sport"])
def test_a_day_without_nominations_has_no_vote(ruleset: str) -> None:
    t = table(ruleset, MASKS if ruleset == "masks" else BLIND)
    t.until(Night)
    assert t.last(ev.VoteSkipped).reason == "nobody-nominated"
    assert not t.all(ev.BallotBegan)
    assert t.exits == []


@pytest.mark.rule("GE-08", "MA-06")
def test_nobody_leaves_if_nobody_got_a_vote() -> None:
    t = table("masks", MASKS).put_up(5, 6, 7).vote({})
    assert t.last(ev.VotesCounted).tally == ((5, 0), (6, 0), (7, 0))
    assert t.last(ev.NobodyLeft).reason == "no-votes"
    assert isinstance(t.phase, Night)
    assert not t.all(ev.TieFound)


@pytest.mark.rule("GE-08")
def test_a_lift_vote_is_no_day_without_a_vote() -> None:
    t = table("most_wanted", BLIND).put_up(5, 6)
    t.vote({5: range(1, 6), 6: range(6, 11)}).revote({5: range(1, 6), 6: range(6, 11)})
    assert isinstance(t.phase, LiftVote)
