"""One simulated game from the lobby to the end: commands into the engine, time as fast as deadlines allow."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.decide import open_lobby, step
from mafia_bot.engine.ids import Rank, SeatNo, SpeechKind, Team, UserId
from mafia_bot.engine.phases import ballot, lift_vote
from mafia_bot.engine.phases.night import awake
from mafia_bot.engine.refusals import Refusal
from mafia_bot.engine.roles import ACTS, CARDS
from mafia_bot.engine.roles.card import Ability, Ordering
from mafia_bot.engine.run import Facts
from mafia_bot.engine.state import (
    Ballot,
    Game,
    Justification,
    LastWords,
    LiftVote,
    ManiacQuestion,
    Night,
    NominationWindow,
    Outcome,
    Over,
    Player,
    ShortNight,
    Speeches,
)
from mafia_bot.simulation.policy import Policy


class Played(Struct, frozen=True):
    """One game as figures: the outcome, circles begun, commands given, events, exits by cause."""

    outcome: Outcome
    circles: int
    commands: int
    events: int
    exits: tuple[str, ...]


class Evening:
    """A table of simulated players. `observe` sees every accepted command's events."""

    def __init__(
        self,
        rules: dict[str, Any],
        seats: int,
        dice: Random,
        policy: Policy,
        observe: Callable[[Sequence[ev.Event]], None] | None = None,
    ) -> None:
        self.dice = dice
        self.policy = policy
        self.observe = observe
        self.now = 0.0
        self.commands = self.events = 0
        self.exits: list[str] = []
        self.game: Game = open_lobby(cmd.OpenLobby(rules, None)).game
        for number in range(1, seats + 1):
            self.do(cmd.Join(UserId(number)))
        refusal = self.do(cmd.StartGame(Rank.BOT))
        if refusal is not None:
            raise ValueError(f"{refusal.code.value}: {seats} seats")

    def _lots(self, count: int) -> Sequence[int]:
        return self.dice.sample(range(count), count)

    def do(self, command: cmd.Command) -> Refusal | None:
        """Give a command; the refusal if there is one."""
        result = step(self.game, command, Facts(self.now, self._lots))
        self.commands += 1
        if isinstance(result, Refusal):
            return result
        self.game = result.game
        self.events += len(result.events)
        for event in result.events:
            if isinstance(event, ev.PlayerLeft):
                self.exits.append(event.cause.value)
        if self.observe is not None:
            self.observe(result.events)
        return None

    def play(self) -> Played:
        """Play on to the end."""
        while True:
            phase = self.game.phase
            if isinstance(phase, Over):
                break
            number = self.game.clock.step
            _MOVES[type(phase)](self, phase)
            if self.game.clock.step == number:
                self.run_out()
        return Played(phase.outcome, self.game.broke, self.commands, self.events, tuple(self.exits))

    def run_out(self) -> None:
        """Let the open step run out of time."""
        clock = self.game.clock
        self.now = max(self.now, clock.deadline or self.now)
        if (refusal := self.do(cmd.TimeRanOut(clock.step))) is not None:
            raise RuntimeError(f"a step that never ends: {refusal} in {self.game.phase}")


def _speech(evening: Evening, phase: Speeches) -> None:
    game, player = evening.game, evening.game.player(phase.queue[0])
    if phase.kind is not SpeechKind.SILENT:
        evening.policy.speak(game, player)
    if not phase.closing and game.rules.circle.nominations == "speech":
        wanted = evening.policy.nominate(game, player)
        if wanted is not None:
            evening.do(cmd.Nominate(player.seat, wanted))
    evening.do(cmd.EndSpeech(player.seat))


def _floor(evening: Evening, phase: LastWords | Justification) -> None:
    if isinstance(phase, LastWords) and phase.best_move is not None:
        most = min(evening.game.rules.farewell.best_move_seats, len(evening.game.living()))
        seats = tuple(evening.dice.sample([p.seat for p in evening.game.living()], most))
        evening.do(cmd.NameBestMove(phase.best_move, seats))
    evening.do(cmd.EndSpeech(phase.queue[0]))


def _window(evening: Evening, _phase: NominationWindow) -> None:
    for player in evening.game.living():
        wanted = evening.policy.nominate(evening.game, player)
        if wanted is not None:
            evening.do(cmd.Nominate(player.seat, wanted))


def _ballot(evening: Evening, phase: Ballot) -> None:
    """Everybody decides once for the whole ballot, and presses when the window of that candidate is open."""
    game, stage = evening.game, (phase.stage, evening.game.broke)
    wishes: dict[SeatNo, list[SeatNo]] = {}
    for seat in ballot.voters(game, phase):
        wanted = evening.policy.vote(game, game.player(seat), phase.candidates)
        if wanted is not None:
            wishes.setdefault(wanted, []).append(seat)
    for candidate in phase.candidates:
        for seat in wishes.get(candidate, ()):
            evening.do(cmd.CastVote(seat, evening.game.clock.step, candidate, evening.now))
        now = evening.game.phase
        open_ = isinstance(now, Ballot) and (now.stage, evening.game.broke) == stage
        if not open_ or evening.game.phase.candidate != candidate:  # type: ignore[union-attr]
            return
        evening.run_out()


def _lift(evening: Evening, phase: LiftVote) -> None:
    game, window = evening.game, evening.game.clock.step
    for seat in lift_vote.voters(game, phase):
        agree = evening.policy.lift(game, game.player(seat), phase.candidates)
        evening.do(cmd.CastLiftVote(seat, window, agree, evening.now))


def _night(evening: Evening, phase: Night) -> None:
    game, act, number = evening.game, ACTS[phase.step.act], evening.game.clock.step
    up = awake(game, phase.step)
    if isinstance(act, Ordering):
        _order(evening, up, act, number)
    elif not isinstance(act, Ability):
        return
    elif act.team is not None:
        wanted = evening.policy.agree(game, up, act) if up else None
        for player in up if wanted is not None else ():
            evening.do(cmd.ChooseTarget(player.seat, number, wanted))
    else:
        for player in up:
            evening.do(cmd.ChooseTarget(player.seat, number, evening.policy.act(game, player, act)))


def _order(evening: Evening, up: tuple[Player, ...], act: Ordering, number: int) -> None:
    game = evening.game
    leads = next((player for player in up if CARDS[player.role].leads), None)
    strangers = [p.seat for p in game.players if p.team is not act.team]
    if leads is not None:
        order = evening.dice.sample(strangers, min(len(strangers), game.rules.night.order_length))
        evening.do(cmd.GiveOrder(leads.seat, number, tuple(order)))


def _short_night(evening: Evening, phase: ShortNight) -> None:
    game = evening.game
    for player in game.living():
        if player.team is Team.MANIAC:
            seat = evening.policy.break_tie(game, player, phase.candidates)
            evening.do(cmd.ChooseTarget(player.seat, game.clock.step, seat))


def _question(evening: Evening, _phase: ManiacQuestion) -> None:
    for player in evening.game.living():
        if player.team is Team.MANIAC and (yes := evening.policy.answer(evening.game, player)) is not None:
            evening.do(cmd.AnswerQuestion(player.seat, yes))


_MOVES: dict[type, Callable[[Evening, Any], None]] = {
    Speeches: _speech,
    LastWords: _floor,
    Justification: _floor,
    NominationWindow: _window,
    Ballot: _ballot,
    LiftVote: _lift,
    Night: _night,
    ShortNight: _short_night,
    ManiacQuestion: _question,
}
