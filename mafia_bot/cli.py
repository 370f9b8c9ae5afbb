"""The command line: reads the configuration, then hands over to one part of the bot.

Knows exit codes (2: the operator has to change something); imports the heavy parts only when asked for them.
"""

import asyncio
import os
import sys
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

from mafia_bot import operator_texts
from mafia_bot.config import Config, ConfigError, load_config

if TYPE_CHECKING:
    from mafia_bot.engine.ruleset import Ruleset

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Hosts the game of Mafia on Discord.")

DEFAULT_FILE = Path("config.toml")
CHANGE_SOMETHING = 2
USUAL_SEATS = 10


class Language(StrEnum):
    """What a table can speak."""

    RU = "ru"
    EN = "en"


ConfigPath = Annotated[
    Path | None, typer.Option("--config", help="Settings file; config.toml if there is one.")
]


@app.command()
def run(config: ConfigPath = None) -> None:
    """Run the bot until it is stopped."""
    settings = _load(config)
    if settings.discord.token is None:
        _stop(operator_texts.NO_TOKEN)
    import discord

    from mafia_bot import bot
    from mafia_bot.rulesets import RulesetError
    from mafia_bot.store.errors import StoreError
    from mafia_bot.texts import TextError

    try:
        bot.run(settings)
    except StoreError as problem:
        _stop(operator_texts.DATABASE_WRONG.format(problem=escape(str(problem))))
    except RulesetError as problem:
        _stop(operator_texts.RULESET_WRONG.format(problem=escape(str(problem))))
    except TextError as problem:
        _stop(operator_texts.TEXTS_WRONG.format(problem=escape(str(problem))))
    except discord.LoginFailure:
        _stop(operator_texts.TOKEN_REFUSED)
    except discord.PrivilegedIntentsRequired:
        _stop(operator_texts.INTENT_MISSING)
    except OSError as problem:
        _stop(operator_texts.UNREACHABLE.format(problem=escape(str(problem))))


@app.command()
def demo(
    ruleset: Annotated[str, typer.Option(help="Which rules to play by.")] = "most_wanted",
    seats: Annotated[int | None, typer.Option(help="People at the table.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed brings the same game.")] = 1,
    speed: Annotated[float, typer.Option(help="Seconds of the game in a real second.")] = 6.0,
    language: Annotated[Language, typer.Option(help="What the table speaks.")] = Language.RU,
    port: Annotated[int, typer.Option(help="Port of the page; 0: any.", min=0, max=65535)] = 0,
    headless: Annotated[bool, typer.Option("--headless", help="No page, full speed.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Figures as JSON in the last line.")] = False,
) -> None:
    """Watch a game played on a simulated server; no token and no Discord needed."""
    if find_spec("simcord") is None:
        _stop(operator_texts.DEMO_MISSING)
    if speed <= 0:
        _stop(operator_texts.DEMO_NO_SPEED)
    rules = _rules(ruleset)
    from mafia_bot.demo.playing import Options
    from mafia_bot.demo.starting import play

    options = Options(
        ruleset=ruleset,
        seats=_seats(rules, seats),
        seed=seed,
        language=language.value,
        speed=speed,
        port=port,
        stays=sys.stdin.isatty() and "CI" not in os.environ,
    )
    raise typer.Exit(play(options, headless=headless, as_json=as_json))


@app.command()
def simulate(
    ruleset: Annotated[str, typer.Argument(help="Which rules to play by: an id, or a file of one's own.")],
    games: Annotated[int, typer.Option(help="How many.", min=1)] = 1000,
    seats: Annotated[int | None, typer.Option(help="People at the table.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed brings the same games.")] = 1,
    policy: Annotated[str, typer.Option(help="How the players play.")] = "careful",
    as_json: Annotated[bool, typer.Option("--json", help="Results as JSON in the last line.")] = False,
) -> None:
    """Play many games on the bare rules and count who wins."""
    rules = _file(Path(ruleset)) if ruleset.endswith(".toml") else _rules(ruleset)
    from mafia_bot.simulation import POLICIES
    from mafia_bot.simulation_screen import show

    if policy not in POLICIES:
        _stop(operator_texts.BAD_POLICY.format(name=escape(policy), known=", ".join(POLICIES)))
    show(rules, games, _seats(rules, seats), seed, policy, as_json=as_json)


@app.command()
def migrate(config: ConfigPath = None) -> None:
    """Bring the database to this version's schema and stop (the bot does it by itself at every start)."""
    settings = _load(config)
    from mafia_bot.store.errors import StoreError
    from mafia_bot.store.opening import opened

    async def upgrade() -> str:
        async with opened(settings.database.url, settings.database.data_dir) as store:
            return await store.revision()

    try:
        revision = asyncio.run(upgrade())
    except StoreError as problem:
        _stop(operator_texts.DATABASE_WRONG.format(problem=escape(str(problem))))
    Console().print(operator_texts.MIGRATED.format(revision=revision))


@app.command()
def rebuild(
    config: ConfigPath = None,
    game: Annotated[int | None, typer.Option(help="The number of one game; all of them if left out.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only compare: exit code 1 if anything differs.")
    ] = False,
) -> None:
    """Work out results, bans, names and every game's frame from the journals again, and mend what differs."""
    settings = _load(config)
    from mafia_bot.rebuild_screen import compare
    from mafia_bot.store.errors import StoreError

    database = settings.database
    try:
        code = asyncio.run(compare(database.url, database.data_dir, game, mend=not check))
    except StoreError as problem:
        _stop(operator_texts.DATABASE_WRONG.format(problem=escape(str(problem))))
    raise typer.Exit(code)


def _load(path: Path | None) -> Config:
    if path is None and DEFAULT_FILE.exists():
        path = DEFAULT_FILE
    try:
        return load_config(path)
    except ConfigError as problem:
        _stop(operator_texts.CONFIG_WRONG.format(problem=escape(str(problem))))


def _rules(ruleset: str) -> "Ruleset":
    from mafia_bot.rulesets import load

    rulesets = load()
    if ruleset not in rulesets:
        _stop(escape(operator_texts.no_such_ruleset(ruleset, rulesets)))
    return rulesets[ruleset]


def _file(path: Path) -> "Ruleset":
    from mafia_bot.rulesets import RulesetError, parse

    try:
        return parse(path.read_text(encoding="utf-8"), path.name)
    except RulesetError as problem:
        _stop(operator_texts.RULESET_WRONG.format(problem=escape(str(problem))))
    except (OSError, UnicodeDecodeError) as problem:
        _stop(operator_texts.RULESET_WRONG.format(problem=escape(f"{path}: {problem}")))


def _seats(rules: "Ruleset", wanted: int | None) -> int:
    """The wanted number of seats, or the usual one as far as the rules allow it."""
    least, most = rules.seats.least, rules.seats.most
    seats = max(least, min(most, USUAL_SEATS)) if wanted is None else wanted
    if not least <= seats <= most:
        _stop(escape(operator_texts.wrong_seats(rules.id, least, most)))
    return seats


def _stop(message: str) -> NoReturn:
    Console(stderr=True, highlight=False, soft_wrap=True).print(message)
    raise typer.Exit(CHANGE_SOMETHING)
