"""What a game costs in requests to Discord, counted at the wire of the simulated server."""

from msgspec import Struct

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import MEMBER_EDIT
from mafia_bot.engine.scene import scene
from mafia_bot.engine.state import Over


class Turn(Struct):
    """From one change of the speaker to the next: all member edits, and the messages of the change itself."""

    edits: int = 0
    messages: int = 0


class Accounts:
    """Begin it just before the game starts; `look` after every operation on the club."""

    def __init__(self, club: SimulatedClub) -> None:
        self._club = club
        self._first = self._seen = club.mark()
        self._speakers: frozenset[int] | None = None
        self._bulk = True
        self.turns: list[Turn] = []

    def look(self) -> None:
        """Put what was asked of Discord since the last look to the turn that is on.

        The mutes before the first voice and after the end are one bulk each and belong to no turn (GE-12).
        """
        game = self._club.game
        speakers = scene(game).speakers
        changed = speakers != self._speakers
        if changed and not isinstance(game.phase, Over):
            self._bulk = self._speakers is None
            self._speakers = speakers
            if not self._bulk:
                self.turns.append(Turn())
        if isinstance(game.phase, Over):
            self._bulk = True
        requests = self._club.env.http_requests
        for request in requests[self._seen :]:
            if self._bulk or not self.turns:
                break
            self.turns[-1].edits += request.method == "PATCH" and bool(MEMBER_EDIT.match(request.path))
            sent = request.method == "POST" and request.path.endswith("/messages")
            self.turns[-1].messages += sent and changed
        self._seen = len(requests)

    @property
    def calls(self) -> int:
        """All requests of the game that count against a bot's limits."""
        return len(self._club.calls(self._first))

    @property
    def member_edits(self) -> int:
        """All mutes and unmutes of the game."""
        return len(self._club.member_edits(self._first))

    @property
    def most_edits(self) -> int:
        """Member edits of the most expensive turn."""
        return max((turn.edits for turn in self.turns), default=0)

    @property
    def most_messages(self) -> int:
        """Messages sent at the most talkative change of a turn."""
        return max((turn.messages for turn in self.turns), default=0)
