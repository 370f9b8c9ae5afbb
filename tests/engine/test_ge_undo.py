"""An undo takes back the latest ruling, whatever it was: GE-09, GE-17."""

import pytest
from msgspec.structs import replace

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.evolution import replay
from mafia_bot.engine.ids import Extent, Rank, RulingKind, SeatNo, UserId
from mafia_bot.engine.kept import Kept
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Ballot, Clock, Game, LastWords, Lobby, Night, Over, Speeches
from tests.engine.scenario import Table, lobby, table, user
from tests.engine.tables import BLIND, MASKS

H, A = Rank.HOST, Rank.ASSISTANT
HOST = 1

RULINGS: dict[str, cmd.Command] = {
    "warning": cmd.Warn(A, SeatNo(5), "noise", 2),
    "removal": cmd.Remove(A, SeatNo(5), "bet"),
    "suspension": cmd.Suspend(A, UserId(99), "peeking"),
    "annulling suspension": cmd.Suspend(A, UserId(99), "spectator_hint"),
    "skip": cmd.Skip(A),
    "extension": cmd.Extend(A, 30),
    "replacement": cmd.Replace(A, SeatNo(5), UserId(99)),
    "end": cmd.Annul(A, "fire"),
}
rulings = pytest.mark.parametrize("name", RULINGS)


def start() -> Table:
    """A warned seat 3 and seat 2 with twenty seconds of its minute gone."""
    t = table("most_wanted", BLIND, host=HOST).warn(3, offence="noise").speech_of(2)
    t.wait(20)
    return t


def bare(game: Game) -> Game:
    """A position without the clock and what is remembered of rulings, of bans and of who has seen a card."""
    return replace(game, clock=Clock(), ruling=None, rulings=0, witnesses=(), kept=Kept())


@pytest.mark.rule("GE-09", "GE-17")
@rulings
def test_the_latest_ruling_goes_and_the_older_one_stays(name: str) -> None:
    t = start()
    before, left = t.game, (t.game.clock.deadline or 0) - t.now
    t.do(RULINGS[name])
    t.wait(5)
    (undone,) = t.do(cmd.Undo(H))
    assert isinstance(undone, ev.RulingUndone)
    assert undone.kind == ("suspension" if "suspension" in name else name)
    assert (undone.extent, undone.since) == (Extent.WHOLE, t.now - 5)
    assert bare(t.game) == bare(before)
    assert all(ban.lifted for ban in t.game.kept.bans)
    ended = name in ("skip", "end", "annulling suspension")
    assert (t.game.clock.deadline or 0) - t.now == (left if ended else left - 5)
    assert t.game.player(SeatNo(3)).warnings == 1
    t.undo()
    assert t.game.player(SeatNo(3)).warnings == 0
    t.refuses(cmd.Undo(H), Code.NOTHING_TO_UNDO, "GE-09")
    assert t.replays()


@pytest.mark.rule("GE-02", "GE-17")
@rulings
def test_an_assistant_takes_back_an_assistants_ruling_but_not_the_hosts(name: str) -> None:
    t = start()
    t.do(RULINGS[name])
    t.undo(A)
    t = start()
    t.do(replace(RULINGS[name], rank=H))
    t.refuses(cmd.Undo(A), Code.HOST_DECIDED, "GE-02")
    t.undo(H)


@pytest.mark.rule("GE-09")
def test_an_undo_says_whom_it_was_about_and_for_what() -> None:
    t = start()
    t.do(RULINGS["warning"])
    t.undo()
    warned = t.last(ev.RulingUndone)
    assert (warned.kind, warned.seat, warned.user) == (RulingKind.WARNING, 5, user(5))
    assert (warned.offence, warned.amount) == ("noise", 2)
    t.do(RULINGS["suspension"])
    t.undo()
    banned = t.last(ev.RulingUndone)
    assert (banned.seat, banned.user, banned.offence) == (None, 99, "peeking")
    t.do(RULINGS["replacement"])
    t.undo()
    replaced = t.last(ev.RulingUndone)
    assert (replaced.seat, replaced.user) == (5, 99)
    t.do(RULINGS["extension"])
    t.undo()
    assert (t.last(ev.RulingUndone).seat, t.last(ev.RulingUndone).amount) == (2, 30)


@pytest.mark.rule("GE-09")
def test_two_hands_take_back_one_ruling() -> None:
    t = start().warn(4, offence="noise")
    ruling = t.game.ruling
    assert ruling is not None
    t.do(cmd.Undo(H, ruling.number))
    t.refuses(cmd.Undo(A, ruling.number), Code.RULINGS_CHANGED, "GE-09")
    assert t.game.player(SeatNo(3)).warnings == 1
    t.warn(4, offence="noise")
    t.refuses(cmd.Undo(A, ruling.number), Code.RULINGS_CHANGED, "GE-09")


@pytest.mark.rule("GE-09")
def test_a_skipped_speaker_gets_what_was_left_even_when_the_next_has_begun() -> None:
    t = start()
    t.do(cmd.Skip(H))
    t.wait(10)
    t.nominate(3, 6)
    t.undo()
    assert isinstance(t.phase, Speeches)
    assert t.phase.queue[:3] == (2, 3, 4)
    assert (t.game.clock.deadline or 0) - t.now == 40
    assert t.game.nominations == ((3, 6),)
    t.run_out()
    assert t.speaker == 3
    assert (t.game.clock.deadline or 0) - t.now == 60
    assert t.replays()


@pytest.mark.rule("GE-09")
def test_a_skipped_farewell_is_given_back_with_its_best_move() -> None:
    t = table("sport", BLIND, host=HOST).night(mafia=5, to_day=False)
    assert isinstance(t.phase, LastWords)
    assert t.phase.best_move == 5
    t.wait(15)
    t.do(cmd.Skip(H))
    t.undo()
    assert isinstance(t.phase, LastWords)
    assert (t.speaker, t.phase.best_move) == (5, 5)
    t.do(cmd.NameBestMove(SeatNo(5), (SeatNo(1),)))


@pytest.mark.rule("GE-09")
def test_a_skip_that_ended_the_vote_and_a_seat_is_taken_back_whole() -> None:
    t = table("most_wanted", BLIND, host=HOST).put_up(5, 6)
    t.run_out()
    for voter in range(1, 6):
        t.hand(voter, 6)
    assert isinstance(t.phase, Ballot)
    votes = t.phase.votes
    t.do(cmd.Skip(H))
    while isinstance(t.phase, Ballot):
        t.do(cmd.Skip(H))
    assert 6 not in t.alive
    t.undo()
    assert 6 in t.alive
    assert isinstance(t.phase, Ballot)
    assert t.phase.votes == votes


@pytest.mark.rule("GE-09")
def test_a_skip_that_the_game_has_gone_past_is_not_taken_back_for_an_older_ruling_unasked() -> None:
    t = start()
    t.until(Night).step_of("don", "seek")
    t.do(cmd.Skip(H))
    number = t.game.ruling.number if t.game.ruling else 0
    t.press(4, 1)
    t.refuses(cmd.Undo(H, number), Code.RULINGS_CHANGED, "GE-09")
    t.do(cmd.Undo(H))
    assert t.last(ev.RulingUndone).kind is RulingKind.WARNING


@pytest.mark.rule("GE-09")
def test_only_a_skip_is_left_and_it_is_too_late_for_it() -> None:
    t = table("most_wanted", BLIND, host=HOST).step_of("don", "seek")
    t.do(cmd.Skip(H))
    t.press(4, 1)
    t.refuses(cmd.Undo(H), Code.TOO_LATE_TO_UNDO, "GE-09")


@pytest.mark.rule("GE-09")
def test_extra_seconds_are_taken_back_from_the_same_speech_only() -> None:
    t = start()
    deadline = t.game.clock.deadline
    t.do(cmd.Extend(H, 30))
    t.nominate(2, 6)
    t.undo()
    assert t.game.clock.deadline == deadline
    assert t.game.nominations == ((2, 6),)
    t.do(cmd.Extend(H, 30))
    t.do(cmd.Pause(H))
    left = t.game.clock.left or 0
    t.undo()
    assert t.game.clock.left == left - 30
    t.do(cmd.Resume(H))
    t.do(cmd.Extend(H, 30))
    t.wait(60)
    t.undo()
    assert t.game.clock.deadline == t.now, "what has run out already stays used"
    t.do(cmd.Extend(H, 30))
    t.run_out()
    t.undo()
    assert t.last(ev.RulingUndone).kind is RulingKind.WARNING


@pytest.mark.rule("GE-09")
def test_a_replacement_is_taken_back_however_far_the_game_has_gone() -> None:
    t = start()
    t.do(RULINGS["replacement"])
    t.speech_of(4)
    t.undo()
    assert t.game.player(SeatNo(5)).user == user(5)
    assert t.speaker == 4
    assert t.replays()


@pytest.mark.rule("GE-09", "GE-16")
def test_a_former_player_who_leads_now_is_not_put_back() -> None:
    t = start()
    t.do(RULINGS["replacement"])
    t.do(cmd.NameAssistant(H, user(5)))
    t.refuses(cmd.Undo(H), Code.HOST_CANNOT_PLAY, "GE-02")
    t.do(cmd.NameAssistant(H, user(5), add=False))
    t.undo()
    assert t.game.player(SeatNo(5)).user == user(5)


@pytest.mark.rule("GE-17")
def test_a_closed_lobby_is_opened_again_with_its_people() -> None:
    t = lobby("masks", 4, host=HOST)
    t.do(cmd.Annul(A, "closed"))
    assert isinstance(t.phase, Over)
    t.undo()
    assert isinstance(t.phase, Lobby)
    assert t.phase.members == tuple(user(n) for n in range(1, 5))
    assert t.game.clock.deadline is None
    t.do(cmd.StartGame(H))


@pytest.mark.rule("GE-13", "MW-15", "GE-09")
def test_a_game_taken_up_again_has_those_back_whom_the_bot_sent_away() -> None:
    t = table("most_wanted", BLIND).warn(3, offence="noise")
    for seat in (9, 10):
        t.do(cmd.DropOut(SeatNo(seat)))
        t.wait(120)
        t.do(cmd.GraceRanOut(SeatNo(seat)))
        assert t.last(ev.PlayerSuspended).user == user(seat)
    t.do(cmd.Annul(H, "annulled"))
    t.undo()
    assert isinstance(t.phase, Speeches)
    assert [event.user for event in t.all(ev.RulingUndone)[1:]] == [user(10), user(9)]
    assert {9, 10} <= set(t.alive)
    assert t.game.player(SeatNo(3)).warnings == 1
    assert t.replays()


@pytest.mark.rule("GE-09", "MW-15")
def test_after_a_result_only_the_ban_is_lifted() -> None:
    t = table("most_wanted", BLIND).remove(9, offence="peeking").warn(3, offence="noise")
    t.remove(1).remove(2).night().day_out(3)
    over = t.game
    assert t.winners == {"town"}
    t.undo()
    undone = t.last(ev.RulingUndone)
    assert (undone.extent, undone.user, undone.offence) == (Extent.BAN, user(9), "peeking")
    assert replace(t.game, ruling=None, kept=over.kept) == replace(over, ruling=None)
    assert [ban.lifted for ban in t.game.kept.bans] == [True]
    t.refuses(cmd.Undo(H), Code.NOTHING_TO_UNDO)
    assert t.replays()


@pytest.mark.rule("GE-09", "MA-25")
def test_a_defeat_by_an_assistant_is_the_hosts_to_take_back() -> None:
    t = table("masks", MASKS, host=HOST).remove(7)
    t.do(cmd.DeclareDefeat(A, SeatNo(7)))
    t.undo()
    assert t.last(ev.RulingUndone).kind is RulingKind.DEFEAT
    assert isinstance(t.phase, Speeches)
    t.undo()
    assert 7 in t.alive


def test_rulings_of_the_first_journals_are_taken_back_as_ever() -> None:
    t = start().warn(4, offence="noise")
    game = t.game
    again = [*t.log, ev.RulingUndone(H, t.now)]
    assert replay(again).player(SeatNo(4)).warnings == 0
    assert replay(again).player(SeatNo(3)).warnings == 1
    assert game.player(SeatNo(4)).warnings == 1
