"""What a registry takes up at its start, and what it leaves alone."""

import logging

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.engine.state import Lobby
from mafia_bot.store import GameStatus, Record


async def test_the_running_game_is_taken_up_once(club: SimulatedClub) -> None:
    before, records = club.game, await club.store.journal.load(club.table.game_id)
    for _ in range(3):
        await club.restart()
        assert club.game == before
    assert await club.store.journal.load(club.table.game_id) == records, "a start writes nothing of its own"


async def test_a_finished_game_is_not_taken_up(club: SimulatedClub) -> None:
    await club.slash(club.admin, club.chat, "game end")
    await club.restart()
    assert club.bot.registry.tables() == ()


async def test_an_unreadable_game_gives_way_to_the_next_lobby(
    club: SimulatedClub, caplog: pytest.LogCaptureFixture
) -> None:
    """It is not continued and not destroyed, and it does not block its hall for ever."""
    number = club.table.game_id
    records = await club.store.journal.load(number)
    strange = Record(records[-1].seq + 1, records[-1].at, "card_eaten", 1, {"seat": 1})
    await club.store.journal.append(number, strange.seq, [strange])
    with caplog.at_level(logging.ERROR):
        await club.restart()
    assert any(str(number) in record.getMessage() for record in caplog.records)
    assert club.bot.registry.tables() == ()
    await club.open("masks")
    assert isinstance(club.game.phase, Lobby)
    frame = await club.store.games.get(number)
    assert frame is not None
    assert frame.status is GameStatus.ABANDONED
    assert len(await club.store.journal.load(number)) == len(records) + 1


async def test_the_heartbeat_is_written(club: SimulatedClub) -> None:
    await club.slash(club.admin, club.chat, "game pause")
    await club.advance(61)
    frame = await club.store.games.get(club.table.game_id)
    assert frame is not None
    assert frame.alive_at is not None
    assert club.env.now().timestamp() - frame.alive_at <= 15.5
