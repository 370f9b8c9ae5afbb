"""CC-21: last game's first victim and newcomers are not put first in the kill order."""

import pytest

from mafia_bot.club.courtesy import first_victim, spared
from mafia_bot.engine.ids import UserId
from mafia_bot.store import PlayedSeat, SeatResult, Store
from tests.rows import game_ended, game_row

GUILD = 7
ANN, BOB, CID, DEE = UserId(1), UserId(2), UserId(3), UserId(4)


def seat(number: int, user: UserId, cause: str | None = None, round_: int | None = None) -> SeatResult:
    return SeatResult(number, user, "civilian", "town", True, cause, round_)


async def played(store: Store, at: float, *seats: SeatResult) -> None:
    await game_ended(store, await game_row(store, GUILD), at, seats=seats)


@pytest.mark.rule("CC-21")
async def test_the_first_victim_of_the_last_game_and_newcomers_are_spared(store: Store) -> None:
    await played(store, 1.0, seat(1, ANN, "night", 1), seat(2, BOB), seat(3, CID))
    await played(store, 2.0, seat(1, ANN), seat(2, BOB, "night", 1), seat(3, CID, "night", 2))
    assert await spared(store, GUILD, [CID, DEE, BOB, ANN]) == (DEE, BOB)


async def test_a_victim_of_a_later_night_is_nobodys_guest(store: Store) -> None:
    await played(store, 1.0, seat(1, ANN, "night", 2), seat(2, BOB, "vote", 1))
    assert await spared(store, GUILD, [ANN, BOB]) == ()


def test_without_games_nobody_was_killed_first() -> None:
    none: list[PlayedSeat] = []
    assert first_victim(none) is None
