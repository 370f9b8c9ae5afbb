"""The bot's settings: one TOML file, overridden by the environment, read once and passed by hand.

Knows names, types and legal values. It holds no instance of itself; nothing below the composition root
imports it.
"""

import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from mafia_bot import operator_texts

PREFIX = "MAFIA_BOT__"
DELIMITER = "__"

# The value may hold a password, so no message ever repeats it.
_UNSHOWN = {"discord.token", "database.url"}


class ConfigError(Exception):
    """The settings cannot be used. One line: the key, the wrong value (never a secret), the legal values."""


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)


def _empty_is_absent(value: object) -> object:
    """TOML has no null: an empty string in the file or the environment means "not set"."""
    return None if value == "" else value


_Absent = BeforeValidator(_empty_is_absent)
_HomePath = Annotated[Path, AfterValidator(Path.expanduser)]


class Discord(_Section):
    token: Annotated[SecretStr | None, _Absent] = Field(None, description="the bot's token, or empty")
    api_base: Annotated[Annotated[str, Field(pattern=r"^https?://\S+$")] | None, _Absent] = Field(
        None, description="an http(s) address of a REST proxy, or empty for Discord itself"
    )
    message_content: bool = Field(True, description="true, false")
    dev_guild: Annotated[Annotated[int, Field(gt=0)] | None, _Absent] = Field(
        None, description="a server's id (a positive whole number), or empty"
    )


class Database(_Section):
    url: Annotated[Annotated[str, Field(pattern=r"^postgres(ql)?(\+asyncpg)?://\S+$")] | None, _Absent] = (
        Field(None, description="postgresql://user:password@host/name, or empty for the built-in server")
    )
    data_dir: _HomePath = Field(
        Path("~/.local/share/mafia-bot/pg"), description="a directory for the built-in server's data"
    )


class Rules(_Section):
    directory: Annotated[_HomePath | None, _Absent] = Field(
        None, description="a directory with the club's own ruleset files, or empty"
    )


class Texts(_Section):
    directory: Annotated[_HomePath | None, _Absent] = Field(
        None, description="a directory with the club's own texts, or empty"
    )


class Voice(_Section):
    # Seven requests at once on Discord's mute bucket put one caller to sleep for a whole window.
    in_flight: int = Field(5, ge=1, le=6, description="a whole number from 1 to 6")
    recheck_seconds: float = Field(2.5, ge=0.5, le=30, description="seconds from 0.5 to 30")


class Log(_Section):
    level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="debug, info, warning, error"
    )
    file: Annotated[_HomePath | None, _Absent] = Field(None, description="a path, or empty for the terminal")


class Config(_Section):
    """Everything an operator can set. Building one by hand reads neither files nor the environment."""

    discord: Discord = Field(Discord(), description="a section")
    database: Database = Field(Database(), description="a section")
    rules: Rules = Field(Rules(), description="a section")
    texts: Texts = Field(Texts(), description="a section")
    voice: Voice = Field(Voice(), description="a section")
    log: Log = Field(Log(), description="a section")
    language: Literal["ru", "en"] = Field("ru", description="ru, en")


_SECTIONS: dict[str, type[_Section]] = {
    "discord": Discord,
    "database": Database,
    "rules": Rules,
    "texts": Texts,
    "voice": Voice,
    "log": Log,
}


class _Sources(Config, BaseSettings):
    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", env_prefix=PREFIX, env_nested_delimiter=DELIMITER
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return env_settings, init_settings


def load_config(path: Path | None = None) -> Config:
    """Read the TOML file at `path` (None: no file), then let `MAFIA_BOT__SECTION__KEY` variables win over it.

    Raises ConfigError, one line, for a missing or broken file, an unknown key or an illegal value.
    """
    written = {} if path is None else _read(path)
    _refuse_unknown_variables()
    try:
        return Config.model_validate(dict(_Sources(**written)))
    except ValidationError as wrong:
        raise ConfigError(_one_line(wrong)) from None


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ConfigError(operator_texts.missing_file(path)) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as reason:
        raise ConfigError(operator_texts.unreadable_file(path, reason)) from None


def _refuse_unknown_variables() -> None:
    """pydantic-settings ignores most misspelt variables; a setting that is lost must not stay silent."""
    legal = [f"{PREFIX}{name}".upper() for name in Config.model_fields if name not in _SECTIONS]
    for section, model in _SECTIONS.items():
        legal += [f"{PREFIX}{section}{DELIMITER}{name}".upper() for name in model.model_fields]
    for name in os.environ:
        if name.upper().startswith(PREFIX) and name.upper() not in legal:
            raise ConfigError(operator_texts.unknown_key(name, legal))


def _one_line(wrong: ValidationError) -> str:
    error = wrong.errors(include_url=False)[0]
    where = [str(part) for part in error["loc"]]
    fields, name, key = Config.model_fields, where[0], where[0]
    if len(where) > 1 and where[0] in _SECTIONS:
        fields, name, key = _SECTIONS[where[0]].model_fields, where[1], ".".join(where[:2])
    if name not in fields:
        return operator_texts.unknown_key(key, fields)
    shown = operator_texts.HIDDEN if key in _UNSHOWN else repr(error["input"])
    return operator_texts.bad_value(key, shown, fields[name].description or "")
