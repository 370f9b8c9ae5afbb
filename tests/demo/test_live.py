"""The demo that one watches, without a terminal and without a person: it ends by itself."""

import json

from typer.testing import CliRunner

from mafia_bot.cli import app


def test_the_live_demo_shows_its_page_plays_and_ends() -> None:
    arguments = ["demo", "--speed", "400", "--seed", "3", "--json", "--language", "en"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.stderr
    assert "Watch the table here: http://127.0.0.1:" in result.stdout
    assert "discussion 1, voice: " in result.stdout
    assert "Game sheet" in result.stdout
    assert "Rating" in result.stdout
    assert json.loads(result.stdout.splitlines()[-1])["rating_rows"] == 10
