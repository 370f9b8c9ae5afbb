"""A word to one person alone: by the last press of theirs that can still be answered. Nobody is written to
directly (GE-01).
"""

from collections.abc import Awaitable, Callable

import msgspec

from mafia_bot.engine.ids import UserId
from mafia_bot.texts import Language

ANSWERABLE = 840.0
"""Seconds for which a press can be answered once more; Discord says fifteen minutes."""


class Ear(msgspec.Struct, frozen=True):
    """One press: the language of whoever pressed, how to answer it, and until when (epoch seconds)."""

    texts: Language
    answer: Callable[[str], Awaitable[None]]
    until: float


class Whispers:
    """The newest press of everybody near a table. `now` gives epoch seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._ears: dict[UserId, Ear] = {}

    def pressed(
        self, user: UserId, at: float, texts: Language, answer: Callable[[str], Awaitable[None]]
    ) -> None:
        """Somebody pressed or commanded at this moment (epoch seconds); `answer` may not raise."""
        now = self._now()
        self._ears = {user: ear for user, ear in self._ears.items() if ear.until > now}
        self._ears[user] = Ear(texts, answer, at + ANSWERABLE)

    async def tell(self, user: UserId, key: str) -> None:
        """Say a text to somebody in their own words; whoever has pressed nothing for long is not told."""
        ear = self._ears.get(user)
        if ear is not None and ear.until > self._now():
            await ear.answer(ear.texts(key))
