"""A recorded game of sport mafia as commands over the bare engine. It must not know how it ended."""

from collections.abc import Mapping
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
from tests.engine.moments import Moment, moment
from tests.engine.scenario import Table, table

ROLE = {"civ": "civilian", "maf": "mafia", "don": "don", "sheriff": "sheriff"}
HOW = {Cause.NIGHT: "night", Cause.DISCIPLINE: "removed"}
NIGHT_STEPS = {
    (Act.ORDER, True): "meeting",
    (Act.MEET, True): "sheriff meets",
    (Act.SHOOT, False): "shooting",
    (Act.SEEK, False): "don",
    (Act.CHECK, False): "sheriff",
}
"""The steps of a night in the words of `moments`, by whether it is the first night."""
RECORD = {
    *("id", "roles", "days", "nights", "checks", "fouls", "best_move", "guesses", "removals"),
    *("expected", "notes"),
}
REMOVALS = {"warnings"}
"""How a removal may come: by the fourth foul, which is among the fouls."""


class UnknownRecord(ValueError):
    """A record with something in it that this adapter would not play."""


def _known(record: Mapping[str, Any]) -> None:
    if strange := set(record) - RECORD:
        raise UnknownRecord(strange)
    for removal in record["removals"]:
        if removal["when"]["type"] not in REMOVALS:
            raise UnknownRecord(removal)


class Evening:
    """One record being played: each open step gets what the record has for it, then runs out."""

    def __init__(self, record: Mapping[str, Any], axes: Mapping[str, Any]) -> None:
        _known(record)
        self.record = record
        self.fouls = [(seat, moment(when)) for seat, when in record["fouls"]]
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
                self._foul("reSpeech", self._circle, phase.queue[0])
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
        self._foul(NIGHT_STEPS[act, number == 0], number)

    def _farewell(self, phase: LastWords) -> None:
        game = self.table.game
        morning = game.broke == game.round
        circle = self._circle + 1 if morning else self._circle
        self._foul("shooted" if morning else "voted", circle, phase.queue[0])
        if phase.best_move is not None and self.record["best_move"]:
            seat, guess = self.record["best_move"]
            self.table.do(cmd.NameBestMove(SeatNo(seat), tuple(SeatNo(s) for s in guess)))

    def _speech(self, phase: Speeches) -> None:
        speaker = phase.queue[0]
        for by, whom in self._day.get("nominations", ()):
            if by == speaker:
                self.table.do(cmd.Nominate(SeatNo(by), SeatNo(whom)))
                self.said.add((self._day["day"], by))
        self._foul("speech", self._circle, speaker)
        if len(phase.queue) == 1 and not self._day.get("ballots"):
            self._foul("toVoting 0", self._circle)  # the table went to a vote that did not take place

    def _ballot(self, phase: Ballot) -> None:
        ballots = self._day["ballots"]
        number, candidate, step = phase.stage, phase.candidate, self.table.game.clock.step
        self._foul(f"toVoting {number}", self._circle)
        hands = ballots[number] if number < len(ballots) else {}
        self._foul(f"voting {number}", self._circle)
        for voter, target in hands.items():
            if target == candidate and self.table.game.clock.step == step:
                self.table.hand(int(voter), candidate)

    def _lift(self, phase: LiftVote) -> None:
        recorded = self._day["lift"]
        self._foul("lift", self._circle)
        step = self.table.game.clock.step
        for seat in list(self.table.alive):
            agree = recorded.get(str(seat), False) if recorded else self._all_left(phase)
            if self.table.game.clock.step == step:
                self.table.do(cmd.CastLiftVote(SeatNo(seat), step, agree, self.table.now))

    def _all_left(self, phase: LiftVote) -> bool:
        # A lift that was not stored: its outcome is in the exits, so everybody votes for that outcome.
        number = self.table.game.broke - 1
        gone = {e["seat"] for e in self.record["expected"]["eliminations"] if e["round"] == number}
        return set(phase.candidates) <= gone

    @property
    def _circle(self) -> int:
        return self.table.game.broke

    def _foul(self, what: str, round_: int, whose: int | None = None) -> None:
        """Give the fouls of this moment. Where a record names no turn, its first moment of the kind."""
        for foul in [each for each in self.fouls if self._is_now(each[1], what, round_, whose)]:
            self.fouls.remove(foul)
            self.table.warn(foul[0])

    @staticmethod
    def _is_now(moment: Moment, what: str, round_: int, whose: int | None) -> bool:
        return (moment.round, moment.what) == (round_, what) and moment.whose in (None, whose)
