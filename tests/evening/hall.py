"""Who must be able to read and to write where at every step: the rulebooks' word, not the bot's."""

from collections.abc import Sequence

from simcord.actors import MemberActor

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.engine.state import LastWords, Night, ShortNight, Then
from tests.evening import watching as see
from tests.evening.script import Script

TALKS = {
    "masks": {"meet", "shoot"},  # MA-02, MA-12
    "classic": {"order"},  # CL-03, CL-09
    "classic15": {"meet", "shoot"},  # CX-02
    "carcrash": {"order"},  # CC-02, CC-09
    "city": {"meet", "talk"},  # CI-06
    "most_wanted": {"order"},  # MW-03, MW-09
    "sport": {"order"},  # SP-01
}
"""In which of its steps the mafia may talk: where it shoots blind, over the kill order alone."""
BLACK = ("mafia", "don")


def check_rooms(club: SimulatedClub, script: Script, guests: Sequence[MemberActor]) -> None:
    """The table's chat, the graveyard and the mafia's room, as the server itself lets people in."""
    phase = club.game.phase
    everyone = {see.name_of(club, actor.id) for actor in (*club.seats, *guests)}
    living = {p.seat for p in club.game.living()}
    gone = see.seats(dead(club))
    # GE-06: the dead and the spectators read what the living read …
    assert see.readers(club, see.TABLE, guests) == everyone
    # … and write only among themselves; who was voted out says goodbye in writing too.
    leaving = set(phase.queue) if isinstance(phase, LastWords) and phase.then is Then.NIGHT else set()
    asleep = isinstance(phase, (Night, ShortNight))
    assert see.writers(club, see.TABLE, guests) == (set() if asleep else see.seats(living | leaving))
    assert see.readers(club, see.GRAVEYARD, guests) == gone
    assert see.writers(club, see.GRAVEYARD, guests) == gone
    assert see.readers(club, see.MAFIA, guests) == (see.seats(script.black) if _met(club) else set())
    assert see.writers(club, see.MAFIA, guests) == see.seats(_talking(club, script))


def dead(club: SimulatedClub) -> set[int]:
    """Seats that have left, without who is saying goodbye."""
    phase = club.game.phase
    leaving = phase.queue if isinstance(phase, LastWords) else ()
    return {p.seat for p in club.game.players if not p.alive and p.seat not in leaving}


def _met(club: SimulatedClub) -> bool:
    """Whether the mafia has woken yet: in some rulesets others wake before it in the first night."""
    phase = club.game.phase
    if not isinstance(phase, Night) or club.game.round > 0:
        return True
    return any(step.wake in BLACK for step in phase.plan[: phase.index + 1])


def _talking(club: SimulatedClub, script: Script) -> set[int]:
    phase = club.game.phase
    if not isinstance(phase, Night) or phase.step.wake not in BLACK:
        return set()
    team = script.black & {p.seat for p in club.game.living()}
    # One alone has nobody to talk to.
    return team if str(phase.step.act) in TALKS[script.ruleset] and len(team) > 1 else set()
