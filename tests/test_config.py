"""Configuration: precedence, the example file, and errors that fit in one line."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from mafia_bot.config import Config, ConfigError, load_config

EXAMPLE = Path(__file__).resolve().parents[1] / "config.example.toml"


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.upper().startswith("MAFIA_BOT__"):
            monkeypatch.delenv(name)


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def keys(model: type[BaseModel], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from keys(field.annotation, name)
        else:
            yield prefix, name


def test_without_anything_the_defaults_hold() -> None:
    config = load_config()
    assert config == Config()
    assert config.discord.token is None
    assert config.database.data_dir == Path("~/.local/share/mafia-bot/pg").expanduser()
    assert config.language == "ru"


def test_the_example_loads_and_equals_the_defaults() -> None:
    assert load_config(EXAMPLE) == Config()


@pytest.mark.parametrize(("section", "name"), sorted(keys(Config)))
def test_the_example_explains_every_key(section: str, name: str) -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    start = lines.index(f"[{section}]") if section else 0
    at = next(number for number in range(start, len(lines)) if lines[number].startswith(f"{name} = "))
    assert lines[at - 1].startswith("# ")
    assert section == "" or not any(line.startswith("[") for line in lines[start + 1 : at])


def test_the_environment_wins_over_the_file(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written.write_text('language = "en"\n[voice]\nin_flight = 2\nrecheck_seconds = 4\n')
    monkeypatch.setenv("MAFIA_BOT__VOICE__IN_FLIGHT", "3")
    monkeypatch.setenv("MAFIA_BOT__DISCORD__TOKEN", "s3cret")
    config = load_config(written)
    assert (config.language, config.voice.in_flight, config.voice.recheck_seconds) == ("en", 3, 4.0)
    assert config.discord.token is not None
    assert config.discord.token.get_secret_value() == "s3cret"
    assert "s3cret" not in repr(config)


def test_an_empty_variable_means_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIA_BOT__DISCORD__TOKEN", "")
    assert load_config().discord.token is None


def test_a_configuration_built_by_hand_ignores_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIA_BOT__LANGUAGE", "en")
    assert Config().language == "ru"


def test_a_configuration_cannot_be_changed() -> None:
    config = Config()
    with pytest.raises(ValidationError):
        config.voice.in_flight = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    ("toml", "expected"),
    [
        ('language = "de"', "language: 'de' is not allowed; legal values: ru, en"),
        (
            '[log]\nlevel = "loud"',
            "log.level: 'loud' is not allowed; legal values: debug, info, warning, error",
        ),
        (
            "[voice]\nin_flight = 9",
            "voice.in_flight: 9 is not allowed; legal values: a whole number from 1 to 6",
        ),
        ('voice = "many"', "voice: 'many' is not allowed; legal values: a section"),
        (
            "[voice]\nspeed = 1",
            "voice.speed: there is no such key; legal keys here: in_flight, recheck_seconds",
        ),
        (
            "langauge = 'en'",
            "langauge: there is no such key; "
            "legal keys here: discord, database, rules, texts, voice, log, language",
        ),
        (
            '[database]\nurl = "mysql://me:hunter2@host/x"',
            "database.url: the value (not shown) is not allowed; "
            "legal values: postgresql://user:password@host/name, or empty for the built-in server",
        ),
        (
            "[discord]\ntoken = 12345",
            "discord.token: the value (not shown) is not allowed; legal values: the bot's token, or empty",
        ),
    ],
)
def test_a_wrong_file_is_answered_in_one_line(written: Path, toml: str, expected: str) -> None:
    written.write_text(toml)
    with pytest.raises(ConfigError) as wrong:
        load_config(written)
    assert str(wrong.value) == expected


def test_a_wrong_variable_is_answered_by_the_same_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAFIA_BOT__VOICE__IN_FLIGHT", "many")
    with pytest.raises(ConfigError, match=r"^voice\.in_flight: 'many' is not allowed; legal values: "):
        load_config()


@pytest.mark.parametrize(
    "name", ["MAFIA_BOT__DISCRD__TOKEN", "MAFIA_BOT__DISCORD__TOKN", "MAFIA_BOT__DISCORD"]
)
def test_a_misspelt_variable_is_not_lost_in_silence(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "s3cret")
    with pytest.raises(ConfigError, match=f"^{name}: there is no such key; legal keys here: ") as wrong:
        load_config()
    assert "s3cret" not in str(wrong.value)
    assert "MAFIA_BOT__DISCORD__TOKEN" in str(wrong.value)


@pytest.mark.parametrize("content", ["language = ", b"\xff\xfe"])
def test_a_broken_file_is_named(written: Path, content: str | bytes) -> None:
    written.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(ConfigError, match=r"config\.toml: cannot be read as TOML: ") as wrong:
        load_config(written)
    assert "\n" not in str(wrong.value)


def test_a_missing_file_is_named(written: Path) -> None:
    with pytest.raises(ConfigError, match=r"config\.toml: there is no such file"):
        load_config(written)
