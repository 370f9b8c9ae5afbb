"""What a line is edited into counts like a line typed then; what cannot be read is judged by nothing."""

from typing import Any

import discord
import pytest

from mafia_bot.config import Config
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.state import Night, NominationWindow, Speeches
from tests.doors.fixtures import Clubs, club, clubs, log  # noqa: F401
from tests.doors.visit import day, night, thanks, until

FIRST = SeatNo(1)
CONTENT = pytest.mark.parametrize("content", [True, False])


@pytest.mark.rule("CC-15")
async def test_a_forbidden_word_by_edit(clubs: Clubs) -> None:  # noqa: F811
    club = await clubs(seats=10)  # noqa: F811
    await day(club, "carcrash")
    line = await club.seat(1).send(club.chat, "подумаем")
    await club.seat(1).edit(line, "клянусь, я красный")
    await club.env.settle()
    assert not club.game.player(FIRST).alive


@pytest.mark.rule("CC-12")
async def test_out_of_turn_by_edit_and_no_second_time_for_the_same_word(clubs: Clubs) -> None:  # noqa: F811
    club = await clubs(seats=10)  # noqa: F811
    await day(club, "carcrash")
    line = await club.seat(1).send(club.chat, "честно, подумаем")
    await club.env.settle()
    assert club.game.player(FIRST).warnings == 1
    await club.seat(1).edit(line, "честно, подумаем ещё")
    await club.env.settle()
    assert club.game.player(FIRST).warnings == 1, "the word was paid for already"
    await club.press(club.seat(1), Press.THANKS)
    await club.seat(1).edit(line, "честно, подумаем, третий чёрный")
    await club.env.settle()
    assert club.game.player(FIRST).warnings == 2, "written while another had the word"


async def test_discords_own_notices_are_nobodys_words(clubs: Clubs) -> None:  # noqa: F811
    club = await clubs(seats=4)  # noqa: F811
    await day(club)
    await club.press(club.seat(1), Press.THANKS)
    seen: list[dict[str, Any]] = []
    club.env.backend.subscribers.append(lambda event, data: seen.append(data) if "content" in data else None)
    await club.seat(1).send(club.chat, "слово не вовремя")
    await club.env.settle()
    assert club.game.player(FIRST).warnings == 1
    pinned = {**seen[-1], "id": str(int(seen[-1]["id"]) + 1), "type": discord.MessageType.pins_add.value}
    for content in ("", "слово не вовремя"):
        club.env.backend.emit("MESSAGE_CREATE", {**pinned, "content": content})
        await club.env.settle()
    assert club.game.player(FIRST).warnings == 1


@pytest.mark.rule("CC-13")
@CONTENT
async def test_a_silenced_player_passes_in_writing(clubs: Clubs, content: bool) -> None:  # noqa: F811
    config = Config.model_validate({"discord": {"message_content": content}})
    club = await clubs(seats=10, config=config)  # noqa: F811
    await day(club, "carcrash")
    await club.slash(club.admin, club.chat, "warn", seat=2, offence="out_of_turn", times=3)
    await until(club, Night)
    await until(club, Speeches)
    while club.game.phase.queue[0] != 2:  # type: ignore[union-attr]
        await thanks(club)
    await club.seat(2).send(club.chat, "Пас!")
    await club.env.settle()
    second = club.game.player(SeatNo(2))
    assert (second.alive, second.warnings) == (True, 3), "«Пас!» is the very word that the rules ask for"


@pytest.mark.rule("CI-15")
@CONTENT
async def test_a_nomination_typed_in_the_window(clubs: Clubs, content: bool) -> None:  # noqa: F811
    config = Config.model_validate({"discord": {"message_content": content}})
    club = await clubs(seats=5, config=config)  # noqa: F811
    await night(club, "city")
    await until(club, NominationWindow)
    await club.seat(1).send(club.chat, "Выставляю игрока № 2")
    await club.env.settle()
    assert club.game.player(FIRST).warnings == 0
