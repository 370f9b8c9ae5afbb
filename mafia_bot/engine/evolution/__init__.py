"""What an event makes of a position: total over all events, and never a decision."""

from mafia_bot.engine import events as ev
from mafia_bot.engine.evolution import day, hosting, night, rulings, undone, vote
from mafia_bot.engine.evolution.base import EVOLVERS, replace
from mafia_bot.engine.evolution.lobby import opened
from mafia_bot.engine.state import Game

_NEUTRAL = (
    ev.GamePaused,
    ev.GameResumed,
    ev.StepExtended,
    ev.OutageEnded,
    ev.PlayerDropped,
    ev.TableDeserted,
    ev.PlayerReturned,
    ev.HostAsked,
    ev.GraceRenewed,
    ev.QuestionAsked,
    ev.QuestionAnswered,
    ev.RulingSealed,
    ev.RulingUndone,
    ev.PlayerSuspended,
    ev.NameSeen,
)
"""Events after which a ruling can still be undone whole: the game itself has not moved."""


def evolve(game: Game, event: ev.Event) -> Game:
    """The position after an event of the journal.

    Raises KeyError for an event class without an evolver and TypeError for one out of its phase;
    both mean a broken journal, never a wrong command.
    """
    after = EVOLVERS[type(event)](game, event)
    ruling = after.ruling
    if ruling is not None and ruling.sealed and not isinstance(event, _NEUTRAL):
        return replace(after, ruling=replace(ruling, acts=ruling.acts + 1))
    return after


def replay(events: list[ev.Event]) -> Game:
    """The position that a whole journal leads to.

    Raises ValueError when it does not begin with a lobby.
    """
    if not events or not isinstance(events[0], ev.LobbyOpened):
        raise ValueError("a journal begins with LobbyOpened")
    game = opened(events[0])
    for event in events[1:]:
        game = evolve(game, event)
    return game


__all__ = ["day", "evolve", "hosting", "night", "replay", "rulings", "undone", "vote"]
