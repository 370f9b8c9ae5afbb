"""What the README and its neighbours promise can be followed: links, permissions, targets."""

import re
from pathlib import Path

import discord
import pytest

from mafia_bot.delivery.rooms.preflight import NEEDED

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8"))
    local = [target for target in targets if not target.startswith("https://")]
    assert [target for target in local if not (page.parent / target).exists()] == []


def test_the_invitation_asks_for_what_preflight_needs() -> None:
    asked = re.search(r"permissions integer `(\d+)`", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert asked is not None
    assert int(asked[1]) == discord.Permissions(**dict.fromkeys(NEEDED, True)).value


def test_every_make_target_named_in_the_pages_exists() -> None:
    made = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {
        name
        for page in PAGES
        for name in re.findall(r"(?:^|`)make ([a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert named - made == set()
