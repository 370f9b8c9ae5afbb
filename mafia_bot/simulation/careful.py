"""Players who think: the mafia spares its own, the sheriff tells his checks, the doctor heals the likely.

They use only what their seats may know: their own cards and checks, and what was said aloud.
"""

from random import Random

from mafia_bot.engine.ids import Role, SeatNo, Team
from mafia_bot.engine.roles.card import Ability, Intent
from mafia_bot.engine.state import Game, Player
from mafia_bot.simulation.policy import Policy, mates, nominees, targets

SUSPICION = 0.35
"""How often somebody without knowledge nominates."""


class Careful(Policy):
    """`black` and `red` are the seats told aloud by a sheriff, `sheriff` the one who told."""

    def __init__(self, dice: Random) -> None:
        super().__init__(dice)
        self.black: set[SeatNo] = set()
        self.red: set[SeatNo] = set()
        self.sheriff: SeatNo | None = None

    def speak(self, game: Game, player: Player) -> None:
        """A sheriff who has found somebody black tells all that he knows."""
        if player.role is not Role.SHERIFF or not any(check.yes for check in player.checks):
            return
        self.sheriff = player.seat
        self.black |= {check.target for check in player.checks if check.yes}
        self.red |= {check.target for check in player.checks if not check.yes} | {player.seat}

    def _choose(self, seats: list[SeatNo], player: Player, spared: set[SeatNo]) -> SeatNo | None:
        """The best of some seats to be rid of, or None when all of them are to be spared."""
        open_to = [seat for seat in seats if seat not in spared]
        if player.team is not Team.MAFIA:
            known = [seat for seat in open_to if seat in self.black]
            open_to = known or [seat for seat in open_to if seat not in self.red]
        return self.dice.choice(open_to) if open_to else None

    def nominate(self, game: Game, player: Player) -> SeatNo | None:
        """Whoever is told to be black, else a suspicion now and then; never one's own."""
        found = self._choose(nominees(game, player), player, mates(game, player))
        if found in self.black and player.team is not Team.MAFIA:
            return found
        return found if self.dice.random() < SUSPICION else None

    def vote(self, game: Game, player: Player, candidates: tuple[SeatNo, ...]) -> SeatNo | None:
        """For the blackest; where silence counts for somebody, for anybody rather than one's own."""
        found = self._choose(list(candidates), player, mates(game, player))
        if found is None and game.rules.vote.abstainers != "nobody":
            others = [seat for seat in candidates if seat != player.seat]
            return self.dice.choice(others) if others else None
        return found

    def lift(self, game: Game, player: Player, candidates: tuple[SeatNo, ...]) -> bool:
        """Against losing one's own or a told red; for being rid of told blacks."""
        if mates(game, player) & set(candidates):
            return False
        if player.team is Team.MAFIA:
            return True
        return not self.red & set(candidates) and bool(self.black & set(candidates))

    def agree(self, game: Game, team: tuple[Player, ...], ability: Ability) -> SeatNo | None:
        """The sheriff who gave himself away, else any stranger."""
        spared = mates(game, team[0])
        found = [seat for seat in targets(game, team[0], ability) if seat not in spared]
        if self.sheriff in found:
            return self.sheriff
        return self.dice.choice(found) if found else None

    def act(self, game: Game, player: Player, ability: Ability) -> SeatNo | None:
        """Check whom one does not know, protect the sheriff who spoke, hold up whoever is called black."""
        selfish = ability.intent is Intent.PROTECT
        found = [seat for seat in targets(game, player, ability) if selfish or seat != player.seat]
        match ability.intent:
            case Intent.LEARN:
                done = {check.target for check in player.checks} | mates(game, player)
                wanted = [seat for seat in found if seat not in done]
            case Intent.PROTECT:
                wanted = [seat for seat in found if seat == self.sheriff]
                wanted = wanted or [seat for seat in found if seat in self.red]
            case Intent.HINDER:
                wanted = [seat for seat in found if seat in self.black]
                wanted = wanted or [seat for seat in found if seat not in self.red]
            case Intent.KILL:
                wanted = []
        pool = wanted or found
        return self.dice.choice(pool) if pool else None

    def break_tie(self, game: Game, player: Player, candidates: tuple[SeatNo, ...]) -> SeatNo:
        """The maniac spares himself."""
        others = [seat for seat in candidates if seat != player.seat]
        return self.dice.choice(others or candidates)

    def answer(self, game: Game, player: Player) -> bool | None:
        """A yes wins at once."""
        return True
