"""What `rebuild` prints: every value that was stored otherwise than its journal says."""

from pathlib import Path

from rich.console import Console
from rich.markup import escape

from mafia_bot import operator_texts as words
from mafia_bot.club.rebuild import Difference, rebuild
from mafia_bot.store import opened

DIFFERENT = 1

LONGEST = 120
"""Signs of a value that are shown: a whole ruleset would fill the screen."""


async def compare(url: str | None, data_dir: Path, game: int | None, *, mend: bool) -> int:
    """Compare, print and, with `mend`, mend; the exit code. Raises StoreError, UnknownGame among them."""
    console = Console(soft_wrap=True, highlight=False)
    games = unreadable = found = 0
    async with opened(url, data_dir) as store:
        async for examined in rebuild(store, game, mend=mend):
            games += 1
            found += len(examined.differences)
            if examined.fault is not None:
                unreadable += 1
                fault = escape(examined.fault.splitlines()[0][:200])
                console.print(words.REBUILD_UNREADABLE.format(game=examined.game_id, fault=fault))
            for difference in examined.differences:
                console.print(_line(difference))
    done = words.REBUILD_SAME if not found else words.REBUILD_MENDED if mend else words.REBUILD_LEFT
    console.print(words.REBUILD_END.format(games=games, unreadable=unreadable, found=found, done=done))
    return DIFFERENT if found and not mend else 0


def _line(difference: Difference) -> str:
    return words.REBUILD_DIFFERENCE.format(
        game=difference.game_id,
        table=difference.table,
        column=escape(difference.column),
        stored=_shown(difference.stored),
        derived=_shown(difference.derived),
    )


def _shown(value: object) -> str:
    text = repr(value)
    return escape(text if len(text) <= LONGEST else f"{text[:LONGEST]}…")
