"""No clause of the rules is without a test, and no test names a clause that is not there."""

from pathlib import Path

import pytest

from tests import clauses


def test_every_clause_has_a_test_and_every_named_clause_exists() -> None:
    known, proved = set(clauses.clauses()), set(clauses.proofs())
    assert len(known) == 135
    assert known - proved == set()
    assert proved - known == set()


def test_the_clauses_are_those_of_the_rules(shared_dir: Path) -> None:
    text = (shared_dir / "rules.md").read_text(encoding="utf-8")
    assert [clause for clause in clauses.clauses() if f"- **{clause}** " not in text] == []


def test_marks_are_found_on_modules_classes_and_functions(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_some.py").write_text(
        "import pytest\n"
        "pytestmark = [pytest.mark.rule('AA-01')]\n"
        "@pytest.mark.rule('AA-02', 'AA-03')\n"
        "def test_one(): ...\n"
        "class TestMore:\n"
        "    @pytest.mark.rule('AA-02')\n"
        "    async def test_two(self): ...\n"
        "def helper(): ...\n",
        encoding="utf-8",
    )
    found = clauses.proofs(tmp_path / "tests")
    assert found == {
        "AA-01": ["tests/test_some.py::test_one", "tests/test_some.py::test_two"],
        "AA-02": ["tests/test_some.py::test_one", "tests/test_some.py::test_two"],
        "AA-03": ["tests/test_some.py::test_one"],
    }


def test_a_clause_without_a_test_fails_the_listing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(clauses, "clauses", lambda: ["AA-01"])
    monkeypatch.setattr(clauses, "proofs", lambda: {})
    assert clauses.main([]) == 1
    assert "without a test: AA-01" in capsys.readouterr().out
    monkeypatch.setattr(clauses, "proofs", lambda: {"AA-01": ["tests/test_a.py::test_it"]})
    assert clauses.main([]) == 0
