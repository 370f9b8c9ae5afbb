"""Typed lines through the whole bot: heard, told, journalled, taken back; and who leaves voice."""

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine.ids import Cause, Rank, Role, SeatNo
from mafia_bot.engine.state import Speeches
from tests.discipline.test_ladder_masks import told
from tests.doors.visit import day, holder, journal, lobby, night, say, until


def last_message(club: SimulatedClub) -> str:
    return club.chat.history()[-1].content


@pytest.mark.rule("MA-04", "MA-20")
async def test_a_day_by_keyboard(club: SimulatedClub) -> None:
    await day(club)
    first, second, third = club.seats[:3]
    await first.send(club.chat, "Я выставляю кандидатуру игрока номер 4. Спасибо")
    assert say(club, "nominated", by=1, seat=4) in told(club)
    assert club.muted() == {1, 3, 4}, "the next voice is open"
    await third.send(club.chat, "Рано!")
    name = say(club, "offence-out_of_turn")
    assert say(club, "warning-issued", seat=3, offence=name, count=1) in told(club)
    await second.send(club.chat, "Я выставляю кандидатуру игрока номер 4")
    assert last_message(club) == say(club, "nomination-repeated", seat=4)
    before = club.game
    await second.send(club.chat, "Выставляю третьего!")
    assert last_message(club) == "Выставляю третьего!", "a near miss is met with silence"
    assert club.game == before
    kinds = [record.kind for record in await journal(club)]
    assert kinds[-5:] == ["Nominated", "SpeechEnded", "SpeechOpened", "WarningIssued", "RulingSealed"]


@pytest.mark.rule("GE-09")
async def test_the_bots_ruling_is_told_and_taken_back(full: SimulatedClub) -> None:
    await day(full, "most_wanted", host=full.host)
    await full.seat(1).send(full.chat, "Честно говоря, клянусь!")
    name = say(full, "offence-oath")
    assert say(full, "player-removed", seat=1, offence=name) in told(full)
    assert full.game.ruling is not None
    assert full.game.ruling.rank is Rank.BOT
    assert not full.may(full.seat(1), full.chat, "send_messages")
    undone = await full.slash(full.host, full.chat, "undo")
    what = say(full, "what-removal", seat=1, offence=say(full, "offence-oath"))
    assert answer_of(undone) == say(full, "undone-private", whats=[what])
    assert full.game.player(SeatNo(1)).alive
    assert isinstance(full.game.phase, Speeches)
    assert full.game.phase.queue[0] == 1
    assert full.muted() == set(range(2, 11))


async def test_nobody_is_punished_outside_the_game(club: SimulatedClub) -> None:
    await lobby(club)
    await club.seat_all()
    await club.seat(1).send(club.chat, "Клянусь, я готов")
    await club.start()
    await until(club, Speeches)
    before = club.game
    await club.newcomer("guest").send(club.lobby, "Клянусь")
    await club.seat(3).send(club.lobby, "Клянусь")
    assert club.game == before


@pytest.mark.rule("GE-13")
async def test_who_leaves_voice_is_removed_after_the_grace(club: SimulatedClub) -> None:
    await day(club)
    seat = holder(club, Role.CIVILIAN)
    await club.seat(seat).leave_voice()
    assert [absent for absent, _ in club.game.absent] == [seat]
    assert f"📵 Игрок {say(club, 'seat-number', n=seat)}" in told(club)
    await club.advance(119)
    assert club.game.player(SeatNo(seat)).alive
    await club.advance(2)
    gone = club.game.player(SeatNo(seat)).exit
    assert gone is not None
    assert gone.cause is Cause.DISCIPLINE
    assert say(club, "what-removal", seat=seat, offence=say(club, "offence-left_table")) in (
        answer_of(await club.slash(club.admin, club.chat, "undo")) or ""
    )
    assert club.game.player(SeatNo(seat)).alive


@pytest.mark.rule("GE-13")
async def test_who_comes_back_in_time_stays(club: SimulatedClub) -> None:
    await day(club)
    await club.seat(4).leave_voice()
    await club.advance(30)
    await club.enter(club.seat(4))
    assert club.game.absent == ()
    assert say(club, "player-returned", seat=4) in told(club)
    assert 4 in club.muted()


@pytest.mark.rule("GE-13")
async def test_a_human_host_is_asked(club: SimulatedClub) -> None:
    await night(club, host=club.host)
    await until(club, Speeches)
    await club.seat(4).leave_voice()
    await club.advance(121)
    assert club.game.player(SeatNo(4)).alive
    assert say(club, "host-asked", seat=4) in told(club)


@pytest.mark.rule("GE-13")
async def test_who_leaves_the_server_is_not_waited_for(club: SimulatedClub) -> None:
    await day(club)
    seat = holder(club, Role.CIVILIAN)
    await club.seat(seat).leave_voice()  # Discord disconnects who leaves the server
    club.guild.remove_member(club.seat(seat))
    await club.env.settle()
    await club.advance(121)
    assert not club.game.player(SeatNo(seat)).alive
