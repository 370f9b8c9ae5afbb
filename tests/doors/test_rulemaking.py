"""A club makes its own rules through `/rules …`: copied, changed, exported, imported, played."""

from typing import Any

import pytest
from simcord.results import InteractionResult

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.ruleset.stored import stored
from mafia_bot.rulesets import load
from mafia_bot.rulesets.files import read, written
from tests.doors.visit import Log, refusal, say

MASKS = load()["masks"]


async def rules(club: SimulatedClub, command: str, **options: Any) -> InteractionResult:
    return await club.slash(club.admin, club.chat, f"rules {command}", **options)


async def own(club: SimulatedClub, ruleset_id: str = "masks_2") -> Ruleset:
    found = await club.bot.registry.rules.get(club.guild.id, ruleset_id)
    assert isinstance(found, Ruleset)
    return found


@pytest.fixture
async def copied(club: SimulatedClub) -> SimulatedClub:
    """A club with a copy of the masks, called «Наш дом»."""
    await club.setup()
    result = await rules(club, "copy", ruleset="masks", name="Наш дом")
    assert answer_of(result) == say(club, "rules-copied", name="Наш дом")
    return club


async def test_a_copy_begins_as_its_originals_equal(copied: SimulatedClub) -> None:
    rules_of_the_club = await own(copied)
    assert rules_of_the_club.name == "Наш дом"
    assert rules_of_the_club.vote == MASKS.vote


async def test_an_axis_is_set_by_its_name_and_told_before_and_after(copied: SimulatedClub) -> None:
    result = await rules(copied, "set", ruleset="masks_2", axis="vote.window_seconds", value="5")
    assert "5" in (answer_of(result) or "")
    assert (await own(copied)).vote.window_seconds == 5
    assert (await own(copied)).version == 2


async def test_axes_are_offered_with_their_clauses(copied: SimulatedClub) -> None:
    offered = await copied.admin.autocomplete(
        copied.chat, "rules set", "axis", "abstainers", ruleset="masks_2", value="x"
    )
    assert [choice["value"] for choice in offered] == ["vote.abstainers"]
    assert "MA-06" in offered[0]["name"]


async def test_a_wrong_value_names_the_clause_and_the_legal_values(copied: SimulatedClub) -> None:
    result = await rules(copied, "set", ruleset="masks_2", axis="vote.abstainers", value="everybody")
    answer = answer_of(result) or ""
    assert "MA-06" in answer
    assert all(legal in answer for legal in ("nobody", "last", "self"))
    assert (await own(copied)).version == 1


async def test_an_unknown_axis(copied: SimulatedClub) -> None:
    result = await rules(copied, "set", ruleset="masks_2", axis="vote.colour", value="red")
    assert answer_of(result) == say(copied, "rules-unknown-axis", axis="vote.colour")


async def test_shipped_rules_stay_as_they_are(copied: SimulatedClub) -> None:
    result = await rules(copied, "set", ruleset="masks", axis="vote.window_seconds", value="5")
    assert answer_of(result) == refusal(copied, Code.SHIPPED_RULESET)


async def test_a_running_game_keeps_the_version_it_started_with(copied: SimulatedClub) -> None:
    await copied.open("masks_2")
    await copied.seat_all()
    await copied.start()
    await rules(copied, "set", ruleset="masks_2", axis="vote.window_seconds", value="9")
    assert copied.game.rules.vote.window_seconds == MASKS.vote.window_seconds
    await copied.restart()
    assert copied.game.rules.vote.window_seconds == MASKS.vote.window_seconds


async def test_the_default_rules_open_a_lobby(copied: SimulatedClub) -> None:
    await rules(copied, "default", ruleset="masks_2")
    await copied.slash(copied.admin, copied.chat, "lobby open")
    assert copied.game.rules.id == "masks_2"


async def test_what_is_exported_can_be_read_back(copied: SimulatedClub) -> None:
    result = await rules(copied, "export", ruleset="masks_2")
    assert result.ephemeral
    assert result.response is not None
    attachment = result.response.attachments[0]
    assert attachment.filename == "masks_2.toml"
    assert read((await attachment.read()).decode()) == await own(copied)


async def take_in(club: SimulatedClub, text: str) -> str:
    return answer_of(await rules(club, "import", file=("rules.toml", text.encode()))) or ""


async def test_an_imported_file_is_a_ruleset_of_the_clubs(copied: SimulatedClub) -> None:
    text = written(MASKS.model_copy(update={"id": "garden", "name": "Сад"}))
    assert await take_in(copied, text) == say(copied, "rules-imported", name="Сад", version=1)
    assert await take_in(copied, text) == say(copied, "rules-imported", name="Сад", version=2)


async def test_rules_of_a_later_version_are_left_out_and_the_others_stay(
    copied: SimulatedClub, log: Log
) -> None:
    moonlit = {**stored(MASKS), "id": "moonlit", "schema": 99}
    await copied.store.rulebooks.add(copied.guild.id, "moonlit", 1, moonlit, author_id=1, at=0.0)
    log.expect("ruleset moonlit of guild")
    known = await copied.bot.registry.rules.all(copied.guild.id)
    assert "masks_2" in known
    assert "moonlit" not in known


async def test_a_wrong_file_gets_every_fault_with_its_line(copied: SimulatedClub) -> None:
    text = written(MASKS.model_copy(update={"id": "garden"}))
    text = text.replace('abstainers = "nobody"', 'abstainers = "lost"').replace(
        "[visit]", "[visit]\nsmiles = 1"
    )
    answer = await take_in(copied, text)
    for part in ("vote.abstainers", "visit.smiles"):
        row = next(row for row in answer.splitlines() if part in row)
        assert any(character.isdigit() for character in row)
    assert "garden" not in await copied.bot.registry.rules.all(copied.guild.id)


async def test_players_read_but_do_not_change(copied: SimulatedClub) -> None:
    result = await copied.slash(copied.seat(1), copied.chat, "rules copy", ruleset="masks", name="Мой")
    assert answer_of(result) == refusal(copied, Code.NO_PERMISSION)


@pytest.mark.rule("GE-10")
@pytest.mark.parametrize("locale", ["ru", "en"])
async def test_anybody_reads_the_rules_in_force_in_their_language_with_the_numbers(
    copied: SimulatedClub, locale: str
) -> None:
    copied.locale = locale
    await copied.open("masks_2")
    result = await copied.slash(copied.seat(1), copied.chat, "rules show")
    told = "\n".join([answer_of(result) or "", *(part.content for part in result.followups)])
    assert result.ephemeral
    assert say(copied, "axis-vote-window_seconds") in told
    assert say(copied, "rules-seconds", seconds=2) in told
