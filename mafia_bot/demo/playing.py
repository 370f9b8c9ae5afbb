"""The demo as the command line starts it: database, server, people, one game."""

import logging

from msgspec import Struct
from rich.console import Console

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.evening import Evening, Report
from mafia_bot.demo.live import Show
from mafia_bot.demo.players import lines_of
from mafia_bot.demo.screen import Screen
from mafia_bot.demo.throwaway import throwaway_store
from mafia_bot.store import Store


class Options(Struct, frozen=True):
    """What may be chosen. `speed`: virtual seconds a real one; `port` 0: any; `stays`: keep the page open."""

    ruleset: str = "most_wanted"
    seats: int = 10
    seed: int = 1
    language: str = "ru"
    speed: float = 6.0
    port: int = 0
    stays: bool = False


async def headless(options: Options, console: Console) -> Report:
    """One game at full speed, then its sheet and the rating. Raises EveningFailed, StoreError."""
    async with throwaway_store() as store, _club(store, options) as club:
        evening = Evening(club, options.ruleset, options.seed)
        await evening.prepare()
        await evening.begin()
        screen = Screen(console, evening)
        await evening.play()
        report = await evening.report()
        console.print(screen.ending(report))
        return report


async def live(options: Options, console: Console) -> Report:
    """One game to watch and to join. Raises PageRefused, OSError, EveningFailed, StoreError."""
    async with throwaway_store() as store, _club(store, options) as club:
        evening = Evening(club, options.ruleset, options.seed)
        return await Show(evening, console, options.speed, options.port, options.stays).run()


def _club(store: Store, options: Options) -> SimulatedClub:
    # The simulated client grumbles about voice libraries that it does not need.
    logging.getLogger("discord").setLevel(logging.ERROR)
    names = tuple(lines_of(options.language)["names"][: options.seats])
    return SimulatedClub(store, seed=options.seed, locale=options.language, names=names)
