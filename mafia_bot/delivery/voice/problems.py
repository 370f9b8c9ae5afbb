"""What the floor cannot mend, told once each until it is well again. It has no words for it."""

from collections.abc import Collection

from mafia_bot.delivery.trouble import Trouble, TroubleKind, Troubles
from mafia_bot.engine.ids import GameId, UserId

QUARRELS = (TroubleKind.CONTESTED, TroubleKind.LEFT_UNMUTED)


class Problems:
    """The open problems of one guild: of its members, each with one at a time, and of its channels."""

    def __init__(self, troubles: Troubles, guild_id: int) -> None:
        self._troubles, self._guild_id = troubles, guild_id
        self.members: dict[UserId, TroubleKind] = {}
        self._games: dict[UserId, GameId | None] = {}
        self.channels: set[tuple[TroubleKind, int]] = set()

    def report(self, kind: TroubleKind, user_id: UserId, game_id: GameId | None) -> None:
        """Tell of a member, unless of the same already; another trouble of theirs is forgotten for it."""
        known = self.members.get(user_id)
        if known is not kind:
            self.lapse(user_id)
            self.members[user_id], self._games[user_id] = kind, game_id
            self._troubles.raised(Trouble(kind, self._guild_id, game_id, user=user_id))

    def answered(self, user_id: UserId) -> None:
        """An edit of this member succeeded."""
        if self.members.get(user_id) in (TroubleKind.UNREACHABLE, TroubleKind.LEFT_THE_SERVER):
            self._settle(user_id)

    def blocked(self, blocked: dict[UserId, GameId | None], free: Collection[UserId]) -> None:
        """These, and only these, should be heard and are silenced by another hand; `free` are not muted.

        Whose turn is over is not called well, only no longer of interest.
        """
        for user_id, kind in list(self.members.items()):
            if kind is TroubleKind.MUTED_BY_OTHERS and user_id not in blocked:
                if user_id in free:
                    self._settle(user_id)
                else:
                    self.lapse(user_id)
        for user_id, game_id in blocked.items():
            self.report(TroubleKind.MUTED_BY_OTHERS, user_id, game_id)

    def quarrels(self, game_id: GameId | None) -> list[UserId]:
        """Whose mute another hand undid, at one table or (None) at all."""
        return [
            user_id
            for user_id, kind in self.members.items()
            if kind in QUARRELS and game_id in (None, self._games.get(user_id))
        ]

    def new_turn(self, game_id: GameId | None) -> None:
        """A new turn at a table, or (None) at all: quarrels of before count no more."""
        for user_id in self.quarrels(game_id):
            self.lapse(user_id)

    def lapse(self, user_id: UserId) -> None:
        """A member's trouble is no longer of interest; nobody is told."""
        kind = self.members.pop(user_id, None)
        if kind is not None:
            self._troubles.lapsed(kind, self._guild_id, user=user_id)

    def channel(self, kind: TroubleKind, channel_id: int, names: tuple[str, ...] = ()) -> None:
        """Tell of a channel, and again when it is about other names."""
        self.channels.add((kind, channel_id))
        self._troubles.raised(Trouble(kind, self._guild_id, channel_id=channel_id, names=names))

    def channel_well(self, kind: TroubleKind, channel_id: int) -> None:
        """It is well there again."""
        self.channels.discard((kind, channel_id))
        self._troubles.settled(kind, self._guild_id, channel_id=channel_id)

    def _settle(self, user_id: UserId) -> None:
        kind = self.members.pop(user_id)
        self._troubles.settled(kind, self._guild_id, user=user_id)
