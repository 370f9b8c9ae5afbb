"""city: deals, roles and who wins (CI-01 – CI-03, CI-05, CI-07, CI-09, CI-12 – CI-14)."""

from collections import Counter

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Act, Rank, Role, SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.scene import scene
from mafia_bot.engine.state import Night, Speeches
from mafia_bot.engine.view import view
from mafia_bot.texts.lexicon import forbidden
from tests.engine.scenario import Table, lobby, shipped, table, user

CARDS = {1: "sheriff", 2: "doctor", 3: "maniac", 8: "mafia", 9: "mafia", 10: "mafia"}
LEXICON = {offence.id: offence for offence in shipped()["city"].discipline.offences}


def city() -> Table:
    return table("city", CARDS)


@pytest.mark.rule("CI-01", "GE-01")
def test_my_card_can_be_looked_at_in_every_phase_and_by_nobody_else() -> None:
    t = city()
    phases = set()
    for _ in range(40):
        phases.add(type(t.phase).__name__)
        for seat in t.alive:
            own = view(t.game, user(seat)).own
            assert own is not None
            assert (own.seat, own.role) == (seat, t.game.player(SeatNo(seat)).role)
            assert all(s.role is None for s in view(t.game, user(seat)).seats)
        t.run_out()
    assert phases >= {"Speeches", "NominationWindow", "Night"}


@pytest.mark.rule("CI-01")
def test_cards_fall_by_lot_on_numbered_seats() -> None:
    t = lobby("city", 5)
    t.lots = lambda count: list(reversed(range(count)))
    t.do(cmd.StartGame(Rank.BOT))
    backwards = [p.role for p in t.game.players]
    other = lobby("city", 5)
    other.do(cmd.StartGame(Rank.BOT))
    assert backwards == list(reversed([p.role for p in other.game.players]))
    assert [p.seat for p in t.game.players] == [1, 2, 3, 4, 5]


@pytest.mark.rule("CI-02")
@pytest.mark.parametrize(
    ("seats", "mafia", "maniac"),
    [(5, 1, 0), (6, 1, 0), (7, 2, 1), (8, 2, 1), (9, 2, 1), (10, 3, 1), (11, 3, 1), (12, 3, 1)],
)
def test_the_deal_by_the_number_of_seats(seats: int, mafia: int, maniac: int) -> None:
    t = lobby("city", seats)
    t.do(cmd.StartGame(Rank.BOT))
    found = Counter(p.role for p in t.game.players)
    assert (found[Role.MAFIA], found[Role.MANIAC]) == (mafia, maniac)
    assert (found[Role.DOCTOR], found[Role.SHERIFF]) == (1, 1)
    assert found[Role.CIVILIAN] == seats - mafia - maniac - 2


@pytest.mark.rule("CI-02")
def test_four_are_too_few_and_a_thirteenth_finds_no_seat() -> None:
    lobby("city", 4).refuses(cmd.StartGame(Rank.BOT), Code.TOO_FEW)
    lobby("city", 12).refuses(cmd.Join(user(13)), Code.LOBBY_FULL)


@pytest.mark.rule("CI-03")
def test_town_wins_with_mafia_and_maniac_gone_and_not_before() -> None:
    t = table("city", ["mafia", "maniac", "doctor", *["civilian"] * 4])
    t.day_out(1)
    assert t.outcome is None
    t.night().day_out(2)
    assert t.winners == {"town"}


@pytest.mark.rule("CI-03", "GE-07")
def test_with_nobody_left_the_town_has_won() -> None:
    t = table("city", ["mafia", "civilian", "civilian", "civilian"]).night(mafia=4)
    assert t.game.curfew
    t.put_up(2).vote({})
    assert t.alive == []
    assert t.winners == {"town"}


@pytest.mark.rule("CI-05")
@pytest.mark.parametrize(("target", "black"), [(8, True), (2, False), (3, False), (4, False)])
def test_the_sheriff_sees_black_for_mafia_only(target: int, black: bool) -> None:
    t = city().step_of("sheriff")
    assert t.press(1, target)[1] == ev.CheckAnswered(SeatNo(1), Act.CHECK, SeatNo(target), black)


@pytest.mark.rule("CI-07")
def test_parity_waits_for_the_maniac_to_be_out() -> None:
    t = table("city", ["mafia", "mafia", "maniac", *["civilian"] * 4]).night(mafia=4)
    t.day_out(5)
    assert len(t.alive) == 5  # two against two and the maniac
    assert t.outcome is None
    t.night().day_out(3)
    assert t.winners == {"mafia"}


@pytest.mark.rule("CI-09")
@pytest.mark.parametrize("other", ["mafia", "civilian"])
def test_the_maniac_wins_one_on_one_with_anyone(other: str) -> None:
    first, second = ("civilian", "mafia") if other == "mafia" else ("mafia", "civilian")
    t = table("city", [first, second, "maniac", "civilian", "civilian"]).night(mafia=4, maniac=5)
    assert len(t.alive) == 3
    t.put_up(1).vote({1: [1, 2, 3]})
    assert t.winners == {"maniac"}


@pytest.mark.rule("CI-12", "GE-06", "GE-12")
def test_the_dead_watch_and_neither_speak_nor_act() -> None:
    t = city().night(mafia=4)
    picture = scene(t.game)
    table_room, graveyard = picture.rooms["table"], picture.rooms["graveyard"]
    assert table_room.readers is None
    assert table_room.writers is not None
    assert user(4) not in table_room.writers
    assert graveyard.writers == {user(4)}
    assert user(4) not in picture.speakers
    t.refuses(cmd.EndSpeech(SeatNo(4)), Code.DEAD, "GE-06")
    assert view(t.game, user(4)).own is not None


@pytest.mark.rule("CI-13", "GE-03")
def test_a_minute_each_with_every_other_microphone_off() -> None:
    t = city()
    for seat in range(1, 11):
        opened = t.last(ev.SpeechOpened)
        assert (opened.seat, opened.deadline - opened.at) == (seat, 60)
        assert scene(t.game).speakers == {user(seat)}
        t.thanks()
    assert not isinstance(t.phase, (Speeches, Night))


@pytest.mark.rule("CI-14")
@pytest.mark.parametrize(
    ("said", "offence"),
    [
        ("да пошёл ты нахуй", "obscene"),
        ("ты идиот", "insult"),
        ("клянусь", "oath"),
        ("я тебя найду", "threat"),
        ("я тебе заплачу", "bribery"),
        ("спорим на сто рублей", "bet"),
    ],
)
def test_what_is_forbidden_is_heard_and_punished_by_the_host(said: str, offence: str) -> None:
    assert forbidden(said, LEXICON) == (offence,)
    assert LEXICON[offence].clause == "CI-14"
    t = city().warn(4, offence=offence)
    assert t.game.player(SeatNo(4)).warnings == 1
    t.remove(5, offence=offence)
    assert t.exits == [(5, "discipline")]


def test_nothing_else_is_told_under_that_clause() -> None:
    found = {o.id for o in LEXICON.values() if o.clause == "CI-14"}
    assert found == {"obscene", "insult", "oath", "threat", "bribery", "bet"}
