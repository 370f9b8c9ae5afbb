"""What a table sees is a debt: it comes back when it is deleted, and waits for Discord to take it."""

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of, newest_board
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Role
from mafia_bot.engine.state import Night, Speeches
from tests.doors.fixtures import Clubs, Sql, without
from tests.doors.visit import Log, day, holder, lobby, night, say, thanks, until

NO_PERMISSION = 50013


def page_texts(club: SimulatedClub) -> list[str]:
    """Every page in the chat, oldest first."""
    return [m.embeds[0].description or "" for m in club.chat.history() if m.embeds]


def open_pages(club: SimulatedClub) -> list[int]:
    return [message.id for message in club.chat.history() if message.components]


def sheets(club: SimulatedClub) -> list[str]:
    """Every message of the sheet of the game, oldest first."""
    title = say(club, "sheet-title", number=1)
    said = [message.content or "" for message in club.chat.history()]
    first = next((place for place, text in enumerate(said) if title in text), len(said))
    return said[first:]


async def delete(club: SimulatedClub, message_id: int) -> None:
    club.env.backend.delete_message(club.chat.id, message_id)
    await club.env.settle()


@pytest.mark.parametrize("bulk", [False, True])
async def test_a_lobby_deleted_by_hand_comes_back_with_its_people(club: SimulatedClub, bulk: bool) -> None:
    await lobby(club)
    await club.seat_all()
    await club.advance(60)
    lost = club.board().id
    if bulk:
        await club.admin.send(club.chat, "a line")
        club.env.backend.bulk_delete_messages(club.chat.id, [m.id for m in club.chat.history()])
        await club.env.settle()
    else:
        await delete(club, lost)
    assert club.board().id > lost
    assert str(club.seat(4).id) in (club.board().embeds[0].description or "")
    await club.press(club.seat(4), Press.LEAVE)
    assert len(open_pages(club)) == 1


async def test_a_night_page_deleted_by_hand_comes_back_within_the_step(club: SimulatedClub) -> None:
    await day(club)
    await until(club, Night)
    lost = club.board()
    await delete(club, lost.id)
    await club.advance(2)
    assert club.board().id > lost.id
    assert club.board().embeds[0].description == lost.embeds[0].description, "what was told is told again"


async def test_a_page_that_is_over_may_be_tidied_away(club: SimulatedClub) -> None:
    await day(club)
    closed = [m.id for m in club.chat.history() if m.embeds and not m.components]
    assert len(closed) >= 2, "the lobby's and the night's"
    mark = club.mark()
    for message_id in closed:
        await delete(club, message_id)
    await club.advance(30)
    assert club.calls(mark) == []


async def test_whoever_deletes_every_page_at_once_is_not_raced(club: SimulatedClub) -> None:
    await lobby(club)
    mark = club.mark()
    for _ in range(300):
        board = newest_board(club.env, club.chat.id)
        if board is not None:
            await delete(club, board.id)
        await club.advance(1)
    assert 3 <= len(club.calls(mark)) <= 20, "five minutes of a quarrel"
    await club.advance(31)
    assert newest_board(club.env, club.chat.id) is not None


@pytest.mark.parametrize("status", [500, 503, 429])
async def test_a_page_waits_for_discord_to_take_it(club: SimulatedClub, status: int) -> None:
    await day(club)
    path = f"/channels/{club.chat.id}/messages*"
    for method in ("POST", "PATCH"):
        club.env.inject_error(method, path, status=status, times=None)
    while isinstance(club.game.phase, Speeches):
        await club.to_next_deadline()
    await club.advance(5)
    club.env.backend.faults.clear()
    await club.advance(31)
    assert len(open_pages(club)) == 1
    assert club.board().embeds[0].title == say(club, "night-title", round=1)


async def test_a_lobby_that_nobody_can_see_is_not_done(club: SimulatedClub) -> None:
    await club.setup()
    path = f"/channels/{club.chat.id}/messages"
    club.env.inject_error("POST", path, status=403, code=NO_PERMISSION, times=None)
    opened = await club.open("masks")
    assert newest_board(club.env, club.chat.id) is None
    assert str(club.chat.id) in (answer_of(opened) or ""), "the chat is named"
    assert say(club, "permission-send_messages") in (answer_of(opened) or "")
    told = [m.content or "" for m in club.voice.history()]
    assert any(str(club.chat.id) in text for text in told), "said where it can be said"
    club.env.backend.faults.clear()
    await club.advance(31)
    assert newest_board(club.env, club.chat.id) is not None
    assert any(m.content == say(club, "trouble-cannot-post-over") for m in club.chat.history())


async def test_a_lobby_that_is_late_is_not_done_either(club: SimulatedClub) -> None:
    await club.setup()
    club.env.inject_error("POST", f"/channels/{club.chat.id}/messages", status=503, times=2)
    opened = await club.open("masks")
    assert answer_of(opened) == say(club, "trouble-board-behind", channel=club.chat.id)
    await club.advance(10)
    assert newest_board(club.env, club.chat.id) is not None


async def test_a_closed_lobby_says_so(club: SimulatedClub) -> None:
    await lobby(club)
    await club.seat_all()
    page = club.board().id
    await club.slash(club.admin, club.chat, "lobby close")
    assert open_pages(club) == []
    last = club.chat.history()[-1]
    assert last.id == page, "the lobby's own page, not another one"
    assert last.embeds[0].title == say(club, "lobby-closed-title")
    await club.open("masks")
    assert club.board().id != page


async def test_undoing_the_end_of_a_phase_leaves_one_page_open(club: SimulatedClub) -> None:
    await day(club)
    civilian = holder(club, Role.CIVILIAN)
    await club.slash(club.admin, club.chat, "remove", seat=civilian, offence="peeking")
    await club.slash(club.admin, club.chat, "game defeat", seat=civilian)
    assert open_pages(club) == []
    assert len(sheets(club)) == 1
    await club.slash(club.admin, club.chat, "undo")
    assert isinstance(club.game.phase, Speeches)
    assert len(open_pages(club)) == 1
    assert club.board().id > club.chat.history()[-2].id, "where everybody looks, not far above"
    await club.slash(club.admin, club.chat, "game end")
    assert open_pages(club) == []


async def test_the_sheet_is_posted_once_however_long_discord_is_away(club: SimulatedClub) -> None:
    await day(club)
    club.env.inject_error("POST", f"/channels/{club.chat.id}/messages", status=503, times=None)
    await club.slash(club.admin, club.chat, "game end")
    await club.advance(3)
    assert sheets(club) == []
    club.env.backend.faults.clear()
    await club.advance(60)
    assert len(sheets(club)) == 1
    await club.restart()
    await club.advance(60)
    assert len(sheets(club)) == 1


@pytest.mark.parametrize("down", [3.0, 600.0])
async def test_the_sheet_outlives_the_bot(club: SimulatedClub, down: float) -> None:
    await day(club)
    club.env.inject_error("POST", f"/channels/{club.chat.id}/messages", status=503, times=None)
    await club.slash(club.admin, club.chat, "game end")
    assert sheets(club) == []
    await club.crash(downtime=down)
    await club.advance(5)
    assert len(sheets(club)) == 1
    assert open_pages(club) == []


async def test_twenty_decorated_names_fill_more_than_one_message(clubs: Clubs) -> None:
    names = tuple("_" * 30 + f"{number:02d}" for number in range(1, 21))
    club = await clubs(seats=20, names=names)
    await night(club)
    for seat in range(1, 21, 2):
        await club.slash(club.admin, club.chat, "warn", seat=seat, offence="out_of_turn", times=2)
    await club.slash(club.admin, club.chat, "game end")
    said = sheets(club)
    assert len(said) == 2
    assert all(len(text) <= 2000 for text in said)
    whole = "\n".join(said).replace("\\", "")
    assert [name for name in names if name not in whole] == []


async def test_a_command_shows_the_page_again(club: SimulatedClub) -> None:
    """`/setup` once more looks whether the page still stands, as where its deletion was never told."""
    await day(club)
    await thanks(club)
    del club.env.backend.messages[club.chat.id][club.board().id]
    assert open_pages(club) == []
    await club.setup()
    assert len(open_pages(club)) == 1
    assert page_texts(club)[-1] != ""


async def test_a_ledger_that_is_away_delays_pages_and_presses_nothing(
    club: SimulatedClub, sql: Sql, log: Log
) -> None:
    """A press is answered by the page that it changes before anything is asked of the database for it."""
    log.expect("cannot be brought up to date")
    await day(club)
    async with without(sql, "messages"):
        pressed = await club.press(club.seat(1), Press.THANKS)
        assert pressed.acknowledged
        assert "2" in (club.board().embeds[0].description or "")
        while isinstance(club.game.phase, Speeches):
            await club.to_next_deadline()
        assert isinstance(club.game.phase, Night), "the clock waits for no ledger"
        assert club.board().embeds[0].title != say(club, "night-title", round=1)
    await club.advance(31)
    assert club.board().embeds[0].title == say(club, "night-title", round=1)
    assert len(open_pages(club)) == 1
