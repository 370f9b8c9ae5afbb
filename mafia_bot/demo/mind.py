"""One simulated player's head: it knows what its seat may see, the rules, what was said; no more."""

import random
from typing import Any

from msgspec import Struct

from mafia_bot.demo.deeds import Aim, Arrange, BestMove, Deed, Peek, Push, Say
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Act, Role, SeatNo, Team
from mafia_bot.engine.roles import ACTS
from mafia_bot.engine.roles.card import Ability, Aiming, Intent, Ordering
from mafia_bot.engine.roles.registry import team_woken
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.view import Own, View

KNOWN, CLAIMED, FRIEND = 9.0, 3.0, -9.0
Timed = tuple[float, Deed]
"""A deed and the seconds to wait before it."""


class Talk:
    """What everybody has heard. `told`: who was called black, by whom who said to be the sheriff; `doubts`:
    how much a seat has drawn upon itself.
    """

    def __init__(self, lines: dict[str, Any], seed: int) -> None:
        self.lines, self.seed = lines, seed
        self.doubts: dict[SeatNo, float] = {}
        self.told: dict[SeatNo, SeatNo] = {}

    @property
    def sheriffs(self) -> tuple[SeatNo, ...]:
        """Who said to be the sheriff, in seat order."""
        return tuple(sorted(set(self.told.values())))


class Sight(Struct, frozen=True):
    """What a player looks at: the view of the seat, the rules, the seconds left in the step."""

    view: View
    rules: Ruleset
    left: float

    @property
    def living(self) -> list[SeatNo]:
        """Who is in the game."""
        return [found.seat for found in self.view.seats if found.alive]


class Mind:
    """`dice` are this head's own, so what one player does never changes another's luck."""

    def __init__(self, seat: SeatNo, dice: random.Random, talk: Talk) -> None:
        self.seat, self.dice, self.talk = seat, dice, talk
        self._feelings: dict[SeatNo, float] = {}
        self._choice: tuple[tuple[SeatNo, ...], SeatNo | None] = ((), None)

    def speech(self, sight: Sight, silent: bool, nominating: bool) -> list[Timed]:
        """A turn of one's own in the circle."""
        target = self._nominee(sight) if nominating else None
        if silent:
            push = [(4.0, Push(Press.NOMINATE, (target,)))] if target is not None else []
            return [*push, (7.0, Push(Press.PASS))]
        deeds: list[Timed] = []
        if (line := self._line(sight, target)) is not None:
            deeds.append((self._between(3, 9), Say(line)))
        long = min(self._between(18, 55), sight.left - 3)
        if target is not None and sight.rules.circle.formulas and self.dice.random() < 0.3:
            return [*deeds, (long, Say(self._formula(sight, target)))]
        if target is not None:
            deeds.append((min(self._between(10, 17), sight.left - 4), Push(Press.NOMINATE, (target,))))
        return [*deeds, *self._thanks(long)]

    def defence(self, sight: Sight) -> list[Timed]:
        """Last words, or a speech before a ballot."""
        deeds: list[Timed] = self._thanks(min(self._between(9, 25), sight.left - 2))
        if self.dice.random() < 0.5:
            deeds.append((4.0, Say(self._pick("farewell"))))
        return deeds

    def interruption(self) -> list[Timed]:
        """A line out of turn; hardly ever."""
        if self.dice.random() > 0.0015:
            return []
        return [(self._between(5, 15), Say(self._pick("interrupt")))]

    def best_move(self, sight: Sight) -> list[Timed]:
        """SP-08: whom the first victim thinks black."""
        others = sorted((s for s in sight.living if s != self.seat), key=lambda s: -self._feeling(sight, s))
        seats = tuple(sorted(others[: sight.rules.farewell.best_move_seats]))
        return [(5.0, BestMove(seats))] if seats else []

    def vote(self, sight: Sight, candidates: tuple[SeatNo, ...], window: SeatNo) -> list[Timed]:
        """Decided once a ballot; the hand goes down when the window of that candidate is open."""
        if self._choice[0] != candidates:
            self._choice = (candidates, self._condemned(sight, candidates))
        if self._choice[1] != window:
            return []
        return [(self._between(0.3, max(0.5, sight.left - 0.6)), Push(Press.VOTE))]

    def lift(self, sight: Sight, candidates: tuple[SeatNo, ...]) -> list[Timed]:
        """Whether all the tied should leave."""
        feelings = [self._feeling(sight, seat) for seat in candidates]
        agree = self.seat not in candidates and min(feelings) > 0.5
        press = Press.AGREE if agree else Press.AGAINST
        return [(self._between(1, sight.left - 1), Push(press))]

    def window(self, sight: Sight) -> list[Timed]:
        """CI-15: all nominate at once."""
        target = self._nominee(sight)
        if target is None:
            return []
        return [(self._between(2, sight.left - 2), Push(Press.NOMINATE, (target,)))]

    def question(self, sight: Sight) -> list[Timed]:
        """CX-04: a maniac who is asked wins by saying yes."""
        own = sight.view.own
        if own is None or own.role is not Role.MANIAC:
            return []
        return [(self._between(3, 8), Push(Press.MANIAC_YES))]

    def tie(self, sight: Sight, candidates: tuple[SeatNo, ...]) -> list[Timed]:
        """CI-19: the maniac chooses; the others look into their panels now and then."""
        own = sight.view.own
        if own is None or own.role is not Role.MANIAC:
            return self._asleep(sight)
        others = [seat for seat in candidates if seat != self.seat] or list(candidates)
        return [(self._between(2, sight.left - 2), Aim(self.dice.choice(others)))]

    def night(self, sight: Sight) -> list[Timed]:
        """A step of the night: those who are awake choose, others press the same button at times (GE-11)."""
        own, waiting = sight.view.own, sight.view.waiting
        if own is None or waiting.role is None or waiting.act is None:
            return self._asleep(sight)
        team = team_woken(waiting.role, waiting.act)
        if not (own.role == waiting.role if team is None else own.team is team):
            return self._asleep(sight)
        when, act = self._between(2, sight.left - 2), ACTS[waiting.act]
        if isinstance(act, Ordering):
            order = self._order(own, sight)
            return [(when, Arrange(order) if order else Peek())]
        if not isinstance(act, Ability):
            return [(when, Peek())]
        target = self._aim(own, sight, act) if act.team is None else self._shot(own, sight)
        return [(when, Peek() if target is None else Aim(target))]

    def _asleep(self, sight: Sight) -> list[Timed]:
        return [(self._between(1, sight.left - 1), Peek())] if self.dice.random() < 0.15 else []

    def _order(self, own: Own, sight: Sight) -> tuple[SeatNo, ...]:
        """MW-03: the don's list; without a don the black of the lowest number gives it."""
        don = any(role is Role.DON for _, role in own.mates)
        lowest = min([self.seat, *(seat for seat, _ in own.mates)])
        if own.role is not Role.DON and (don or self.seat != lowest):
            return ()
        strangers = self._strangers(own, sight)
        return tuple(self.dice.sample(strangers, min(sight.rules.night.order_length, len(strangers))))

    def _shot(self, own: Own, sight: Sight) -> SeatNo:
        """The seat that all agreed on: by the list, else by what all of them know. Rarely a hand slips."""
        strangers = self._strangers(own, sight)
        if self.dice.random() < 0.02:
            return self.dice.choice(strangers)
        listed = [seat for seat in own.order[max(0, sight.view.round - 1) :] if seat in strangers]
        told = [seat for seat in self.talk.sheriffs if seat in strangers]
        agreed = random.Random(f"{self.talk.seed}:{sight.view.round}").choice(strangers)
        return next(iter([*listed, *told, agreed]))

    def _aim(self, own: Own, sight: Sight, act: Ability) -> SeatNo | None:
        """The target of a lone role's act, as its rules allow it."""
        legal = [seat for seat in sight.living if self._legal(own, sight, act, seat)]
        if act.intent is Intent.LEARN:
            known = {check.target for check in own.checks} | {seat for seat, _ in own.mates} | {self.seat}
            legal = [seat for seat in legal if seat not in known] or legal
        if act.intent is Intent.PROTECT:
            told = [seat for seat in self.talk.sheriffs if seat in legal]
            legal = told or legal
        if act.may_refuse(sight.rules) and self.dice.random() < 0.1:
            return None
        return self.dice.choice(legal) if legal else None

    def _legal(self, own: Own, sight: Sight, act: Ability, seat: SeatNo) -> bool:
        mate = seat == self.seat or any(seat == other for other, _ in own.mates)
        return act.may_aim(Aiming(sight.rules, sight.view.round, self.seat, seat, own.aims, mate)) is None

    def _strangers(self, own: Own, sight: Sight) -> list[SeatNo]:
        friends = {seat for seat, _ in own.mates} | {self.seat}
        return [seat for seat in sight.living if seat not in friends]

    def _nominee(self, sight: Sight) -> SeatNo | None:
        taken = {seat for _, seat in sight.view.nominations}
        if any(by == self.seat for by, _ in sight.view.nominations):
            return None
        free = [seat for seat in sight.living if seat not in taken and seat != self.seat]
        if not free:
            return None
        if (forced := self._forced(sight, taken, free)) is not None:
            return forced
        best = max(free, key=lambda seat: self._feeling(sight, seat))
        sure = self._feeling(sight, best) > CLAIMED
        # The fewer are left, the less a day may pass without a vote; one candidacy alone is mostly dropped.
        few = 0.9 if len(sight.living) <= 7 else 0.5
        eager = 0.95 if sure else (few if len(taken) < 2 else 0.1)
        return best if self._feeling(sight, best) > 0 and self.dice.random() < eager else None

    def _forced(self, sight: Sight, taken: set[SeatNo], free: list[SeatNo]) -> SeatNo | None:
        """Blacks who can outvote the town see to it that there is a vote, if they have to, over their own."""
        own = sight.view.own
        if own is None or own.team is not Team.MAFIA:
            return None
        strangers = self._strangers(own, sight)
        if 2 * len(strangers) > len(sight.living):
            return None
        wanted = [seat for seat in free if seat in strangers]
        if not taken & set(strangers):
            return wanted[0] if wanted else None
        return (wanted or free)[0] if len(taken) < 2 else None

    def _condemned(self, sight: Sight, candidates: tuple[SeatNo, ...]) -> SeatNo | None:
        others = [seat for seat in candidates if seat != self.seat]
        if not others:
            return None
        best = max(others, key=lambda seat: self._feeling(sight, seat) + 0.15 * self.dice.random())
        return best if self._feeling(sight, best) > 0 and self.dice.random() < 0.93 else None

    def _feeling(self, sight: Sight, seat: SeatNo) -> float:
        """How black a seat looks to this one: below zero a friend, 0 … 1 a feeling, more if told or known."""
        own = sight.view.own
        if own is None or seat == self.seat or any(mate == seat for mate, _ in own.mates):
            return FRIEND
        if own.role is Role.SHERIFF:
            for check in own.checks:
                if check.act is Act.CHECK and check.target == seat:
                    return KNOWN if check.yes else FRIEND
        feeling = self._feelings.setdefault(seat, 0.6 * self.dice.random()) + self.talk.doubts.get(seat, 0.0)
        if own.team is Team.MAFIA:
            # They have spoken of it at night, so all of them dislike the same.
            feeling = random.Random(f"{self.talk.seed}:{seat}").random()
            return feeling + (CLAIMED if seat in self.talk.sheriffs else 0.0)
        return feeling + (CLAIMED if seat in self.talk.told else 0.0)

    def _line(self, sight: Sight, target: SeatNo | None) -> str | None:
        own = sight.view.own
        if own is not None and own.role is Role.SHERIFF:
            found = [c.target for c in own.checks if c.yes and c.target in sight.living]
            if found and self.dice.random() < 0.7:
                self.talk.told[found[0]] = self.seat
                return self._pick("claim").format(seat=found[0])
        if self.dice.random() < 0.02:
            return self._pick("slip")
        # A black card makes nervous, and people hear it.
        if own is not None and self.dice.random() < (0.1 if own.team is Team.TOWN else 0.4):
            self._doubt(self.seat, 0.6)
            return self._pick("nervous")
        if self.dice.random() > 0.45:
            return None
        if target is None:
            return self._pick("calm")
        self._doubt(target, 0.15)
        return self._pick("suspect").format(seat=target)

    def _doubt(self, seat: SeatNo, much: float) -> None:
        self.talk.doubts[seat] = self.talk.doubts.get(seat, 0.0) + much

    def _formula(self, sight: Sight, target: SeatNo) -> str:
        lines = self.talk.lines
        nomination = sight.rules.circle.formulas[lines["formula"]].format(seat=target)
        return f"{nomination[0].upper()}{nomination[1:]}. {lines['thanks']}."

    def _thanks(self, after: float) -> list[Timed]:
        """Most press the button, some type, some are cut off by the clock."""
        lot = self.dice.random()
        if lot < 0.05:
            return []
        return [(after, Say(f"{self.talk.lines['thanks']}.") if lot < 0.1 else Push(Press.THANKS))]

    def _pick(self, key: str) -> str:
        return str(self.dice.choice(self.talk.lines[key]))

    def _between(self, least: float, most: float) -> float:
        return self.dice.uniform(least, max(least, most))
