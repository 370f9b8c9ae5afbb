"""What a game leaves to its club whatever is undone in it: its beginning, its names, its bans."""

from msgspec import Struct
from msgspec.structs import replace

from mafia_bot.engine.ids import UserId


class Named(Struct, frozen=True):
    """What a person at this table was called when last seen there, `at` epoch seconds."""

    user: UserId
    name: str
    at: float


class Ban(Struct, frozen=True):
    """A ban that this game gave at an instant (epoch seconds): for `games` to come, for the day, or both.

    `hall`: the hall is closed to them too. `lifted`: the ruling behind it was taken back (GE-09).
    """

    user: UserId
    offence: str
    games: int
    day: bool
    hall: bool
    at: float
    lifted: bool = False


class Kept(Struct, frozen=True):
    """`started`: when the cards were dealt, epoch seconds. `serving`: the banned who were there then, and so
    have missed this game (CC-16); None: it was not recorded.

    A ban's place in `bans` never changes, so it names the ban for ever, counted from 1.
    """

    started: float | None = None
    serving: tuple[UserId, ...] | None = None
    names: tuple[Named, ...] = ()
    bans: tuple[Ban, ...] = ()

    def name_of(self, user: UserId) -> str | None:
        """What a person was called when last seen, or None."""
        return next((named.name for named in self.names if named.user == user), None)

    def seen(self, user: UserId, name: str, at: float) -> "Kept":
        """The same with a person's name as of an instant."""
        others = tuple(named for named in self.names if named.user != user)
        return replace(self, names=(*others, Named(user, name, at)))

    def banned(self, ban: Ban) -> "Kept":
        """The same with one more ban."""
        return replace(self, bans=(*self.bans, ban))

    def lifted(self, first: int, user: UserId | None) -> "Kept":
        """The same without the bans from a place on (counted from 0), of one person or (None) of anybody."""
        bans = tuple(
            replace(ban, lifted=True) if place >= first and user in (None, ban.user) else ban
            for place, ban in enumerate(self.bans)
        )
        return self if bans == self.bans else replace(self, bans=bans)
