"""The ledger of private panels: known until they are closed, or out of reach."""

from msgspec.structs import replace

from mafia_bot.store import Store
from mafia_bot.store.panels import OpenPanel

NOW = 1_700_000_000.0
PANEL = OpenPanel(1, 7, 100, "night", "night:2:1", "ru", "key", NOW + 840)


async def test_the_panels_of_a_game_are_those_within_reach(store: Store) -> None:
    later = replace(PANEL, nonce=2, until=NOW + 900, message_id=55)
    for panel in (PANEL, later, replace(PANEL, nonce=3, game_id=8)):
        await store.panels.write(panel)
    assert await store.panels.of_game(7, NOW) == [PANEL, later]
    assert await store.panels.of_game(7, NOW + 850) == [later]


async def test_a_panel_is_written_over_and_forgotten(store: Store) -> None:
    await store.panels.write(PANEL)
    changed = replace(PANEL, token="newer", until=NOW + 999, message_id=9)
    await store.panels.write(changed)
    assert await store.panels.of_game(7, NOW) == [changed]
    await store.panels.forget(1)
    await store.panels.forget(1)
    assert await store.panels.of_game(7, NOW) == []


async def test_what_nobody_can_reach_is_dropped_at_a_start(store: Store) -> None:
    await store.panels.write(PANEL)
    await store.panels.write(replace(PANEL, nonce=2, game_id=8, until=NOW + 10))
    assert await store.panels.games(NOW) == [7, 8]
    assert await store.panels.games(NOW + 20) == [7]
    assert await store.panels.of_game(8, NOW) == []
