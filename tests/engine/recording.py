"""A game as the journal table holds it, with its end. It writes and reads files, and decides nothing.

How a journal is added is told in tests/data/README.md.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from mafia_bot.engine import events as ev
from mafia_bot.engine.events.codec import decode, encode
from mafia_bot.engine.evolution import replay
from mafia_bot.engine.state import Game, Over
from tests.engine.seance import Seance

SUMS = "SHA256SUMS"
JOURNALS = Path(__file__).resolve().parents[1] / "data" / "journals"


def end_of(log: list[ev.Event], game: Game) -> dict[str, Any]:
    """What a game came to: its exits in order (undone ones too), who is gone, result, warnings."""
    assert isinstance(game.phase, Over), f"not over: {game.phase}"
    outcome = game.phase.outcome
    return {
        "exits": [[e.seat, e.cause.value, e.at_night] for e in log if isinstance(e, ev.PlayerLeft)],
        "gone": [p.seat for p in game.players if not p.alive],
        "winners": [team.value for team in outcome.winners],
        "reason": outcome.reason,
        "counts": outcome.counts,
        "warnings": {str(p.seat): p.warnings for p in game.players if p.warnings},
    }


def recorded(seance: Seance) -> dict[str, Any]:
    """A finished game as its stored rows and its end."""
    rows = []
    for seq, (at, event) in enumerate(zip(seance.times, seance.log, strict=True), start=1):
        kind, version, data = encode(event)
        rows.append({"seq": seq, "at": at, "kind": kind, "version": version, "data": data})
    return {"end": end_of(seance.log, seance.game), "rows": rows}


def save(seance: Seance, name: str) -> Path:
    """Write a new journal, a row a line, and its sum. Raises FileExistsError: none is ever written twice."""
    content = recorded(seance)
    end = json.dumps(content["end"], ensure_ascii=False)
    rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in content["rows"])
    path = JOURNALS / f"{name}.json"
    with path.open("x", encoding="utf-8") as file:
        file.write(f'{{"end": {end},\n"rows": [\n{rows}\n]}}\n')
    with (JOURNALS / SUMS).open("a", encoding="utf-8") as sums:
        sums.write(f"{digest(path)}  {path.name}\n")
    return path


def digest(path: Path) -> str:
    """The SHA-256 of a file, as `sha256sum` writes it."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def stored(name: str) -> dict[str, Any]:
    """A kept journal: its rows and its end. Raises FileNotFoundError."""
    content: dict[str, Any] = json.loads((JOURNALS / f"{name}.json").read_text(encoding="utf-8"))
    return content


def read(rows: list[dict[str, Any]]) -> tuple[list[ev.Event], Game]:
    """Stored rows as today's events, and the position they lead to."""
    log = [decode(row["kind"], row["version"], row["data"], row["at"]) for row in rows]
    return log, replay(log)
