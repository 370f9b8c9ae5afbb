"""What is worth knowing before a game and stops none: who has more power than is good, what the server itself
would do to people who are silent.
"""

from msgspec import Struct

from mafia_bot.engine.ids import UserId
from mafia_bot.texts import Language


class Cautions(Struct, frozen=True):
    """`watchers` see every room, `unmuters` may unmute themselves; owner and administrators are the former.

    `afk` is the channel to which the server moves whoever is silent for `afk_seconds`, where that is shorter
    than a game; `voice` is the table's own.
    """

    voice: int
    watchers: tuple[UserId, ...] = ()
    unmuters: tuple[UserId, ...] = ()
    afk: int | None = None
    afk_seconds: float = 0.0


def caution_lines(cautions: Cautions, texts: Language) -> list[str]:
    """Each with what can be done about it; none if all is well."""
    lines = []
    if cautions.watchers:
        lines.append(texts("caution-watchers", users=cautions.watchers))
    if cautions.unmuters:
        lines.append(texts("caution-unmuters", users=cautions.unmuters))
    if cautions.afk == cautions.voice:
        lines.append(texts("caution-afk-here", voice=cautions.voice))
    elif cautions.afk is not None:
        lines.append(texts("caution-afk", afk=cautions.afk, seconds=cautions.afk_seconds))
    return lines
