"""Players who do any legal thing with equal chances. A policy knows what its seat may know, and its dice."""

from random import Random

from mafia_bot.engine.ids import SeatNo, Team
from mafia_bot.engine.roles.card import Ability
from mafia_bot.engine.roles.registry import aiming
from mafia_bot.engine.state import Game, Player


class Policy:
    """Uniform legal acts ("random"). One object plays all seats of a game: it may remember what was said."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice

    def speak(self, game: Game, player: Player) -> None:
        """A turn with a voice begins."""

    def nominate(self, game: Game, player: Player) -> SeatNo | None:
        """Whom to put to the vote, or nobody."""
        return self.dice.choice([None, *nominees(game, player)])

    def vote(self, game: Game, player: Player, candidates: tuple[SeatNo, ...]) -> SeatNo | None:
        """For whom the hand goes down in this ballot, or for nobody."""
        own = game.rules.vote.own_candidacy
        return self.dice.choice([None, *(seat for seat in candidates if own or seat != player.seat)])

    def lift(self, game: Game, player: Player, candidates: tuple[SeatNo, ...]) -> bool:
        """Whether all the tied should leave."""
        return self.dice.random() < 0.5

    def agree(self, game: Game, team: tuple[Player, ...], ability: Ability) -> SeatNo | None:
        """The seat on which those who are awake together agreed."""
        found = targets(game, team[0], ability)
        return self.dice.choice(found) if found else None

    def act(self, game: Game, player: Player, ability: Ability) -> SeatNo | None:
        """The target of one's own night act; None is a refusal or nothing at all."""
        found: list[SeatNo | None] = [*targets(game, player, ability)]
        if ability.may_refuse(game.rules):
            found.append(None)
        return self.dice.choice(found) if found else None

    def break_tie(self, game: Game, player: Player, candidates: tuple[SeatNo, ...]) -> SeatNo:
        """Whom the maniac chooses in the short night (CI-19)."""
        return self.dice.choice(candidates)

    def answer(self, game: Game, player: Player) -> bool | None:
        """The maniac's answer aloud, or silence (CX-04)."""
        return self.dice.choice((True, False, None))


def nominees(game: Game, player: Player) -> list[SeatNo]:
    """The seats that a player may still nominate (GE-04)."""
    named = {seat for _, seat in game.nominations}
    own = game.rules.circle.self_nomination
    return [
        p.seat for p in game.players if p.alive and p.seat not in named and (own or p.seat != player.seat)
    ]


def targets(game: Game, player: Player, ability: Ability) -> list[SeatNo]:
    """The living seats that a night act may be aimed at."""
    may_aim = ability.may_aim
    return [p.seat for p in game.players if p.alive and may_aim(aiming(game, player, p.seat)) is None]


def mates(game: Game, player: Player) -> set[SeatNo]:
    """The seats that a player knows to be of his own team: the mafia's, or only his own."""
    if player.team is Team.MAFIA and game.met:
        return {p.seat for p in game.players if p.team is Team.MAFIA}
    return {player.seat}
