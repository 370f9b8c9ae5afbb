"""How people at a table are called, as far as it was seen. A name decides nothing."""

from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import UserId
from mafia_bot.engine.run import Run


def see(run: Run, user: UserId, name: str) -> None:
    """Remember how a person is called, unless nothing is known or it is known already."""
    if name and run.game.kept.name_of(user) != name:
        run.emit(ev.NameSeen(user, name, run.now))
