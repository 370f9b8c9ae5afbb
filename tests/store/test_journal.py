"""The journal as a port: what every writer and reader of it may rely on."""

import asyncio

import pytest

from mafia_bot.club.rebuild import rebuild
from mafia_bot.store import JournalConflict, Record, Store, UnknownGame
from tests.engine.recording import JOURNALS, stored
from tests.rows import game_row

NOW = 1_700_000_000.123456


def record(seq: int, **data: object) -> Record:
    return Record(seq, NOW + seq, "VoteCast", 1, data)


@pytest.fixture
async def game(store: Store) -> int:
    return await game_row(store, 1)


async def test_what_was_appended_is_loaded_in_order(store: Store, game: int) -> None:
    written = [record(1, seat=3, name="Ёж «7»"), record(2, nested={"a": [1, 2.5, None, True]}), record(3)]
    await store.journal.append(game, 1, written[:2])
    await store.journal.append(game, 3, written[2:])
    assert await store.journal.load(game) == written


async def test_times_keep_their_microseconds(store: Store, game: int) -> None:
    await store.journal.append(game, 1, [record(1)])
    (loaded,) = await store.journal.load(game)
    assert loaded.at == pytest.approx(NOW + 1, abs=1e-6)


async def test_a_reader_can_ask_only_for_what_is_new(store: Store, game: int) -> None:
    await store.journal.append(game, 1, [record(n) for n in range(1, 6)])
    assert [each.seq for each in await store.journal.load(game, after=3)] == [4, 5]


async def test_a_game_without_records_has_an_empty_journal(store: Store, game: int) -> None:
    await store.journal.append(game, 1, [])
    assert await store.journal.load(game) == []


async def test_a_taken_place_refuses_the_whole_batch(store: Store, game: int) -> None:
    await store.journal.append(game, 1, [record(1), record(2)])
    with pytest.raises(JournalConflict) as refused:
        await store.journal.append(game, 2, [record(2, late=True), record(3), record(4)])
    assert refused.value.game_id == game
    assert refused.value.first_seq == 2
    assert await store.journal.load(game) == [record(1), record(2)]


async def test_a_batch_that_overlaps_at_its_end_leaves_nothing_either(store: Store, game: int) -> None:
    await store.journal.append(game, 3, [record(3)])
    with pytest.raises(JournalConflict):
        await store.journal.append(game, 1, [record(1), record(2), record(3)])
    assert [each.seq for each in await store.journal.load(game)] == [3]


async def test_of_two_writers_at_the_same_instant_exactly_one_wins(
    store: Store, database_url: str, game: int
) -> None:
    other = await Store.open(database_url, connections=2)
    try:
        for place in range(1, 21):
            tries = await asyncio.gather(
                store.journal.append(game, place, [record(place, by="one")]),
                other.journal.append(game, place, [record(place, by="other")]),
                return_exceptions=True,
            )
            assert [type(each) for each in tries if each is not None] == [JournalConflict]
    finally:
        await other.close()
    assert [each.seq for each in await store.journal.load(game)] == list(range(1, 21))


async def test_journals_of_two_games_do_not_meet(store: Store, game: int) -> None:
    second = await game_row(store, 1)
    await store.journal.append(game, 1, [record(1, of="first")])
    await store.journal.append(second, 1, [record(1, of="second")])
    assert (await store.journal.load(second))[0].data == {"of": "second"}


async def test_a_game_that_does_not_exist_cannot_be_written(store: Store) -> None:
    with pytest.raises(UnknownGame):
        await store.journal.append(404, 1, [record(1)])


async def test_records_with_a_hole_are_a_defect_of_the_caller(store: Store, game: int) -> None:
    with pytest.raises(ValueError, match="without holes"):
        await store.journal.append(game, 1, [record(1), record(3)])


async def test_a_store_goes_on_after_a_conflict(store: Store, game: int) -> None:
    await store.journal.append(game, 1, [record(1)])
    for _ in range(10):
        with pytest.raises(JournalConflict):
            await store.journal.append(game, 1, [record(1)])
    await store.journal.append(game, 2, [record(2)])
    assert len(await store.journal.load(game)) == 2


@pytest.mark.parametrize("name", sorted(path.stem for path in JOURNALS.glob("*.json")))
async def test_a_kept_journal_is_stored_row_by_row_as_it_was_recorded(
    store: Store, game: int, name: str
) -> None:
    rows = [Record(**row) for row in stored(name)["rows"]]
    await store.journal.append(game, 1, rows)
    assert await store.journal.load(game) == rows
    _ = [each async for each in rebuild(store, game, mend=True)]  # as it would stand with a real game
