"""From the command line to a demo and back: runs it and turns trouble into one sentence."""

import asyncio

import msgspec
import typer
from rich.console import Console
from rich.markup import escape

from mafia_bot import operator_texts as words
from mafia_bot.bot import stop_when_told
from mafia_bot.demo.evening import EveningFailed, Report
from mafia_bot.demo.live import PageRefused
from mafia_bot.demo.playing import Options, headless, live
from mafia_bot.store import StoreError

FAILED, CHANGE_SOMETHING, INTERRUPTED = 1, 2, 130


def play(options: Options, *, headless: bool, as_json: bool) -> int:
    """The exit code: 0 only if the game ended and was stored."""
    told = Console(stderr=True, highlight=False, soft_wrap=True)
    try:
        report = asyncio.run(_run(options, alone=headless))
    except EveningFailed as problem:
        told.print(words.DEMO_FAILED.format(problem=escape(str(problem))))
        return FAILED
    except PageRefused as problem:
        told.print(words.DEMO_NO_PAGE.format(problem=escape(str(problem))))
        return CHANGE_SOMETHING
    except StoreError as problem:
        told.print(words.DATABASE_WRONG.format(problem=escape(str(problem))))
        return CHANGE_SOMETHING
    except OSError as problem:
        taken = words.DEMO_NO_PORT.format(port=options.port)
        told.print(taken if options.port else words.DEMO_NO_PAGE.format(problem=escape(str(problem))))
        return CHANGE_SOMETHING
    except (KeyboardInterrupt, asyncio.CancelledError):
        told.print(words.DEMO_STOPPED)
        return INTERRUPTED
    if as_json:
        typer.echo(msgspec.json.encode(report).decode())
    return 0


async def _run(options: Options, *, alone: bool) -> Report:
    # Being told to stop ends like Ctrl-C, or the database would be left running.
    stop_when_told()
    console = Console(highlight=False)
    console.print(words.DEMO_SEED.format(ruleset=options.ruleset, seats=options.seats, seed=options.seed))
    return await (headless(options, console) if alone else live(options, console))
