"""A house for every test of the stage."""

import pytest
import simcord

from tests.stage.house import House, StageBot
from tests.stage.ledger import MemoryLedger


@pytest.fixture
def simcord_bot() -> StageBot:
    return StageBot()


@pytest.fixture
async def club(simcord_env: simcord.Env, simcord_bot: StageBot) -> House:
    return House(simcord_env, simcord_bot, MemoryLedger())
