"""The floor's copy of the mute ledger: every change is written down first and believed after. No Discord."""

from collections import defaultdict
from collections.abc import Container, Mapping
from dataclasses import dataclass

from mafia_bot.delivery.voice.ledger import Ledger
from mafia_bot.delivery.voice.plan import Voice, Wish
from mafia_bot.engine.ids import GameId, UserId


@dataclass(slots=True)
class Row:
    """One member whose mute is, or may be, ours.

    ``wish`` is the last one written (``None``: not by this process); ``unseen`` means that a mute was sent
    and no event has confirmed it, so a cache that says "not muted" proves nothing yet.
    """

    game_id: GameId | None
    wish: bool | None = None
    unseen: bool = False
    owed: bool = False


class Book:
    """Rows of one guild. Callers hold the floor's lock while they write."""

    def __init__(self, ledger: Ledger, guild_id: int) -> None:
        self._ledger = ledger
        self._guild_id = guild_id
        self.loaded = False
        self.rows: dict[UserId, Row] = {}

    @property
    def ours(self) -> dict[UserId, GameId | None]:
        """Everybody we hold, and the game that muted them."""
        return {user_id: row.game_id for user_id, row in self.rows.items()}

    @property
    def debts(self) -> frozenset[UserId]:
        """Everybody whom we could not unmute yet."""
        return frozenset(user_id for user_id, row in self.rows.items() if row.owed)

    def differs(self, user_id: UserId, wish: Wish, voice: Voice) -> bool:
        """Whether Discord is, or may be, in another state than we wish. Others' mutes are not ours to end."""
        if wish.mute:
            return not voice.muted
        row = self.rows.get(user_id)
        return row is not None and (voice.muted or row.unseen)

    def written(self, user_id: UserId, wish: Wish) -> bool:
        """Whether this may be asked for: nobody is muted without a row, for a crash would leave them so."""
        row = self.rows.get(user_id)
        return row is not None and (bool(row.wish) or not wish.mute)

    def forget(self) -> None:
        """Read the ledger again at the next use."""
        self.loaded = False

    async def load(self) -> None:
        """Read the ledger once; a mute still on its way keeps its mark."""
        if self.loaded:
            return
        held = await self._ledger.held_in(self._guild_id)
        unseen = {user_id for user_id, row in self.rows.items() if row.unseen}
        self.rows = {
            UserId(user_id): Row(
                None if game_id is None else GameId(game_id), unseen=user_id in unseen, owed=owed
            )
            for user_id, (game_id, owed) in held.items()
        }
        self.loaded = True

    async def wish(self, wanted: Mapping[UserId, tuple[bool, GameId | None]], at: float) -> None:
        """Write wishes that are not written yet: one call per game. An unmute needs a row of ours."""
        by_game: dict[GameId | None, dict[int, bool]] = defaultdict(dict)
        for user_id, (mute, game_id) in wanted.items():
            row = self.rows.get(user_id)
            if mute and (row is None or row.wish is not True or row.owed):
                by_game[game_id][user_id] = True
            elif not mute and row is not None and row.wish is not False:
                by_game[row.game_id][user_id] = False
        for game_id, changes in by_game.items():
            await self._ledger.wish(self._guild_id, changes, at, game_id)
            for changed, mute in changes.items():
                written = self.rows.setdefault(UserId(changed), Row(game_id))
                written.wish, written.game_id, written.owed = mute, game_id, False

    def sent(self, user_id: UserId, mute: bool) -> None:
        """An edit of theirs is about to leave us: a mute counts as there until Discord says otherwise."""
        self.rows[user_id].unseen |= mute

    async def seen_muted(self, user_id: UserId, at: float) -> None:
        """Discord confirmed a mute of ours."""
        if (row := self.rows.get(user_id)) is not None:
            row.unseen = False
            await self._ledger.seen(self._guild_id, user_id, True, at)

    async def settle(self, user_id: UserId) -> None:
        """They were seen unmuted and should be: nothing of ours is left on them."""
        await self._ledger.settle(self._guild_id, user_id)
        self.rows.pop(user_id, None)

    async def owe(self, user_id: UserId) -> None:
        """They are out of reach; the debt is paid when they next join voice anywhere in the guild."""
        row = self.rows.get(user_id)
        if row is not None and not row.owed:
            await self._ledger.owe(self._guild_id, user_id)
            row.owed = True

    async def owe_absent(self, present: Container[UserId], running: Container[GameId | None]) -> None:
        """Whoever is not in voice and whose game is over becomes a debt."""
        for user_id, row in list(self.rows.items()):
            if user_id not in present and row.game_id not in running:
                await self.owe(user_id)
