"""Who has won: axes and heads, nothing else (GE-07, MA-19, CL-13, CI-03, CI-07, CI-09, CX-03, CX-04)."""

from mafia_bot.engine.ids import Team
from mafia_bot.engine.state import Game, ManiacQuestion, Outcome, Player

Heads = tuple[int, int, int]
"""The living as (town, mafia, maniac)."""

_last: tuple[tuple[Player, ...], Heads] = ((), (0, 0, 0))
"""The players counted last, and their heads: every command asks, several times, and few change anybody."""


def heads(game: Game) -> Heads:
    """The living by team, counted anew only where the players are not those of the last count."""
    global _last
    players, counted = _last
    if game.players is not players:
        counted = _count(game.players)
        _last = game.players, counted
    return counted


def _count(players: tuple[Player, ...]) -> Heads:
    town = mafia = maniac = 0
    for player in players:
        if player.alive:
            team = player.team
            if team is Team.TOWN:
                town += 1
            elif team is Team.MAFIA:
                mafia += 1
            else:
                maniac += 1
    return town, mafia, maniac


def question_due(game: Game) -> bool:
    """Whether the last black is gone and the maniac must be asked aloud (CX-04)."""
    if game.rules.maniac.question_seconds is None or game.asked:
        return False
    _, mafia, maniac = heads(game)
    return mafia == 0 and maniac > 0


def outcome(game: Game) -> Outcome | None:
    """The result if the game is decided, town first (GE-07); None while it goes on."""
    town, mafia, maniac = heads(game)
    if mafia == 0 and maniac == 0:
        return _nobody_against_town(game, town)
    asking = question_due(game) or isinstance(game.phase, ManiacQuestion)
    if maniac and not asking and _maniac_wins(game, town, mafia):
        return Outcome((Team.MANIAC,), "maniac")
    if mafia and _mafia_wins(game, town, mafia, maniac):
        return Outcome((Team.MAFIA,), game.rules.wins.mafia)
    return None


def _nobody_against_town(game: Game, town: int) -> Outcome:
    if town or game.rules.wins.nobody_left == "town":
        return Outcome((Team.TOWN,), "town")
    return Outcome((), "nobody-left")


def _maniac_wins(game: Game, town: int, mafia: int) -> bool:
    if town + mafia == 0:
        return True
    if town + mafia > 1:
        return False
    return game.rules.maniac.wins_against == "anyone" or town == 1


def _mafia_wins(game: Game, town: int, mafia: int, maniac: int) -> bool:
    wins = game.rules.wins
    if wins.mafia == "extermination":
        return town == 0 and maniac == 0
    if maniac and wins.maniac_blocks_mafia:
        return False
    return mafia >= town + (maniac if game.rules.maniac.counts_as_red else 0)
