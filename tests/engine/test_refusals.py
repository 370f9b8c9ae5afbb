"""What bad input gets: a refusal with a code, nothing lost, the game unharmed."""

import pytest
from pydantic import ValidationError

from mafia_bot.engine import commands as cmd
from mafia_bot.engine.decide import open_lobby
from mafia_bot.engine.ids import Rank, Role, SeatNo, UserId
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.ruleset.stored import UnknownSchema
from mafia_bot.engine.state import LiftVote, Night, Over
from tests.engine.scenario import Table, lobby, rules, table, user
from tests.engine.tables import BLIND, MASKS

H = Rank.HOST
ONE, TWO, NOBODY = SeatNo(1), SeatNo(2), SeatNo(11)

PLAYERS = [
    cmd.EndSpeech(TWO),
    cmd.Nominate(TWO, ONE),
    cmd.CastVote(TWO, 1, ONE, 0.0),
    cmd.CastLiftVote(TWO, 1, True, 0.0),
    cmd.ChooseTarget(TWO, 1, ONE),
    cmd.GiveOrder(TWO, 1, (ONE,)),
    cmd.NameBestMove(TWO, (ONE,)),
    cmd.AnswerQuestion(TWO, True),
]
RULINGS = [
    cmd.Pause(H),
    cmd.Resume(H),
    cmd.Skip(H),
    cmd.Extend(H, 5),
    cmd.Replace(H, ONE, UserId(99)),
    cmd.Warn(H, ONE, "out_of_turn"),
    cmd.Remove(H, ONE, "bet"),
    cmd.TimeRanOut(1),
]
LOBBY = [
    cmd.Join(UserId(99)),
    cmd.Unjoin(user(1)),
    cmd.ChooseRuleset(H, {}),
    cmd.ChooseDeal(H, ()),
    cmd.StartGame(H),
]


@pytest.mark.parametrize("command", [*PLAYERS, *RULINGS], ids=lambda c: type(c).__name__)
def test_nothing_of_a_game_before_its_start(command: cmd.Command) -> None:
    lobby("masks", 5).refuses(command, Code.NOT_STARTED)


@pytest.mark.parametrize("command", LOBBY, ids=lambda c: type(c).__name__)
def test_nothing_of_a_lobby_after_the_start(command: cmd.Command) -> None:
    table("masks", MASKS).refuses(command, Code.ALREADY_STARTED)


@pytest.mark.parametrize("command", [*PLAYERS, *RULINGS, *LOBBY], ids=lambda c: type(c).__name__)
def test_nothing_at_all_after_the_end(command: cmd.Command) -> None:
    t = table("masks", MASKS).remove(4).remove(5).remove(6)
    assert isinstance(t.phase, Over)
    t.refuses(command, Code.GAME_OVER)


@pytest.mark.parametrize("command", PLAYERS, ids=lambda c: type(c).__name__)
def test_nothing_from_a_seat_that_does_not_exist(command: cmd.Command) -> None:
    kind = type(command)
    fields = {name: getattr(command, name) for name in command.__struct_fields__}
    table("masks", MASKS).refuses(kind(**{**fields, "seat": NOBODY}), Code.NOT_SEATED)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (cmd.EndSpeech(TWO), Code.NOT_YOUR_TURN),
        (cmd.Nominate(TWO, ONE), Code.NOT_YOUR_TURN),
        (cmd.AnswerQuestion(TWO, True), Code.NO_QUESTION),
        (cmd.NameBestMove(TWO, (ONE,)), Code.NO_BEST_MOVE),
    ],
    ids=lambda value: type(value).__name__,
)
def test_nothing_out_of_turn(command: cmd.Command, code: Code) -> None:
    table("masks", MASKS).refuses(command, code)


def standing(phase: str) -> Table:
    """A game of `masks` in a phase that is nobody's own turn, or another's."""
    t = table("masks", MASKS)
    tie: dict[int, tuple[int, ...]] = {8: (1,), 9: (2,)}
    match phase:
        case "night":
            t.until(Night)
        case "justification":
            t.put_up(8, 9).vote(tie)
        case "ballot":
            t.put_up(8, 9)
        case "lift":
            t.put_up(8, 9).vote(tie).revote(tie)
            assert isinstance(t.phase, LiftVote)
        case "last words":
            t.put_up(8, 9).vote({8: (1, 2)})
    return t


@pytest.mark.parametrize("phase", ["night", "justification", "ballot", "lift", "last words"])
def test_what_belongs_to_another_phase_is_refused_in_this_one(phase: str) -> None:
    t = standing(phase)
    step = t.game.clock.step
    fitting = {"night": 4, "ballot": 2, "lift": 3}.get(phase)
    for number, command in enumerate(
        (
            cmd.EndSpeech(TWO),
            cmd.Nominate(TWO, ONE),
            cmd.CastVote(TWO, step, SeatNo(8), t.now),
            cmd.CastLiftVote(TWO, step, True, t.now),
            cmd.ChooseTarget(TWO, step, ONE),
        )
    ):
        if number != fitting:
            before = t.game
            assert not isinstance(t.send(command), tuple)
            assert t.game is before


def test_leaving_a_lobby_one_never_joined() -> None:
    t = lobby("masks", 3)
    t.refuses(cmd.Unjoin(UserId(99)), Code.NOT_JOINED)
    t.do(cmd.Unjoin(user(2)))
    t.refuses(cmd.Unjoin(user(2)), Code.NOT_JOINED)
    t.refuses(cmd.Join(user(1)), Code.ALREADY_JOINED)


def test_nine_seats_of_a_ruleset_for_ten_and_twelve_after_a_change() -> None:
    lobby("most_wanted", 9).refuses(cmd.StartGame(H), Code.TOO_FEW)
    t = lobby("masks", 12)
    t.do(cmd.ChooseRuleset(H, rules("most_wanted")))
    limits = t.refuses(cmd.StartGame(H), Code.TOO_MANY).data
    assert limits == {"most": 10, "count": 12}


def test_two_people_taking_the_last_seat_in_the_same_instant() -> None:
    t = lobby("most_wanted", 9)
    t.do(cmd.Join(UserId(98)))
    t.refuses(cmd.Join(UserId(99)), Code.LOBBY_FULL)


def test_two_starts_in_the_same_instant() -> None:
    t = lobby("most_wanted", 10)
    t.do(cmd.StartGame(H))
    t.refuses(cmd.StartGame(H), Code.ALREADY_STARTED)


def test_two_alarms_of_one_step() -> None:
    t = table("most_wanted", BLIND)
    step, t.now = t.game.clock.step, t.game.clock.deadline or 0
    t.do(cmd.TimeRanOut(step))
    t.refuses(cmd.TimeRanOut(step), Code.STALE)
    t.refuses(cmd.TimeRanOut(t.game.clock.step), Code.STALE)  # it has only begun


def test_a_hand_and_an_alarm_in_the_same_instant_either_way_round() -> None:
    for hand_first in (True, False):
        t = table("most_wanted", BLIND).put_up(5, 6)
        step, t.now = t.game.clock.step, t.game.clock.deadline or 0
        vote, alarm = cmd.CastVote(ONE, step, SeatNo(5), t.now), cmd.TimeRanOut(step)
        if hand_first:
            t.do(vote)
            t.do(alarm)
        else:
            t.do(alarm)
            t.refuses(vote, Code.WINDOW_CLOSED, "GE-05")


def test_two_rulings_in_the_same_instant_remove_once() -> None:
    t = table("most_wanted", BLIND, host=1)
    t.do(cmd.Remove(H, SeatNo(7), "bet"))
    t.refuses(cmd.Remove(Rank.ASSISTANT, SeatNo(7), "bet"), Code.NOT_AT_TABLE)
    assert t.exits == [(7, "discipline")]


def test_a_suspension_before_the_start_or_for_nothing() -> None:
    lobby("most_wanted", 3).refuses(cmd.Suspend(H, UserId(99), "peeking"), Code.NOT_STARTED)
    t = table("most_wanted", BLIND)
    t.refuses(cmd.Suspend(H, UserId(99), "nothing"), Code.UNKNOWN_OFFENCE)


@pytest.mark.rule("GE-09")
def test_a_ruling_that_did_not_end_the_game_is_not_undone_after_it() -> None:
    t = table("most_wanted", BLIND).remove(9).remove(1).remove(2).night().day_out(3)
    assert t.winners == {"town"}
    t.refuses(cmd.Undo(H), Code.GAME_OVER)
    t = table("most_wanted", BLIND)
    t.refuses(cmd.Undo(H), Code.NOTHING_TO_UNDO)


FAULTS = [
    ({"seats": {"least": 12, "most": 10}}, "seats"),
    ({"seats": {"least": 9, "most": 10}}, "deal.rows"),
    ({"seats.least": 2}, "seats.least"),
    ({"deal.rows": [{"least": 10, "most": 10, "roles": {"sheriff": 1}}]}, "deal.rows"),
    ({"deal.rows": [{"least": 10, "most": 10, "roles": {"mafia": 3, "doctor": 8}}]}, "deal.rows"),
    ({"deal.rows": [{"least": 10, "most": 10, "roles": {"mafia": 5}}]}, "deal.rows"),
    ({"night.later": [{"wake": "don", "act": "seek", "seconds": 5}]}, "night.later"),
    ({"night.first": [{"wake": "doctor", "act": "check", "seconds": 5}]}, "night.first"),
    ({"wins.curfew": True}, "wins.curfew"),
    ({"vote.abstainers": "self", "vote.own_candidacy": False}, "vote.abstainers"),
    ({"circle.nominations": "window"}, "circle.formulas"),
    ({"vote.tie.lift.majority": "living", "vote.tie.lift.silent_against": False}, "vote.tie.lift"),
    ({"discipline.ladder.rungs": [{"at": 4}, {"at": 3}]}, "discipline.ladder.rungs"),
    ({"discipline.offences": [{"id": "noise", "sanctions": ["warning"]}]}, "discipline.offences"),
    ({"circle.speech_seconds": -1}, "circle.speech_seconds"),
]


@pytest.mark.parametrize(("axes", "named"), FAULTS, ids=[named for _, named in FAULTS])
def test_rules_that_cannot_be_played_are_refused_with_the_axis(axes: dict[str, object], named: str) -> None:
    wrong = rules("most_wanted", axes)
    with pytest.raises(ValidationError) as caught:
        open_lobby(cmd.OpenLobby(wrong, None))
    places = {".".join(str(part) for part in error["loc"]) for error in caught.value.errors()}
    assert named in str(caught.value) or named in places
    lobby("masks", 10).refuses(cmd.ChooseRuleset(H, wrong), Code.BAD_RULESET)


def test_all_reasons_come_at_once() -> None:
    wrong = rules("most_wanted", {"wins.curfew": True, "circle.nominations": "window"})
    with pytest.raises(ValidationError) as caught:
        open_lobby(cmd.OpenLobby(wrong, None))
    assert "wins.curfew" in str(caught.value)
    assert "circle.formulas" in str(caught.value)


def test_an_unknown_axis_is_an_error_and_no_silent_default() -> None:
    wrong = {**rules("masks"), "weather": "rain"}
    with pytest.raises(ValidationError, match="weather"):
        open_lobby(cmd.OpenLobby(wrong, None))


def test_rules_of_a_later_version_are_refused_as_such() -> None:
    later = {**rules("masks"), "schema": 99}
    with pytest.raises(UnknownSchema):
        open_lobby(cmd.OpenLobby(later, None))
    refusal = lobby("masks", 10).refuses(cmd.ChooseRuleset(H, later), Code.BAD_RULESET)
    assert "schema 99" in refusal.data["faults"]


def test_a_deal_of_a_ruleset_that_allows_none() -> None:
    lobby("most_wanted", 10).refuses(cmd.ChooseDeal(H, ((Role.MAFIA, 4),)), Code.DEAL_FIXED, "MA-01")


@pytest.mark.rule("MA-21")
def test_a_nomination_lost_to_the_ladder_is_refused_in_a_window_too() -> None:
    axes = {"circle.nominations": "window", "circle.formulas": []}
    t = table("masks", MASKS, axes=axes).warn(7, 4).night()
    while t.phase.__class__.__name__ != "NominationWindow":
        t.run_out()
    t.refuses(cmd.Nominate(SeatNo(7), SeatNo(8)), Code.NOMINATION_TAKEN, "MA-21")
