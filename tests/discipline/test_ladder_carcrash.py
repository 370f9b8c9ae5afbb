"""Bans of `carcrash`, as the table and the banned hear of them."""

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine.refusals import Code
from tests.discipline.test_ladder_masks import told
from tests.doors.visit import day, refusal, say


@pytest.mark.rule("CC-19")
async def test_a_conflict_with_the_host_costs_a_spectator_ten_games(full: SimulatedClub) -> None:
    await day(full, "carcrash")
    loud = full.newcomer("loud")
    await full.slash(full.admin, full.chat, "suspend", player=loud, offence="conflict")
    name = say(full, "offence-conflict")
    assert say(full, "player-suspended-games", user=loud.id, games=10, offence=name) in told(full)
    [ban] = await full.store.suspensions.active(full.guild.id, loud.id, full.env.now().timestamp())
    assert (ban.offence, ban.games_left, ban.hall) == ("conflict", 10, False)
    late = await full.slash(loud, full.chat, "lobby join")
    assert answer_of(late) == refusal(full, Code.SUSPENDED, games=10)
