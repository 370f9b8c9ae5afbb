"""Every figure and name that a refusal carries is said in its sentence, in both languages."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from mafia_bot.engine.refusals import Code
from mafia_bot.texts import LANGUAGES, Texts

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [*(ROOT / "mafia_bot").rglob("*.py"), *(ROOT / "cogs").rglob("*.py")]
TEXTS = Texts.load()

UNSAID = {
    (
        "bad-ruleset",
        "faults",
    ): "a library's report, in English; who makes rules reads every fault in their words",
}
"""What a refusal carries and no sentence says, as (code, field), each with its reason."""

Made = tuple[str, str, frozenset[str]]
"""Where a refusal is made, its code, the fields that it carries there."""


def made() -> list[Made]:
    return [found for path in SOURCES for found in _in(path)]


def _in(path: Path) -> Iterator[Made]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
            where = f"{path.relative_to(ROOT)}:{node.lineno}"
            for code in _codes(node.args[0]):
                yield where, code, _fields(node, where)


def _codes(node: ast.expr) -> list[str]:
    """`Code.X`, or both of `Code.X if … else Code.Y`."""
    if isinstance(node, ast.IfExp):
        return [*_codes(node.body), *_codes(node.orelse)]
    assert isinstance(node, ast.Attribute), ast.dump(node)
    return [str(Code[node.attr])]


def _fields(call: ast.Call, where: str) -> frozenset[str]:
    if len(call.args) < 3:
        return frozenset()
    assert isinstance(call.args[2], ast.Dict), f"{where}: only a dict in place can be read here"
    return frozenset(key.value for key in call.args[2].keys if isinstance(key, ast.Constant))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_figure_and_name_of_a_refusal_is_said_and_no_sentence_wants_another(code: str) -> None:
    language = TEXTS.for_language(code)
    wrong = {}
    for where, refusal, carried in made():
        unsaid = {field for field in carried if (refusal, field) in UNSAID}
        key = f"refusal-{refusal}-named"
        said = set(language.fields(key if carried and language.has(key) else f"refusal-{refusal}"))
        if said != carried - unsaid:
            wrong[where] = f"{refusal}: carries {sorted(carried - unsaid)}, says {sorted(said)}"
    assert wrong == {}


def test_what_is_left_unsaid_is_carried_somewhere() -> None:
    carried = {(refusal, field) for _, refusal, fields in made() for field in fields}
    assert set(UNSAID) <= carried
    assert all(UNSAID.values())


def test_every_code_is_given_by_somebody() -> None:
    assert {refusal for _, refusal, _ in made()} == {str(code) for code in Code}


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_sentence_is_left_of_a_refusal_that_nobody_gives(code: str) -> None:
    language = TEXTS.for_language(code)
    sentences = language.keys_under("refusal-")
    keys = {key.removeprefix("refusal-").removesuffix("-named") for key in sentences}
    assert keys - {"clause"} == {str(code) for code in Code}
