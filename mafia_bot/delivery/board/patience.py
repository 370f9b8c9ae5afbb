"""How long to wait before a new try: ever longer, and not at all after a success. No Discord."""

FIRST, LONGEST = 1.0, 30.0
"""Seconds."""


class Patience:
    """`until` is the moment (epoch seconds) before which nothing is tried by itself."""

    def __init__(self) -> None:
        self.failures, self.until = 0, 0.0

    def put_off(self, now: float) -> None:
        """It failed: wait 1, 2, 4 … 30 seconds."""
        self.until = now + min(LONGEST, FIRST * 2.0**self.failures)
        self.failures += 1

    def reset(self) -> None:
        """It works."""
        self.failures, self.until = 0, 0.0
