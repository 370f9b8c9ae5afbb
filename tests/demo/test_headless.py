"""`mafia-bot demo --headless --json`: a whole game by the real bot, as an operator starts it."""

import json
from typing import Any

from typer.testing import CliRunner

from mafia_bot.cli import app

KEYS = [
    "ruleset",
    "seats",
    "seed",
    "winner",
    "days",
    "events",
    "rest_calls",
    "member_edits",
    "max_member_edits_per_turn",
    "rating_rows",
    "warnings",
    "wall_s",
]


def play(ruleset: str, seed: int, *more: str) -> dict[str, Any]:
    arguments = ["demo", "--headless", "--json", "--ruleset", ruleset, "--seed", str(seed), *more]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.stderr
    report: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
    return report


def test_a_ruleset_with_a_best_move_plays_to_its_end() -> None:
    assert_sound(play("sport", 1), "sport", 10)


def assert_sound(report: dict[str, Any], ruleset: str, seats: int) -> None:
    assert list(report) == KEYS
    assert (report["ruleset"], report["seats"], report["rating_rows"]) == (ruleset, seats, seats)
    assert report["winner"] in {"town", "mafia", "draw"}
    assert report["rest_calls"] <= 220
    assert report["max_member_edits_per_turn"] <= 2


def test_a_game_ends_is_kept_and_is_the_same_with_the_same_seed() -> None:
    once, again = play("most_wanted", 2), play("most_wanted", 2)
    assert_sound(once, "most_wanted", 10)
    assert {**once, "wall_s": 0} == {**again, "wall_s": 0}


def test_a_game_of_masks_ends_and_is_kept() -> None:
    assert_sound(play("masks", 2), "masks", 10)


def test_a_small_table_speaks_english() -> None:
    assert_sound(play("masks", 1, "--seats", "4", "--language", "en"), "masks", 4)
