"""What every table shares: the store, the delivery, the texts, the clock and the dice. Passed by hand,
never imported.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable

import msgspec

from mafia_bot.delivery.delivery import Delivery
from mafia_bot.store import Store
from mafia_bot.texts import Texts

Sleep = Callable[[float], Awaitable[None]]


class Services(msgspec.Struct, frozen=True):
    """`now` gives epoch seconds, `sleep` waits for seconds; a simulation gives its own for both."""

    store: Store
    delivery: Delivery
    texts: Texts
    now: Callable[[], float]
    sleep: Sleep
    dice: random.Random

    def lots(self, count: int) -> list[int]:
        """The numbers 0 … count-1 in a drawn order."""
        return self.dice.sample(range(count), count)


def real_sleep() -> Sleep:
    """The sleep of production."""
    return asyncio.sleep
