"""Games, halls, clubs and names: the frames around a journal."""

import asyncio

import pytest

from mafia_bot.store import HallBusy, Store, UnknownGame
from mafia_bot.store.games import GameStatus
from mafia_bot.store.halls import Hall

GUILD = 10
NOW = 1_700_000_000.0


@pytest.fixture
async def hall(store: Store) -> Hall:
    return await store.halls.add(
        GUILD, category_id=1, chat_id=2, voice_id=3, graveyard_id=4, rooms={"mafia": 5}, at=NOW
    )


async def test_a_game_goes_from_lobby_to_running_to_over(store: Store, hall: Hall) -> None:
    game_id = await store.games.open(GUILD, hall.id, "masks", {"seats": [3, 16]}, "ru", NOW)
    lobby = await store.games.in_hall(hall.id)
    assert lobby is not None
    assert (lobby.id, lobby.status, lobby.ruleset) == (game_id, GameStatus.LOBBY, {"seats": [3, 16]})
    await store.games.start(game_id, NOW + 5)
    await store.games.start(game_id, NOW + 9)
    running = await store.games.get(game_id)
    assert running is not None
    assert (running.status, running.started_at) == (GameStatus.RUNNING, NOW + 5)
    await store.results.close(game_id, GameStatus.ABANDONED, NOW + 10, reason="everyone left")
    assert await store.games.in_hall(hall.id) is None
    assert [game.reason for game in await store.games.ended(GUILD)] == ["everyone left"]
    with pytest.raises(UnknownGame):
        await store.games.start(game_id, NOW + 11)


async def test_of_two_hosts_who_open_a_game_at_once_one_is_refused(store: Store, hall: Hall) -> None:
    tries = await asyncio.gather(
        *(store.games.open(GUILD, hall.id, "city", {}, "ru", NOW) for _ in range(2)), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in tries) == ["HallBusy", "int"]


async def test_a_hall_is_free_again_after_its_game(store: Store, hall: Hall) -> None:
    first = await store.games.open(GUILD, hall.id, "city", {}, "ru", NOW)
    with pytest.raises(HallBusy):
        await store.games.open(GUILD, hall.id, "city", {}, "ru", NOW)
    await store.results.close(first, GameStatus.ANNULLED, NOW)
    await store.games.open(GUILD, hall.id, "city", {}, "ru", NOW)


async def test_the_ruleset_can_change_in_the_lobby_only(store: Store) -> None:
    game_id = await store.games.open(GUILD, None, "city", {}, "ru", NOW)
    await store.games.retune(game_id, "sport", {"fouls": 4}, "en")
    game = await store.games.get(game_id)
    assert game is not None
    assert (game.ruleset_id, game.ruleset, game.language) == ("sport", {"fouls": 4}, "en")
    await store.games.start(game_id, NOW)
    with pytest.raises(UnknownGame):
        await store.games.retune(game_id, "city", {}, "ru")


async def test_running_games_say_that_they_are_alive(store: Store) -> None:
    first = await store.games.open(GUILD, None, "city", {}, "ru", NOW)
    second = await store.games.open(GUILD, None, "city", {}, "ru", NOW)
    await store.games.alive([first], NOW + 7)
    assert [game.alive_at for game in await store.games.open_games()] == [NOW + 7, None]
    assert second > first


async def test_a_restart_finds_every_open_game(store: Store) -> None:
    here = await store.games.open(GUILD, None, "city", {}, "ru", NOW)
    there = await store.games.open(GUILD + 1, None, "city", {}, "ru", NOW)
    assert [game.id for game in await store.games.open_games()] == [here, there]
    assert [game.id for game in await store.games.open_games(GUILD)] == [here]


@pytest.mark.parametrize("channel", [2, 3, 4, 5])
async def test_a_hall_is_found_by_any_of_its_channels(store: Store, hall: Hall, channel: int) -> None:
    assert await store.halls.at(channel) == hall
    assert await store.halls.at(99) is None


async def test_a_guild_has_several_halls_and_a_voice_channel_only_one(store: Store, hall: Hall) -> None:
    second = await store.halls.add(GUILD, category_id=1, chat_id=12, voice_id=13, at=NOW)
    again = await store.halls.add(GUILD, category_id=1, chat_id=22, voice_id=3, at=NOW + 1)
    assert again.id == hall.id
    assert [each.chat_id for each in await store.halls.of_guild(GUILD)] == [22, second.chat_id]


async def test_rooms_change_and_a_removed_hall_leaves_its_games(store: Store, hall: Hall) -> None:
    await store.halls.set_rooms(hall.id, {"lover": 6}, None)
    await store.halls.set_language(hall.id, "en")
    changed = await store.halls.get(hall.id)
    assert changed is not None
    assert (changed.rooms, changed.graveyard_id, changed.language) == ({"lover": 6}, None, "en")
    game_id = await store.games.open(GUILD, hall.id, "city", {}, "ru", NOW)
    await store.halls.remove(hall.id)
    game = await store.games.get(game_id)
    assert game is not None
    assert game.hall_id is None


async def test_a_club_keeps_what_it_chose_and_merges_what_it_changes(store: Store) -> None:
    assert (await store.clubs.get(GUILD)).settings == {}
    await store.clubs.set(GUILD, {"default_ruleset": "masks", "season": 1}, NOW)
    await store.clubs.set_language(GUILD, "en", NOW)
    await store.clubs.set(GUILD, {"season": 2}, NOW)
    club = await store.clubs.get(GUILD)
    assert (club.language, club.settings) == ("en", {"default_ruleset": "masks", "season": 2})


async def test_the_last_name_seen_is_kept(store: Store) -> None:
    await store.members.saw(GUILD, {1: "Аня", 2: "Боря"}, NOW)
    await store.members.saw(GUILD, {1: "Анна"}, NOW + 1)
    await store.members.saw(GUILD, {1: "поздно"}, NOW - 1)
    assert await store.members.names(GUILD, [1, 2, 3]) == {1: "Анна", 2: "Боря"}
