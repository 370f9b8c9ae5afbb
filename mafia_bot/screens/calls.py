"""What somebody must be called for, in a message of its own that rings: an edited page never does."""

from msgspec import Struct

from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import UserId
from mafia_bot.engine.state import Game
from mafia_bot.texts import Language


class Call(Struct, frozen=True):
    """Words, and whom they ring for."""

    text: str
    users: tuple[UserId, ...]


def call(event: ev.Event, game: Game, voice_id: int, texts: Language) -> Call | None:
    """Whom an event calls: the host to decide, at the bot's own table everybody living (GE-13), or the one
    who was answered alone (CI-21).
    """
    host = game.host
    match event:
        case ev.HostAsked(seat=seat) if host is not None:
            return Call(texts("call-host-asked", user=host, seat=seat), (host,))
        case ev.QuestionAnswered(seat=seat, aloud=False):
            user = game.player(seat).user
            return Call(texts("call-answered", user=user), (user,))
        case ev.GamePaused(away=away) if away and host is not None:
            return Call(texts("call-paused-host", user=host), (host,))
        case ev.GamePaused(away=away) if away:
            users = tuple(player.user for player in game.living())
            return Call(texts("call-paused-all", users=users, voice=voice_id), users)
        case _:
            return None
