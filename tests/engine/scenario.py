"""Given a table, when something happens, then this: rulings over the bare engine. It must not know a rule.

A table is dealt the wanted cards (`table("masks", {1: "lover", 4: "mafia"}, seats=6)`), everything is done by
commands, and the time is the test's own. Methods that act assert that the command was accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.decide import open_lobby
from mafia_bot.engine.ids import Act, Rank, Role, SeatNo, UserId
from mafia_bot.engine.phases.night import awake
from mafia_bot.engine.state import (
    Ballot,
    Justification,
    LiftVote,
    ManiacQuestion,
    Night,
    NominationWindow,
    Over,
    Speeches,
)
from tests.engine.dealing import fitted, rules, shipped, user
from tests.engine.seance import Seance

REFUSE = "refuse"
"""A night act that is an explicit refusal to act (MA-18)."""


def lobby(
    ruleset: str,
    seats: int = 0,
    *,
    host: int | None = None,
    axes: Mapping[str, Any] | None = None,
    at: float = 0.0,
) -> Table:
    """An open lobby with `seats` people in it, opened `at` that time of the test."""
    opened = open_lobby(cmd.OpenLobby(rules(ruleset, axes), None if host is None else UserId(host), at))
    found = Table(opened.game, list(opened.events))
    found.now = at
    for seat in range(1, seats + 1):
        found.do(cmd.Join(user(seat)))
    return found


def table(
    ruleset: str,
    cards: Mapping[int, str] | Sequence[str],
    *,
    seats: int = 10,
    host: int | None = None,
    assistants: Iterable[int] = (),
    axes: Mapping[str, Any] | None = None,
    start: str = "day",
) -> Table:
    """A game with these cards by seat (civilians elsewhere), at `start`: "night" 0 or the first "day"."""
    if isinstance(cards, Mapping):
        cards = [cards.get(seat, "civilian") for seat in range(1, seats + 1)]
    wanted = [Role(card) for card in cards]
    data = fitted(rules(ruleset, axes), wanted)
    opened = open_lobby(cmd.OpenLobby(data, None if host is None else UserId(host)))
    found = Table(opened.game, list(opened.events))
    for assistant in assistants:
        found.do(cmd.NameAssistant(Rank.HOST, UserId(assistant)))
    for seat in range(1, len(wanted) + 1):
        found.do(cmd.Join(user(seat)))
    found.deal(wanted)
    if start == "day":
        found.until(Speeches)
    return found


class Table(Seance):
    """A game with whole circles, ballots and nights as single moves."""

    # ---- the day ----

    def speech_of(self, seat: int) -> Table:
        """Let the circle come to a seat's turn."""
        self.until(Speeches)
        while isinstance(self.phase, Speeches) and self.speaker != seat:
            self.run_out()
        assert isinstance(self.phase, Speeches), f"seat {seat} has no turn: {self.phase}"
        return self

    def thanks(self) -> tuple[ev.Event, ...]:
        """«Спасибо» of whoever has the floor."""
        assert self.speaker is not None
        return self.do(cmd.EndSpeech(self.speaker))

    def nominate(self, by: int, seat: int) -> tuple[ev.Event, ...]:
        """A nomination, in one's own turn (the circle moves on to it) or in the common window."""
        if not isinstance(self.phase, NominationWindow):
            self.speech_of(by)
        return self.do(cmd.Nominate(SeatNo(by), SeatNo(seat)))

    def put_up(self, *seats: int) -> Table:
        """Let the first who can nominate these seats in order, and the circle end."""
        windowed = self.game.rules.circle.nominations == "window"  # CI-15
        self.until(NominationWindow) if windowed else self.until(Speeches)
        for seat in seats:
            while isinstance(self.phase, Speeches) and self._cannot(seat):
                self.run_out()
            if isinstance(self.phase, Speeches):
                self.do(cmd.Nominate(self.phase.queue[0], SeatNo(seat)))
            else:
                named = {by for by, _ in self.game.nominations}
                by = next(s for s in self.alive if s not in named and s != seat)
                self.do(cmd.Nominate(SeatNo(by), SeatNo(seat)))
        while isinstance(self.phase, (Speeches, NominationWindow)):
            self.run_out()
        return self

    def _cannot(self, seat: int) -> bool:
        by = self.speaker
        penalty = self.game.player(by).penalty_in(self.game.broke) if by is not None else None
        barred = penalty is not None and not penalty.nomination
        return barred or by == seat or any(other == by for other, _ in self.game.nominations)

    # ---- the vote ----

    def hand(self, voter: int, seat: int, *, received: float | None = None) -> tuple[ev.Event, ...]:
        """One vote in the open window."""
        at = self.now if received is None else received
        return self.do(cmd.CastVote(SeatNo(voter), self.game.clock.step, SeatNo(seat), at))

    def vote(self, hands: Mapping[int, Iterable[int]]) -> Table:
        """A whole ballot: candidate → voters. Speeches before it run out; unnamed candidates get none."""
        self.until(Ballot)
        ballot = self.phase
        assert isinstance(ballot, Ballot), f"no ballot: {ballot}"
        stage = ballot.stage
        strangers = set(hands) - set(ballot.candidates)
        assert not strangers, f"{strangers} are not candidates of {ballot.candidates}"
        for candidate in ballot.candidates:
            if not self._voting(stage):
                break
            for voter in hands.get(candidate, ()):
                self.hand(voter, candidate)
            if self._voting(stage) and self.speaker == candidate:
                self.run_out()
        return self

    def _voting(self, stage: int) -> bool:
        return isinstance(self.phase, Ballot) and self.phase.stage == stage

    def revote(self, hands: Mapping[int, Iterable[int]]) -> Table:
        """The justifications of the tied run out, then a whole ballot over them."""
        assert isinstance(self.phase, Justification), f"no revote: {self.phase}"
        return self.vote(hands)

    def lift(self, agree: Iterable[int] = (), against: Iterable[int] = ()) -> Table:
        """A whole lift vote; the window runs out if not everybody voted."""
        assert isinstance(self.phase, LiftVote), f"no lift vote: {self.phase}"
        for voters, yes in ((agree, True), (against, False)):
            for voter in voters:
                self.do(cmd.CastLiftVote(SeatNo(voter), self.game.clock.step, yes, self.now))
        if isinstance(self.phase, LiftVote):
            self.run_out()
        return self

    def day_out(self, seat: int) -> Table:
        """A day in which one seat is voted out by all who may, whatever the ruleset; then on to the night.

        A second candidate stands beside it, so that no lone-candidate rule interferes.
        """
        self.until(Speeches)
        other = next(s for s in self.alive if s != seat)
        self.put_up(seat, other)
        self.until(Ballot)
        own = self.game.rules.vote.own_candidacy
        voters = [s for s in self.alive if own or s != seat]
        self.vote({seat: voters})
        return self.until(Night, ManiacQuestion)

    # ---- the night ----

    def night(self, *, to_day: bool = True, **acts: Any) -> Table:
        """The next night whole: night(mafia=5, sheriff=2, doctor=5, maniac=REFUSE, shots={7: 1, 8: 2}).

        Who is not named does not act. It ends at the next circle, or with `to_day=False` at the morning.
        """
        self.until(Night)
        number = self.game.round
        while isinstance(self.phase, Night) and self.game.round == number:
            self.act(**acts)
            self.run_out()
        return self.until(Speeches, ManiacQuestion) if to_day else self

    def act(self, **acts: Any) -> None:
        """What is pressed in the open night step (arguments as for `night`)."""
        assert isinstance(self.phase, Night)
        night = self.phase.step
        if night.act is Act.SHOOT:
            shots = acts.get("shots")
            if shots is None and "mafia" in acts:
                shots = {p.seat: acts["mafia"] for p in awake(self.game, night)}
            for shooter, target in (shots or {}).items():
                self.press(shooter, target)
        elif night.act is not Act.MEET and night.wake.value in acts:
            target = acts[night.wake.value]
            for player in awake(self.game, night):
                self.press(player.seat, target)

    def press(self, seat: int, target: Any) -> tuple[ev.Event, ...]:
        """A press in the night panel of the open step."""
        aim = None if target in (REFUSE, None) else SeatNo(target)
        return self.do(cmd.ChooseTarget(SeatNo(seat), self.game.clock.step, aim))

    def step_of(self, role: str, act: str | None = None) -> Table:
        """Let the night come to the step in which a role wakes (a new night falls if needed)."""
        for _ in range(100):
            if isinstance(self.phase, Night):
                found = self.phase.step
                if found.wake.value == role and act in (None, found.act.value):
                    return self
            assert not isinstance(self.phase, Over), "the game is over"
            self.run_out()
        raise AssertionError(f"{role} never wakes")

    # ---- rulings ----

    def offence(self, sanction: str) -> str:
        """The first offence of the ruleset whose default is this sanction."""
        return next(o.id for o in self.game.rules.discipline.offences if o.sanctions[0] == sanction)

    def warn(self, seat: int, times: int = 1, *, rank: Rank = Rank.HOST, offence: str | None = None) -> Table:
        """Warnings for an offence (the ruleset's first)."""
        self.do(cmd.Warn(rank, SeatNo(seat), offence or self.offence("warning"), times))
        return self

    def remove(
        self, seat: int, *, rank: Rank = Rank.HOST, offence: str | None = None, hall: bool | None = None
    ) -> Table:
        """A removal for an offence (the ruleset's first that removes)."""
        self.do(cmd.Remove(rank, SeatNo(seat), offence or self.offence("removal"), hall))
        return self

    def undo(self, rank: Rank = Rank.HOST) -> Table:
        """Take back the last ruling."""
        self.do(cmd.Undo(rank))
        return self


__all__ = ["REFUSE", "Table", "lobby", "rules", "shipped", "table", "user"]
