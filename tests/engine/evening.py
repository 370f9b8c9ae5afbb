"""A recorded game of sport mafia as commands over the bare engine. It must not know how it ended."""

from collections.abc import Iterator, Mapping
from typing import Any

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Act, Cause, SeatNo
from mafia_bot.engine.state import (
    Ballot,
    Justification,
    LastWords,
    LiftVote,
    Night,
    Over,
    Speeches,
)
from tests.engine.scenario import Table, table

ROLE = {"civ": "civilian", "maf": "mafia", "don": "don", "sheriff": "sheriff"}
HOW = {Cause.NIGHT: "night", Cause.DISCIPLINE: "removed"}
MOMENT = {
    "speaking": "speech",
    "night kill speaking": "shooted",
    "day kill speaking": "voted",
}
"""Two clubs wrote their fouls down in two ways; the second way's words are used here."""


def moment(when: Mapping[str, Any]) -> tuple[int, str, int | None]:
    """When a foul was given: the circle, during what, at whose turn (None where that was not written)."""
    if "type" in when:
        return when["day"], when["type"], when.get("player")
    if when["time"] == "voting":
        if "speaker" in when:
            return when["round"] + 1, "reSpeech", when["speaker"]
        # Not at whose window: a count closes as soon as all hands are down, so that window may never open.
        return when["round"] + 1, f"voting {when['votingRound']}", None
    return when["round"] + 1, MOMENT[when["time"]], when.get("speaker")


class Evening:
    """One record being played: each open step gets what the record has for it, then runs out."""

    def __init__(self, record: Mapping[str, Any], axes: Mapping[str, Any]) -> None:
        self.record = record
        self.fouls = [(seat, *moment(when)) for seat, when in record["fouls"]]
        self.said: set[tuple[int, int]] = set()
        self.table = table("sport", [ROLE[role] for role in record["roles"]], start="night", axes=axes)

    def play(self) -> Table:
        """The whole game."""
        for _ in range(1000):
            game = self.table
            if isinstance(game.phase, Over):
                return game
            step = game.game.clock.step
            self._give()
            # A hand that completed a count, or a foul that ended the day, has moved the table on already.
            if game.game.clock.step == step and not isinstance(game.phase, Over):
                game.run_out()
        raise AssertionError("the record does not lead to an end")

    def exits(self) -> list[tuple[int, int, str]]:
        """Who left, in which round and how, in the record's words."""
        gone = (self.table.game.player(event.seat) for event in self.table.all(ev.PlayerLeft))
        return [(p.seat, p.exit.round, HOW.get(p.exit.cause, "day")) for p in gone if p.exit is not None]

    def left_over(self) -> list[Any]:
        """What the record has and the game had no place for."""
        days = self.record["days"]
        put_up = {(day["day"], by) for day in days for by, _ in day["nominations"]}
        return [*self.fouls, *sorted(put_up - self.said)]

    @property
    def _day(self) -> dict[str, Any]:
        number = self.table.game.broke - 1
        return next((day for day in self.record["days"] if day["day"] == number), {})

    def _give(self) -> None:
        phase = self.table.phase
        match phase:
            case Night():
                self._night(phase)
            case LastWords():
                self._farewell(phase)
            case Speeches():
                self._speech(phase)
            case Justification():
                self._foul("reSpeech", phase.queue[0])
            case Ballot():
                self._ballot(phase)
            case LiftVote():
                self._lift(phase)

    def _night(self, phase: Night) -> None:
        number, act = self.table.game.round, phase.step.act
        if act is Act.SHOOT:
            night = next((n for n in self.record["nights"] if n["night"] == number), {"shots": {}})
            for shooter, target in night["shots"].items():
                self.table.press(int(shooter), target)
        for role, round_, target in self.record["checks"]:
            wanted = {"don": Act.SEEK, "sheriff": Act.CHECK}[role]
            if (round_, wanted) == (number, act):
                self.table.press(self.record["roles"].index(role) + 1, target)

    def _farewell(self, phase: LastWords) -> None:
        game = self.table.game
        morning = game.broke == game.round
        circle = game.broke + 1 if morning else game.broke
        self._foul("shooted" if morning else "voted", phase.queue[0], circle)
        if phase.best_move is not None and self.record["best_move"]:
            seat, guess = self.record["best_move"]
            self.table.do(cmd.NameBestMove(SeatNo(seat), tuple(SeatNo(s) for s in guess)))

    def _speech(self, phase: Speeches) -> None:
        speaker = phase.queue[0]
        for by, whom in self._day.get("nominations", ()):
            if by == speaker:
                self.table.do(cmd.Nominate(SeatNo(by), SeatNo(whom)))
                self.said.add((self._day["day"], by))
        self._foul("speech", speaker)

    def _ballot(self, phase: Ballot) -> None:
        ballots = self._day["ballots"]
        number, candidate, step = phase.stage, phase.candidate, self.table.game.clock.step
        hands = ballots[number] if number < len(ballots) else {}
        self._foul(f"voting {number}", candidate)
        for voter, target in hands.items():
            if target == candidate and self.table.game.clock.step == step:
                self.table.hand(int(voter), candidate)

    def _lift(self, phase: LiftVote) -> None:
        recorded = self._day["lift"]
        for seat in list(self.table.alive):
            agree = recorded.get(str(seat), False) if recorded else self._all_left(phase)
            self.table.do(cmd.CastLiftVote(SeatNo(seat), self.table.game.clock.step, agree, self.table.now))

    def _all_left(self, phase: LiftVote) -> bool:
        # A lift that was not stored: its outcome is in the exits, so everybody votes for that outcome.
        number = self.table.game.broke - 1
        gone = {e["seat"] for e in self.record["expected"]["eliminations"] if e["round"] == number}
        return set(phase.candidates) <= gone

    def _foul(self, when: str, whose: int, circle: int | None = None) -> None:
        """Give the fouls of this moment. Where a record names no turn, its first moment of the kind."""
        for foul in list(self._due(when, whose, circle or self.table.game.broke)):
            self.fouls.remove(foul)
            self.table.warn(foul[0])

    def _due(self, when: str, whose: int, circle: int) -> Iterator[tuple[int, int, str, int | None]]:
        return (f for f in self.fouls if f[1:3] == (circle, when) and f[3] in (None, whose))
