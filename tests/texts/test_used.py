"""Every text is said somewhere: a key that no code and no other text names is wording nobody reads."""

import re
from pathlib import Path

import pytest

from mafia_bot.texts import LANGUAGES, Texts

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [*(ROOT / "mafia_bot").rglob("*.py"), *(ROOT / "cogs").rglob("*.py")]
CODE = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)

WHOLE = set(re.findall(r"""["']([a-z][a-z0-9_-]*)["']""", CODE))
"""Every literal that could be a key."""

MADE = re.findall(r"""\bf(["'])([a-z][a-z0-9_-]*-?\{[^"']*?)\1""", CODE)
"""Keys that are put together: a beginning in words, then what it depends on."""

COMMANDS = re.compile(r"(command|option)-.+-(about|name)")
"""Looked up by the translator from the names of commands and options."""


def keys(code: str) -> set[str]:
    return set(Texts.load().for_language(code).keys_under(""))


def patterns() -> list[re.Pattern[str]]:
    """A made key is used by its beginning, which must say something by itself."""
    found = []
    for _, made in MADE:
        beginning = made.split("{", 1)[0]
        if len(beginning) >= 3:
            found.append(re.compile(re.sub(r"\\\{.*?\\\}", ".+", re.escape(made)) + "$"))
    return found


def prefixes(code: str) -> set[str]:
    """What other texts name: a field `{role:text|role}` says one of the keys `role-…`."""
    texts = Texts.load().for_language(code)
    specs = (spec for key in keys(code) for found in texts.fields(key).values() for spec in found)
    return {part for spec in specs if spec.startswith("text|") for part in spec.split("|")[1:2]}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_text_is_said_somewhere(code: str) -> None:
    made, named = patterns(), prefixes(code)
    dead = {
        key
        for key in keys(code)
        if key not in WHOLE
        and not COMMANDS.fullmatch(key)
        and not any(key.startswith(f"{prefix}-") for prefix in named)
        and not any(pattern.match(key) for pattern in made)
    }
    assert dead == set()


def test_the_look_would_notice_a_dead_text() -> None:
    assert "nobody-says-this" not in WHOLE
    assert not any(pattern.match("nobody-says-this") for pattern in patterns())
    assert patterns()
