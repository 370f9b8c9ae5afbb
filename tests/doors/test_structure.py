"""How every door is built, and when Discord is told of the commands."""

from collections.abc import Iterator
from typing import Any

import pytest
from discord import app_commands

from mafia_bot.bot import COGS, MafiaBot
from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.store import Store
from tests.doors.fixtures import Clubs
from tests.doors.visit import TEXTS

SAYS_WHEN = ("On `", "On the ")


@pytest.fixture
async def bot(clubs: Clubs) -> MafiaBot:
    return (await clubs(seats=0)).bot


def leaves(bot: MafiaBot) -> Iterator[app_commands.Command[Any, ..., Any]]:
    for command in bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


async def test_every_cog_is_loaded_and_says_when_it_acts(bot: MafiaBot) -> None:
    modules = {cog.__module__ for cog in bot.cogs.values()}
    assert modules == {f"cogs.{name}" for name in COGS}
    for cog in bot.cogs.values():
        module = __import__(cog.__module__, fromlist=["setup"])
        assert (module.__doc__ or "").startswith(SAYS_WHEN), cog.__module__
        assert cog.__doc__, cog.__module__


async def test_every_command_is_for_servers_alone(bot: MafiaBot) -> None:
    for command in bot.tree.get_commands():
        assert command.guild_only, command.name


async def test_every_command_and_option_is_worded_in_both_languages(club: SimulatedClub) -> None:
    russian, english = TEXTS.for_language("ru"), TEXTS.for_language("en")
    sent = await payload(club)
    for path, item in sent:
        key = f"command-{path}" if item["type"] != "option" else f"option-{item['name']}"
        assert item["name_localizations"]["ru"] == russian(f"{key}-name"), path
        assert item["description_localizations"]["ru"] == russian(f"{key}-about"), path
        assert item["description"] == english(f"{key}-about"), path
        assert item["name"] == english(f"{key}-name"), path


async def payload(club: SimulatedClub) -> list[tuple[str, dict[str, Any]]]:
    tree = club.bot.tree
    translator = tree.translator
    assert translator is not None
    found: list[tuple[str, dict[str, Any]]] = []
    for command in tree.get_commands():
        _walk(await command.get_translated_payload(tree, translator), "", found)
    return found


def _walk(item: dict[str, Any], above: str, found: list[tuple[str, dict[str, Any]]]) -> None:
    subcommand = not above or item["type"] in (1, 2)
    path = f"{above}-{item['name']}".strip("-")
    found.append((path, item if subcommand else {**item, "type": "option"}))
    for option in item.get("options", ()):
        _walk(option, path, found)


async def test_every_callback_answers_alone(club: SimulatedClub) -> None:
    """Whatever a command says before there is a table, it says to its user alone."""
    anyone, asked = club.newcomer("anyone"), 0
    samples: dict[str, Any] = {
        "seat": 1,
        "seconds": 5,
        "player": anyone,
        "offence": "oath",
        "ruleset": "masks",
        "axis": "a",
        "value": "b",
        "name": "c",
    }
    for command in leaves(club.bot):
        if command.qualified_name in ("setup", "rules import"):
            continue
        options = {p.name: samples[p.name] for p in command.parameters if p.required}
        result = await club.slash(anyone, club.lobby, command.qualified_name, **options)
        assert result.acknowledged, command.qualified_name
        if command.qualified_name != "rules export":
            assert answer_of(result), command.qualified_name
        assert result.ephemeral, command.qualified_name
        asked += 1
    assert asked >= 27


def synced(club: SimulatedClub) -> int:
    return sum(call.method == "PUT" and call.path.endswith("/commands") for call in club.env.http_requests)


async def test_commands_are_sent_only_when_they_changed(clubs: Clubs, store: Store) -> None:
    club = await clubs(seats=0)
    assert synced(club) == 1
    await club.restart()
    assert synced(club) == 1
    assert club.bot.application_id is not None
    await store.bots.told(club.bot.application_id, "of an older version", 0.0)
    await club.restart()
    assert synced(club) == 2
    await club.restart()
    assert synced(club) == 2
