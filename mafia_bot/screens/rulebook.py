"""The rules in force as a text for players, with all their numbers (GE-10), in parts that fit a message."""

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.ruleset.night import DealRow
from mafia_bot.engine.words import CIVILIAN
from mafia_bot.screens.ladder import rung_line
from mafia_bot.screens.names import offence_name, title_of
from mafia_bot.texts import Language

LIMIT = 1900
SECTIONS = (
    ("seats", ("seats", "deal")),
    ("night", ("night", "shooting")),
    ("roles", ("heal", "visit", "invite", "maniac")),
    ("circle", ("circle",)),
    ("vote", ("vote",)),
    ("farewell", ("farewell",)),
    ("wins", ("wins",)),
    ("discipline", ("discipline",)),
)


def rulebook(rules: Ruleset, texts: Language) -> list[str]:
    """The whole ruleset in words, cut where a message would be too long; never between a line's words."""
    usual, texts = texts.called({}), texts.called(rules.names)
    lines = [f"**{texts('rules-title', ruleset=title_of(rules, texts), version=rules.version)}**"]
    about = f"ruleset-{rules.id}-about"
    if texts.has(about):
        lines.append(texts(about))
    for section, groups in SECTIONS:
        lines.append(f"\n__{texts(f'rules-section-{section}')}__")
        for group in groups:
            lines += _group(rules, group, texts)
        if section == "roles" and rules.names:
            lines.append(_called(rules, usual, texts))
    return _cut(lines)


def _group(rules: Ruleset, group: str, texts: Language) -> Iterator[str]:
    if group == "deal":
        yield from (_row(row, texts) for row in rules.deal.rows)
    if group == "night":
        for plan in ("first", "later"):
            yield f"*{texts(f'rules-plan-{plan}')}*"
            for step in getattr(rules.night, plan):
                yield texts("rules-night-step", role=step.wake, act=step.act, seconds=step.seconds)
    yield from _axes(getattr(rules, group), group, texts)
    if group == "discipline":
        for rung in rules.discipline.ladder.rungs:
            yield rung_line(rung, texts)
        for offence in rules.discipline.offences:
            sanctions = [texts(f"sanction-{sanction}") for sanction in offence.sanctions]
            yield texts("rules-offence", offence=offence_name(offence.id, texts), sanctions=sanctions)


def _called(rules: Ruleset, usual: Language, texts: Language) -> str:
    """What this club calls its cards, beside the names that they have elsewhere (CI-23)."""
    keys = [f"role-{role}" for role in rules.names]
    called = [texts("rules-called", usual=usual(key), own=texts(key)) for key in keys]
    return texts("rules-line", name=texts("axis-names"), value=", ".join(called))


def _row(row: DealRow, texts: Language) -> str:
    cards = [
        texts("deal-row", role=role, count=count) for role, count in row.roles.items() if role != CIVILIAN
    ]
    if row.thirds:
        cards.insert(0, texts("rules-deal-thirds"))
    return texts("rules-deal-row", least=row.least, most=row.most, cards=cards)


def _axes(group: BaseModel, path: str, texts: Language) -> Iterator[str]:
    """Every plain axis of a group, and of the groups in it."""
    for name in type(group).model_fields:
        value = getattr(group, name)
        key = f"{path}-{name}"
        if isinstance(value, BaseModel):
            yield from _axes(value, key, texts)
        elif texts.has(f"axis-{key}") and value not in (None, ()):
            yield texts("rules-line", name=texts(f"axis-{key}"), value=axis_value(key, value, texts))


def axis_value(key: str, value: Any, texts: Language) -> str:
    """An axis's value in words: yes or no, seconds, a choice by its own text, a list, or the number."""
    if isinstance(value, bool):
        return texts("yes" if value else "no")
    if texts.has(f"axis-{key}-is-{value}"):
        return texts(f"axis-{key}-is-{value}")
    if isinstance(value, tuple):
        return ", ".join(str(item).replace("{seat}", "N") for item in value)
    if key.endswith("seconds") and isinstance(value, (int, float)):
        return texts("rules-seconds", seconds=value)
    return texts("number", value=value) if isinstance(value, (int, float)) else str(value)


def _cut(lines: list[str]) -> list[str]:
    parts: list[str] = []
    for line in lines:
        if parts and len(parts[-1]) + len(line) + 1 <= LIMIT:
            parts[-1] += "\n" + line
        else:
            parts.append(line.lstrip("\n"))
    return parts
