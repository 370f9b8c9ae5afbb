"""A club's rules change while a lobby is open, or a game is on: the one is offered them, the other keeps its
own (GE-10).
"""

from typing import Any

import pytest
from simcord.results import InteractionResult

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import NotOffered, answer_of, newest_board
from mafia_bot.engine.controls import Press
from mafia_bot.engine.refusals import Code
from mafia_bot.rulesets import load
from mafia_bot.rulesets.files import written
from tests.doors.visit import late, refused, say

pytestmark = pytest.mark.rule("GE-10")

MASKS = load()["masks"]


async def rules(club: SimulatedClub, command: str, **options: Any) -> InteractionResult:
    return await club.slash(club.admin, club.chat, f"rules {command}", **options)


async def five_seconds(club: SimulatedClub, seconds: str = "5") -> str:
    result = await rules(club, "set", ruleset="masks_2", axis="vote.window_seconds", value=seconds)
    return answer_of(result) or ""


def page(club: SimulatedClub) -> str:
    return club.board().embeds[0].description or ""


def offered_line(club: SimulatedClub, name: str, version: int) -> str:
    return say(club, "ruleset-offered", ruleset=name, version=version)


@pytest.fixture
async def house(club: SimulatedClub) -> SimulatedClub:
    """A club with rules of its own, «Наш дом», and a lobby that gathers to play by them."""
    await club.setup()
    await rules(club, "copy", ruleset="masks", name="Наш дом")
    await club.open("masks_2")
    return club


@pytest.mark.parametrize("locale", ["ru", "en"])
async def test_an_open_lobby_is_offered_the_new_version_and_plays_by_it_if_it_wants(
    house: SimulatedClub, locale: str
) -> None:
    house.locale = locale
    answer = await five_seconds(house)
    assert say(house, "rules-offered", voice=house.voice.id) in answer
    house.locale = "ru"
    assert offered_line(house, "Наш дом", 2) in page(house)
    assert house.game.rules.vote.window_seconds == MASKS.vote.window_seconds, "it is only offered"
    await house.press(house.admin, Press.ADOPT)
    assert (house.game.rules.version, house.game.rules.vote.window_seconds) == (2, 5)
    with pytest.raises(NotOffered):
        await house.press(house.admin, Press.ADOPT)


async def test_whoever_may_start_takes_them_and_nobody_else(house: SimulatedClub) -> None:
    await five_seconds(house)
    stranger, player = house.seat(1), house.seat(2)
    await refused(house, lambda: house.press(stranger, Press.ADOPT), Code.NOT_HOST, "GE-02")
    await house.enter(player)
    await house.press(player, Press.JOIN)
    await house.press(player, Press.ADOPT)
    assert house.game.rules.version == 2, "at the bot's table everybody who sits may start"


async def test_under_a_human_host_a_player_takes_no_rules(clubs: Any) -> None:
    club = await clubs(seats=4)
    await club.setup()
    await rules(club, "copy", ruleset="masks", name="Наш дом")
    await club.open("masks_2", host=club.host)
    await five_seconds(club)
    await club.enter(club.seat(1))
    await club.press(club.seat(1), Press.JOIN)
    await refused(club, lambda: club.press(club.seat(1), Press.ADOPT), Code.NOT_HOST, "GE-02")
    await club.press(club.host, Press.ADOPT)
    assert club.game.rules.version == 2


async def test_the_button_is_for_the_version_that_was_read_and_for_no_later_one(
    house: SimulatedClub,
) -> None:
    await five_seconds(house)
    old = house.board()
    await five_seconds(house, "7")
    assert offered_line(house, "Наш дом", 3) in page(house)

    result = await late(house, house.admin, Press.ADOPT, old)
    assert say(house, "refusal-stale") in (answer_of(result) or "")
    assert house.game.rules.version == 1
    await house.press(house.admin, Press.ADOPT)
    assert house.game.rules.vote.window_seconds == 7


async def test_the_offer_outlives_a_restart(house: SimulatedClub) -> None:
    await five_seconds(house)
    await house.crash(downtime=20)
    assert offered_line(house, "Наш дом", 2) in page(house)
    await house.press(house.admin, Press.ADOPT)
    assert house.game.rules.vote.window_seconds == 5


async def test_an_imported_version_is_offered_too_and_a_lobby_of_other_rules_hears_nothing(
    house: SimulatedClub,
) -> None:
    text = written(MASKS.model_copy(update={"id": "garden", "name": "Сад"}))
    result = await rules(house, "import", file=("rules.toml", text.encode()))
    assert answer_of(result) == say(house, "rules-imported", name="Сад", version=1)
    assert house.game.phase.offered is None  # type: ignore[union-attr]
    text = written(house.game.rules.model_copy(update={"name": "Новый дом"}))
    result = await rules(house, "import", file=("rules.toml", text.encode()))
    assert say(house, "rules-offered", voice=house.voice.id) in (answer_of(result) or "")
    assert offered_line(house, "Новый дом", 2) in page(house)


async def test_another_default_is_offered_to_the_lobby_that_plays_by_the_old_one(
    house: SimulatedClub,
) -> None:
    result = await rules(house, "default", ruleset="sport")
    assert say(house, "rules-offered", voice=house.voice.id) in (answer_of(result) or "")
    assert offered_line(house, say(house, "ruleset-sport"), 1) in page(house)
    await house.press(house.admin, Press.ADOPT)
    assert house.game.rules.id == "sport"


@pytest.mark.parametrize("locale", ["ru", "en"])
async def test_who_changes_them_during_a_game_is_told_that_it_does_not_apply(
    house: SimulatedClub, locale: str
) -> None:
    await house.seat_all()
    await house.start()
    house.locale = locale
    before, said = house.game, len(house.chat.history())
    answer = await five_seconds(house)
    assert say(house, "rules-not-running", voice=house.voice.id) in answer
    assert say(house, "rules-offered", voice=house.voice.id) not in answer
    assert house.game == before
    assert len(house.chat.history()) == said, "the table is not disturbed"


async def test_without_a_table_nothing_is_said_of_tables(club: SimulatedClub) -> None:
    await club.setup()
    await rules(club, "copy", ruleset="masks", name="Наш дом")
    assert len((await five_seconds(club)).splitlines()) == 1
    assert newest_board(club.env, club.chat.id) is None
