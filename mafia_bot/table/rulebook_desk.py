"""Making rules in words: what `/rules set`, `import` and `export` answer, in the caller's language."""

import msgspec

from mafia_bot.engine.ids import UserId
from mafia_bot.engine.refusals import Refusal
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.rulesets.axes import AXES, Axis, AxisError
from mafia_bot.rulesets.files import Fault, written
from mafia_bot.screens.names import title_of
from mafia_bot.screens.rulebook import axis_value
from mafia_bot.table.proposing import Proposing
from mafia_bot.table.rulemaking import Rulemaking
from mafia_bot.texts import Language

LIMIT = 1900


class Maker(msgspec.Struct, frozen=True):
    """Who makes rules for a server, in which words they are answered, and by what the tables hear of it."""

    guild_id: int
    author: UserId
    texts: Language
    rulemaking: Rulemaking
    proposing: Proposing

    async def told(self, done: str, rules: Ruleset, *, every: bool = False) -> str:
        """What was done, and what it means to the tables that are open now."""
        return "\n".join([done, *await self.proposing.propose(self.guild_id, rules, self.texts, every=every)])


def title(rules: Ruleset, texts: Language) -> str:
    """What a ruleset is called."""
    return title_of(rules, texts)


def axis_name(path: str, texts: Language) -> str:
    """An axis in words, or its path if it has none."""
    key = f"axis-{path.replace('.', '-')}"
    return texts(key) if texts.has(key) else path


def axis_choices(texts: Language) -> list[tuple[str, str]]:
    """Every axis that can be set, as (path, name with its clauses)."""
    return [
        (axis.path, f"{axis_name(axis.path, texts)} ({axis.clause})" if axis.clause else axis.path)
        for axis in AXES.values()
    ]


async def set_default(maker: Maker, ruleset_id: str) -> str | Refusal:
    """Change what new lobbies open by, and say so."""
    rules = await maker.rulemaking.set_default(maker.guild_id, ruleset_id)
    if isinstance(rules, Refusal):
        return rules
    told = maker.texts("rules-default-set", name=title(rules, maker.texts))
    return await maker.told(told, rules, every=True)


async def set_axis(maker: Maker, ruleset_id: str, path: str, typed: str) -> str | Refusal:
    """Change an axis and say what it was and is, or why not, with its clause and its legal values."""
    texts = maker.texts
    try:
        outcome = await maker.rulemaking.set(maker.guild_id, ruleset_id, path, typed, maker.author)
    except AxisError as error:
        return _refused(error, typed, texts)
    if isinstance(outcome, Refusal):
        return outcome
    key, name = path.replace(".", "-"), axis_name(path, texts)
    old, new = axis_value(key, outcome.old, texts), axis_value(key, outcome.new, texts)
    return await maker.told(texts("rules-set", axis=name, old=old, new=new), outcome.rules)


def _refused(error: AxisError, typed: str, texts: Language) -> str:
    axis = error.axis
    if axis is None:
        return texts("rules-unknown-axis", axis=error.path)
    name = axis_name(axis.path, texts)
    first = texts(
        "rules-wrong-axis-value", value=typed, name=name, clause=axis.clause, legal=legal(axis, texts)
    )
    quarrels = [fault for fault in error.faults if fault.axis != axis.path or not fault.data.get("given")]
    return "\n".join([first, *(_fault(fault, texts) for fault in quarrels)])


def legal(axis: Axis, texts: Language) -> str:
    """What an axis may be, in words."""
    if axis.values:
        return texts("rules-legal-values", values=axis.values)
    if axis.kind == "list":
        return texts("rules-legal-list")
    if axis.least is None or axis.most is None:
        return texts("rules-legal-number")
    key = "rules-legal-above" if axis.kind == "number" and not axis.least else "rules-legal-range"
    return texts(key, least=axis.least, most=axis.most)


async def imported(maker: Maker, content: bytes) -> str | Refusal:
    """Take a file in, or list all its faults with their lines, as many as a message holds."""
    texts = maker.texts
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return texts("rules-not-text")
    outcome = await maker.rulemaking.take_in(maker.guild_id, text, maker.author)
    if isinstance(outcome, Refusal):
        return outcome
    if isinstance(outcome, Ruleset):
        told = texts("rules-imported", name=title_of(outcome, texts), version=outcome.version)
        return await maker.told(told, outcome)
    rows = [_fault(fault, texts) for fault in outcome]
    message = texts("rules-wrong-file", errors="\n".join(rows))
    while len(message) > LIMIT and len(rows) > 1:
        rows.pop()
        message = texts("rules-wrong-file", errors="\n".join([*rows, "…"]))
    return message[:LIMIT]


def _fault(fault: Fault, texts: Language) -> str:
    key = f"fault-{fault.code}"
    problem = texts(key, **fault.data) if texts.has(key) else fault.problem
    axis = fault.axis or "TOML"
    if fault.line is None:
        return texts("rules-file-noline", axis=axis, problem=problem)
    return texts("rules-file-line", line=fault.line, axis=axis, problem=problem)


def exported(rules: Ruleset) -> bytes:
    """A ruleset as a file."""
    return written(rules).encode()
