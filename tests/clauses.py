"""Which clause of the rules is proved by which test: `python -m tests.clauses [PREFIX …]` (`make rules`).

Reads the `rule` marks out of the test files without running them. Exits with 1 when a clause has no test or
a test names a clause that does not exist.
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

TESTS = Path(__file__).parent
CLAUSES = TESTS / "clauses.txt"


def clauses() -> list[str]:
    """Every clause's id, in order."""
    return CLAUSES.read_text(encoding="utf-8").split()


def proofs(directory: Path = TESTS) -> dict[str, list[str]]:
    """Clause → tests that name it, as `file::test`."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(directory.rglob("test_*.py")):
        name = path.relative_to(directory.parent).as_posix()
        for clause, test in _marked(ast.parse(path.read_text(encoding="utf-8"))):
            found[clause].append(f"{name}::{test}")
    return dict(found)


def _marked(tree: ast.Module) -> Iterator[tuple[str, str]]:
    everywhere = [
        clause
        for node in tree.body
        if isinstance(node, ast.Assign) and any(_named(target, "pytestmark") for target in node.targets)
        for clause in _named_by(node.value)
    ]
    yield from _tests(tree.body, everywhere)


def _tests(body: Sequence[ast.stmt], inherited: list[str]) -> Iterator[tuple[str, str]]:
    for node in body:
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        own = [clause for decorator in node.decorator_list for clause in _named_by(decorator)]
        if isinstance(node, ast.ClassDef):
            yield from _tests(node.body, [*inherited, *own])
        elif node.name.startswith("test_"):
            yield from ((clause, node.name) for clause in dict.fromkeys([*inherited, *own]))


def _named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _named_by(expression: ast.expr) -> list[str]:
    """The clauses of every `pytest.mark.rule(…)` inside an expression."""
    return [
        argument.value
        for call in ast.walk(expression)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rule"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def main(prefixes: Sequence[str]) -> int:
    """Print the table; the exit code."""
    known, proved = clauses(), proofs()
    for clause in known:
        if not prefixes or clause.startswith(tuple(prefixes)):
            tests = proved.get(clause, [])
            print(f"{clause}  {len(tests) or 'NO TEST'}")
            for test in tests:
                print(f"       {test}")
    bare = [clause for clause in known if clause not in proved]
    strange = sorted(set(proved) - set(known))
    print(f"{len(known) - len(bare)} of {len(known)} clauses have tests")
    if bare:
        print("without a test: " + " ".join(bare))
    if strange:
        print("no such clause: " + " ".join(strange))
    return 1 if bare or strange else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
