"""What the table may know: GE-06, GE-11, GE-12."""

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.audience import HostOnly, Nobody, Seats, audience
from mafia_bot.engine.events import codec
from mafia_bot.engine.ids import SeatNo, UserId
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.scene import scene
from mafia_bot.engine.state import LastWords, Night, Over, Speeches
from mafia_bot.engine.view import view
from tests.engine.scenario import REFUSE, Table, table, user
from tests.engine.tables import BLIND, MANIAC, MASKS

HOST, SPECTATOR = UserId(1), UserId(77)


def steps(t: Table, number: int) -> list[tuple[int, float]]:
    """The steps of a night as the table saw them: which, and how long."""
    fell = next(i for i, e in enumerate(t.log) if isinstance(e, ev.NightFell) and e.round == number)
    opened = []
    for event in t.log[fell + 1 :]:
        if isinstance(event, ev.NightFell):
            break
        if isinstance(event, ev.NightStepOpened):
            opened.append((event.index, event.deadline - event.at))
    return opened


@pytest.mark.rule("GE-06")
@pytest.mark.parametrize("how", ["night", "vote", "removal"])
@pytest.mark.parametrize(
    ("ruleset", "cards"), [("masks", MASKS), pytest.param("classic", BLIND, marks=pytest.mark.rule("CL-06"))]
)
def test_the_card_of_who_leaves_stays_closed_until_the_end(
    ruleset: str, cards: dict[int, str], how: str
) -> None:
    t = table(ruleset, cards, host=1).night()  # CL-05: on the first day of `classic` nobody is voted out
    match how:
        case "night":
            t.night(mafia=7)
        case "vote":
            t.day_out(7)
        case "removal":
            t.remove(7)
    assert 7 not in t.alive
    for viewer in (user(1), user(7), SPECTATOR, None):
        assert {seat.role for seat in view(t.game, viewer).seats} == {None}
    assert not t.all(ev.RoleAnnounced)


@pytest.mark.rule("GE-06")
def test_every_card_is_open_when_the_game_is_over() -> None:
    t = table("masks", MASKS).remove(4).remove(5).remove(6)
    assert isinstance(t.phase, Over)
    roles = [seat.role for seat in view(t.game, SPECTATOR).seats]
    assert roles[:6] == ["lover", "doctor", "sheriff", "mafia", "mafia", "mafia"]


@pytest.mark.rule("GE-06")
def test_the_human_host_who_dealt_sees_the_cards() -> None:
    t = table("masks", MASKS, host=1)
    assert view(t.game, HOST).seats[3].role == "mafia"
    assert view(t.game, HOST).own is None


@pytest.mark.rule("GE-06", "GE-12")
def test_the_dead_see_but_neither_speak_nor_write_where_the_living_read() -> None:
    t = table("masks", MASKS).remove(7)
    before = t.game
    for command in (
        cmd.Nominate(SeatNo(7), SeatNo(1)),
        cmd.EndSpeech(SeatNo(7)),
        cmd.CastVote(SeatNo(7), 1, SeatNo(1), t.now),
    ):
        t.refuses(command, Code.DEAD, "GE-06")
    assert t.game is before
    for _ in range(60):
        picture = scene(t.game)
        table_room, graveyard = picture.rooms["table"], picture.rooms["graveyard"]
        assert table_room.readers is None  # everybody may watch
        assert user(7) not in (table_room.writers or set())
        assert user(7) not in picture.speakers
        assert graveyard.writers is not None
        assert user(7) in graveyard.writers
        assert not graveyard.writers & {user(seat) for seat in t.alive}
        t.run_out()


@pytest.mark.rule("GE-06")
def test_who_says_goodbye_is_heard_once_more_and_is_not_yet_among_the_dead() -> None:
    t = table("masks", MASKS).night(mafia=7, to_day=False)
    assert isinstance(t.phase, LastWords)
    assert scene(t.game).speakers == {user(7)}
    assert user(7) not in (scene(t.game).rooms["graveyard"].readers or set())
    t.run_out()
    assert user(7) in (scene(t.game).rooms["graveyard"].readers or set())


@pytest.mark.rule("GE-06")
def test_whoever_was_voted_out_says_goodbye_in_writing_too_and_a_nights_victim_does_not() -> None:
    t = table("masks", MASKS).put_up(7, 8).vote({7: (1, 2, 3, 4, 5, 6)})
    assert isinstance(t.phase, LastWords)
    assert user(7) in (scene(t.game).rooms["table"].writers or set())
    t.night(mafia=8, to_day=False)
    assert isinstance(t.phase, LastWords)
    assert scene(t.game).rooms["table"].writers == {user(seat) for seat in t.alive}


@pytest.mark.rule("GE-06")
def test_the_table_hears_who_left_at_night_but_not_by_whose_hand() -> None:
    exits = []
    for acts in ({"mafia": 9, "maniac": 10}, {"mafia": 10, "maniac": 9}, {"mafia": 1, "lover": 9}):
        t = table("masks", MANIAC, seats=11).night(**acts, to_day=False)
        exits.append([codec.encode(event) for event in t.all(ev.PlayerLeft)])
        assert isinstance(audience(t.game, t.last(ev.NightResolved)), HostOnly)
    assert exits[0] == exits[1]


@pytest.mark.rule("GE-11", "MA-03")
def test_a_night_lasts_the_same_whatever_happens_in_it() -> None:
    quick = table("masks", MANIAC, seats=11).night(
        lover=9, mafia=9, sheriff=5, doctor=10, maniac=REFUSE, to_day=False
    )
    slow = table("masks", MANIAC, seats=11).night(to_day=False)
    blocked = table("masks", MANIAC, seats=11).night(lover=2, to_day=False)
    dead = table("masks", MANIAC, seats=11)
    for seat in (1, 2, 3, 8):
        dead.remove(seat)
    dead.night(to_day=False)
    expected = [(0, 15), (1, 30), (2, 15), (3, 15), (4, 15)]
    for t in (slow, blocked, dead):
        assert steps(t, 1) == expected
    assert steps(quick, 1) == expected


@pytest.mark.rule("GE-11")
def test_a_step_is_announced_alike_for_the_living_and_the_dead() -> None:
    alive = table("most_wanted", BLIND)
    dead = table("most_wanted", BLIND).remove(1).remove(4)
    for t in (alive, dead):
        t.until(Night)
    told = []
    for t in (alive, dead):
        waiting = []
        while isinstance(t.phase, Night):
            seen = view(t.game, SPECTATOR).waiting
            waiting.append((seen.phase, seen.role, seen.act, (seen.until or 0) - t.now))
            t.run_out()
        told.append(waiting)
    assert told[0] == told[1]
    assert [role for _, role, _, _ in told[0]] == ["mafia", "don", "sheriff"]


@pytest.mark.rule("GE-11")
def test_everyone_presses_and_a_press_that_asks_nothing_of_you_changes_nothing() -> None:
    t = table("masks", MASKS).step_of("sheriff")
    for seat in t.alive:
        if seat != 3:
            assert t.press(seat, 5) == ()
    assert len(t.press(3, 5)) == 2
    assert isinstance(t.phase, Night)


@pytest.mark.rule("GE-11")
def test_a_press_in_a_step_that_is_over_is_stale_for_everyone_alike() -> None:
    t = table("masks", MASKS).step_of("sheriff")
    step = t.game.clock.step
    t.run_out()
    for seat in (3, 7):
        t.refuses(cmd.ChooseTarget(SeatNo(seat), step, SeatNo(5)), Code.STALE, "GE-11")


@pytest.mark.rule("GE-11")
@pytest.mark.parametrize("ruleset", ["masks", "most_wanted"])
def test_what_is_chosen_at_night_is_for_nobody_elses_eyes(ruleset: str) -> None:
    t = table(ruleset, MASKS if ruleset == "masks" else BLIND)
    t.night(lover=2, mafia=7, sheriff=5, don=7, to_day=False)
    black = {4, 5, 6} if ruleset == "masks" else {1, 2, 3}
    secret = (ev.TargetChosen, ev.CheckAnswered, ev.ActBlocked, ev.AlibiGiven, ev.NightResolved)
    for event in t.log:
        if isinstance(event, secret):
            match audience(t.game, event):
                case Seats(seats=seats):
                    open_shot = ruleset == "masks" and event.act == "shoot"  # type: ignore[union-attr]
                    assert set(seats) == (black if open_shot else {event.seat})  # type: ignore[union-attr]
                case known:
                    assert isinstance(known, (HostOnly, Nobody))


@pytest.mark.rule("GE-11", "MW-03")
def test_the_mafias_room_opens_to_the_mafia_alone_and_only_while_it_may_talk() -> None:
    t = table("most_wanted", BLIND, start="night")
    black = {user(1), user(2), user(3)}
    assert scene(t.game).rooms["mafia"].writers == black
    t.run_out()
    while not (isinstance(t.phase, Speeches) and t.game.broke == 2):
        room = scene(t.game).rooms["mafia"]
        assert room.writers == set()
        assert room.readers == black
        t.run_out()


@pytest.mark.rule("GE-12")
def test_spectators_are_never_heard_and_everybody_is_when_it_is_over() -> None:
    t = table("masks", MASKS)
    assert scene(t.game).running
    assert SPECTATOR not in scene(t.game).speakers
    t.remove(4).remove(5).remove(6)
    assert not scene(t.game).running
    assert scene(t.game).rooms["table"].writers is None


@pytest.mark.rule("GE-12")
def test_at_night_nobody_writes_at_the_table() -> None:
    t = table("masks", MASKS, host=1).until(Night)
    assert scene(t.game).rooms["table"].writers == {HOST}
