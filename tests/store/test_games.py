"""Games, halls, clubs and names: the frames around a journal."""

import pytest

from mafia_bot.store import Store
from mafia_bot.store.games import GameStatus
from mafia_bot.store.halls import Hall
from tests.rows import game_ended, game_row, game_started

GUILD = 10
NOW = 1_700_000_000.0


@pytest.fixture
async def hall(store: Store) -> Hall:
    return await store.halls.add(
        GUILD, category_id=1, chat_id=2, voice_id=3, graveyard_id=4, rooms={"mafia": 5}, at=NOW
    )


async def test_a_game_goes_from_lobby_to_running_to_over(store: Store, hall: Hall) -> None:
    game_id = await game_row(store, GUILD, hall.id, "masks", {"seats": [3, 16]}, at=NOW)
    lobby = await store.games.in_hall(hall.id)
    assert lobby is not None
    assert (lobby.id, lobby.status, lobby.ruleset) == (game_id, GameStatus.LOBBY, {"seats": [3, 16]})
    await game_started(store, game_id, NOW + 5)
    running = await store.games.get(game_id)
    assert running is not None
    assert (running.status, running.started_at) == (GameStatus.RUNNING, NOW + 5)
    await game_ended(store, game_id, NOW + 10)
    assert await store.games.in_hall(hall.id) is None
    assert [game.ended_at for game in await store.games.ended(GUILD)] == [NOW + 10]


async def test_a_game_that_cannot_be_read_gives_its_hall_free_and_no_other_does(
    store: Store, hall: Hall
) -> None:
    lost = await game_row(store, GUILD, hall.id)
    await store.games.abandon(lost, NOW + 10)
    assert await store.games.in_hall(hall.id) is None
    over = await game_row(store, GUILD)
    await game_ended(store, over, NOW + 20)
    await store.games.abandon(over, NOW + 30)
    frames = [(game.id, game.status, game.reason, game.ended_at) for game in await store.games.ended(GUILD)]
    assert frames == [
        (over, GameStatus.FINISHED, None, NOW + 20),
        (lost, GameStatus.ABANDONED, "unreadable", NOW + 10),
    ]


async def test_running_games_say_that_they_are_alive(store: Store) -> None:
    first = await game_row(store, GUILD)
    second = await game_row(store, GUILD)
    await store.games.alive([first], NOW + 7)
    assert [game.alive_at for game in await store.games.open_games()] == [NOW + 7, None]
    assert second > first


async def test_a_restart_finds_every_open_game(store: Store) -> None:
    here = await game_row(store, GUILD)
    there = await game_row(store, GUILD + 1)
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
    game_id = await game_row(store, GUILD, hall.id)
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
