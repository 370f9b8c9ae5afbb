"""What every table shares: the store, the delivery, the texts, the clock and the dice. Passed by hand,
never imported.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable

import msgspec

from mafia_bot.clock import Clock
from mafia_bot.delivery.delivery import Delivery
from mafia_bot.store import Store
from mafia_bot.texts import Texts

Sleep = Callable[[float], Awaitable[None]]


class Services(msgspec.Struct, frozen=True):
    """`sleep` waits for seconds; a simulation gives its own."""

    store: Store
    delivery: Delivery
    texts: Texts
    clock: Clock
    sleep: Sleep
    dice: random.Random

    def now(self) -> float:
        """Discord's time, epoch seconds."""
        return self.clock.now()

    def lots(self, count: int) -> list[int]:
        """The numbers 0 … count-1 in a drawn order."""
        return self.dice.sample(range(count), count)


def real_sleep() -> Sleep:
    """The sleep of production."""
    return asyncio.sleep
