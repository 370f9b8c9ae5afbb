"""The command line, as an operator meets it."""

import asyncio
import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from mafia_bot.cli import app
from mafia_bot.rulesets import load
from mafia_bot.rulesets.files import written
from mafia_bot.store import migrate
from mafia_bot.store.guard import guarded

CHECKOUT = str(Path(__file__).resolve().parents[1])


@pytest.fixture(autouse=True)
def _somewhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No config.toml of a developer, and no token of theirs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MAFIA_BOT__DISCORD__TOKEN", raising=False)


def call(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def test_running_without_a_token_says_how_to_get_one() -> None:
    result = call("run")
    assert result.exit_code == 2
    assert "https://discord.com/developers/applications" in result.stderr
    assert "MAFIA_BOT__DISCORD__TOKEN" in result.stderr
    assert '[discord] token = "..."' in result.stderr


@pytest.mark.parametrize("command", ["run", "migrate"])
def test_a_wrong_configuration_is_one_line_and_stops_everything(tmp_path: Path, command: str) -> None:
    (tmp_path / "config.toml").write_text('language = "de"')
    result = call(command)
    assert result.exit_code == 2
    assert result.stderr == "Configuration: language: 'de' is not allowed; legal values: ru, en\n"


def test_a_named_file_must_exist() -> None:
    result = call("run", "--config", "nowhere.toml")
    assert result.exit_code == 2
    assert "nowhere.toml: there is no such file" in result.stderr


def test_migrating_says_where_the_schema_is(database_url: str, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(f'[database]\nurl = "{database_url}"')
    result = call("migrate", "--config", "my.toml")
    assert (result.exit_code, result.stdout) == (0, f"The database schema is at {migrate.head()}.\n")


def test_a_database_out_of_reach_is_said_plainly(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text('[database]\nurl = "postgresql://nobody@127.0.0.1:1/nothing"')
    result = call("migrate", "--config", "my.toml")
    assert result.exit_code == 2
    assert result.stderr.startswith("Database: the database cannot be opened: ")


def test_without_a_command_there_is_help() -> None:
    assert "run" in call("--help").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("demo", "--ruleset", "chess"), "There is no ruleset chess; there are: "),
        (("demo", "--seats", "11"), "most_wanted is played by 10 people"),
        (("demo", "--ruleset", "masks", "--seats", "2"), "masks is played by 3 to 20 people"),
        (("demo", "--speed", "0"), "--speed must be more than 0"),
        (("simulate", "chess"), "There is no ruleset chess; there are: "),
        (("simulate", "masks", "--policy", "wise"), "There is no policy wise; there are: "),
    ],
)
def test_what_cannot_be_played_is_one_sentence(arguments: tuple[str, ...], said: str) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith(said)
    assert result.stderr.count("\n") == 1


def test_a_demo_without_the_simulator_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mafia_bot.cli.find_spec", lambda _name: None)
    result = call("demo")
    assert result.exit_code == 2
    assert "pip install 'mafia-bot[demo]'" in result.stderr


def test_simulating_counts_who_wins() -> None:
    result = call("simulate", "masks", "--games", "40", "--seats", "8", "--policy", "random", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout.splitlines()[-1])
    assert (found["ruleset"], found["games"], found["seats"]) == ("masks", 40, 8)
    assert sum(share["games"] for share in found["shares"].values()) >= 40


def test_an_own_ruleset_is_simulated_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "garden.toml"
    file.write_text(written(load()["sport"].model_copy(update={"id": "garden"})), encoding="utf-8")
    result = call("simulate", str(file), "--games", "10", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout.splitlines()[-1])["ruleset"] == "garden"


def test_a_wrong_ruleset_file_is_one_line_with_all_its_faults(tmp_path: Path) -> None:
    file = tmp_path / "garden.toml"
    file.write_text(written(load()["sport"]).replace("draw_rounds = 3", "draw_rounds = 0"), encoding="utf-8")
    result = call("simulate", str(file))
    assert result.exit_code == 2
    assert "wins.draw_rounds" in result.stderr
    assert result.stderr.startswith("Ruleset: garden.toml: line ")


@pytest.fixture
def own_log() -> Iterator[None]:
    """Running the bot turns the whole process's log to its own stream; afterwards it is as before."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


@pytest.mark.usefixtures("own_log")
def test_a_bot_with_wrong_texts_does_not_start(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAFIA_BOT__DISCORD__TOKEN", "nobody.knows.it")
    monkeypatch.setenv("MAFIA_BOT__DATABASE__URL", database_url)
    monkeypatch.setenv("MAFIA_BOT__TEXTS__DIRECTORY", str(tmp_path / "nowhere"))
    result = call("run")
    assert result.exit_code == 2
    assert result.stderr.startswith("Texts: ")
    assert "there is no such directory" in result.stderr


@pytest.mark.usefixtures("own_log")
def test_a_bot_whose_database_is_away_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIA_BOT__DISCORD__TOKEN", "nobody.knows.it")
    monkeypatch.setenv("MAFIA_BOT__DATABASE__URL", "postgresql://nobody@127.0.0.1:1/nothing")
    result = call("run")
    assert result.exit_code == 2
    assert "Database: the database cannot be opened" in result.stderr


async def test_a_second_process_with_the_same_token_does_not_start(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = "nobody.knows.it"
    monkeypatch.setenv("MAFIA_BOT__DISCORD__TOKEN", token)
    monkeypatch.setenv("MAFIA_BOT__DATABASE__URL", database_url)
    monkeypatch.setenv("PYTHONPATH", CHECKOUT)
    async with guarded(database_url, f"token {token}", lambda: None):
        second = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "mafia_bot", "run", stderr=asyncio.subprocess.PIPE
        )
        _, said = await second.communicate()
    assert second.returncode == 2
    assert b"another process already runs this bot" in said.replace(b"\n", b" ")
    assert b"Traceback" not in said
