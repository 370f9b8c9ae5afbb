"""A server for every test of delivery."""

import pytest
import simcord

from tests.delivery.ledger import MemoryLedger
from tests.delivery.server import QuietBot, Server


@pytest.fixture
def simcord_bot() -> QuietBot:
    return QuietBot()


@pytest.fixture
async def club(simcord_env: simcord.Env, simcord_bot: QuietBot) -> Server:
    return Server(simcord_env, simcord_bot, MemoryLedger())
