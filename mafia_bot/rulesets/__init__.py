"""The rulesets as data: one TOML file each, those shipped here and a club's own directory.

No rule lives here.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.rulesets.files import Fault, read

SHIPPED = Path(__file__).parent


class RulesetError(ValueError):
    """A ruleset file that cannot be played, with every fault at once."""

    def __init__(self, source: str, faults: Sequence[Fault]) -> None:
        super().__init__(f"{source}: " + "; ".join(_fault(fault) for fault in faults))
        self.source = source
        self.faults = tuple(faults)


def _fault(fault: Fault) -> str:
    line = f"line {fault.line}" if fault.line else ""
    return ": ".join(part for part in (line, fault.axis, fault.problem) if part)


@lru_cache(maxsize=64)
def parse(text: str, source: str) -> Ruleset:
    """A ruleset from TOML text. Raises RulesetError with all faults at once."""
    found = read(text)
    if isinstance(found, Ruleset):
        return found
    raise RulesetError(source, found)


def load(directory: Path = SHIPPED) -> dict[str, Ruleset]:
    """Every ruleset of a directory by id.

    Raises RulesetError for the first file that is wrong, naming all that is wrong in it.
    """
    if not directory.is_dir():
        raise RulesetError(
            str(directory), [Fault(None, "", "no-directory", {}, "there is no such directory")]
        )
    found: dict[str, Ruleset] = {}
    for path in sorted(directory.glob("*.toml")):
        ruleset = parse(path.read_text(encoding="utf-8"), path.name)
        if ruleset.id in found:
            raise RulesetError(
                path.name, [Fault(None, "id", "taken", {}, f"{ruleset.id} is taken by another file")]
            )
        found[ruleset.id] = ruleset
    return found
