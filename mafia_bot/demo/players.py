"""The company of simulated players: plans what each does in a step, and does it with hands, at its time.

Acts only as people do: buttons, menus, typed lines. A seat that a person has taken is left alone.
"""

import random
import tomllib
from importlib.resources import files
from typing import Any

from simcord.actors import MemberActor
from simcord.results import InteractionResult

from mafia_bot.demo import world
from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.deeds import Aim, Arrange, BestMove, Deed, Peek, Plan, Push, Say
from mafia_bot.demo.mind import Mind, Sight, Talk, Timed
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import SeatNo, SpeechKind, UserId
from mafia_bot.engine.state import (
    Ballot,
    Justification,
    LastWords,
    LiftVote,
    ManiacQuestion,
    Night,
    NominationWindow,
    ShortNight,
    Speeches,
)
from mafia_bot.engine.view import view

BLOCKED = "blocked-tonight"


def lines_of(language: str) -> dict[str, Any]:
    """What simulated players say in a language."""
    return dict(
        tomllib.loads(files(__package__).joinpath("lines.toml").read_text(encoding="utf-8"))[language]
    )


class Company:
    """`refused` keeps what the bot said no to, as (seat, deed, sentence); `by_hand` are user ids."""

    def __init__(self, club: SimulatedClub, seed: int) -> None:
        self.club = club
        talk = Talk(lines_of(club.locale), seed)
        self._minds = [
            Mind(SeatNo(number), random.Random(f"{seed}:seat {number}"), talk)
            for number in range(1, len(club.seats) + 1)
        ]
        self.by_hand: set[int] = set()
        self.refused: list[tuple[SeatNo, Deed, str]] = []
        self._step: tuple[int, bool] | None = None
        self._plans: list[Plan] = []

    @property
    def next_at(self) -> float | None:
        """When somebody wants to do something next, epoch seconds; None: nobody in this step."""
        self._look()
        return self._plans[0].at if self._plans else None

    async def act(self, most: int = 1000) -> int:
        """Do what is due now, at most so many deeds; how many were done."""
        done = 0
        while done < most:
            self._look()
            if not self._plans or self._plans[0].at > self.club.env.now().timestamp():
                break
            plan = self._plans.pop(0)
            if self.club.seat(plan.seat).id not in self.by_hand:
                await self._do(plan.seat, plan.deed)
                done += 1
        return done

    def _look(self) -> None:
        """Make plans anew when another step is open; what was planned for the old one is forgotten."""
        game = self.club.game
        step = (game.clock.step, game.paused)
        if step == self._step:
            return
        self._step = step
        now = self.club.env.now().timestamp()
        plans = [] if game.paused else self._wishes(now)
        self._plans = sorted(plans, key=lambda plan: (plan.at, plan.seat))

    def _wishes(self, now: float) -> list[Plan]:
        found = []
        for mind in self._minds:
            for after, deed in self._of(mind, now):
                found.append(Plan(now + max(0.05, after), mind.seat, deed))
        return found

    def _of(self, mind: Mind, now: float) -> list[Timed]:
        """What one head wants in the open step. The phase is on the board for all to see."""
        game, seat = self.club.game, mind.seat
        sees = view(game, UserId(self.club.seat(seat).id))
        sight = Sight(sees, game.rules, max(1.0, (sees.waiting.until or now) - now))
        leaving = isinstance(game.phase, LastWords) and game.phase.queue[:1] == (seat,)
        if not leaving and seat not in sight.living:
            return []
        match game.phase:
            case Night():
                return mind.night(sight)
            case ShortNight(candidates=candidates):
                return mind.tie(sight, candidates)
            case Speeches(queue=(first, *_), kind=kind, closing=closing) if first == seat:
                may = not closing and game.rules.circle.nominations == "speech"
                may = may and _may_nominate(sight, seat)
                return mind.speech(sight, kind is SpeechKind.SILENT, may)
            case Speeches():
                return mind.interruption()
            case LastWords(best_move=owed) if leaving:
                return [*(mind.best_move(sight) if owed == seat else []), *mind.defence(sight)]
            case Justification(queue=(first, *_)) if first == seat:
                return mind.defence(sight)
            case NominationWindow() if _may_nominate(sight, seat):
                return mind.window(sight)
            case Ballot() as ballot if ballot.candidates and seat in sees.waiting.owing:
                return mind.vote(sight, ballot.candidates, ballot.candidate)
            case LiftVote(candidates=candidates) if seat in sees.waiting.owing:
                return mind.lift(sight, candidates)
            case ManiacQuestion():
                return mind.question(sight)
            case _:
                return []

    async def _do(self, seat: SeatNo, deed: Deed) -> None:
        actor = self.club.seat(seat)
        match deed:
            case Say(text=text):
                if self.club.may(actor, self.club.chat, "send_messages"):
                    await actor.send(self.club.chat, text)
                return
            case Push(press=press, seats=seats):
                board = self.club.board()
                found = world.offer(board, press)
                if not set(map(str, seats)) <= set(found.values or ()):
                    return  # somebody else was quicker, so it is not in the menu any more
                result = await self.club.touch(actor, board, found, [str(chosen) for chosen in seats])
                self._note(seat, deed, result, board)
            case Peek():
                await self.club.panel(actor)
            case Aim(target=target):
                press = Press.REFUSE if target is None else Press.TARGET
                await self._in_panel(seat, deed, press, [target] if target is not None else [])
            case Arrange(seats=seats):
                await self._arrange(actor, seat, deed, seats)
            case BestMove(seats=seats):
                opened = (await self.club.press(actor, Press.BEST_MOVE)).response
                assert opened is not None
                menu = world.offer(opened, Press.BEST_MOVE)
                result = await self.club.touch(actor, opened, menu, [str(chosen) for chosen in seats])
                self._note(seat, deed, result, opened)

    async def _in_panel(self, seat: SeatNo, deed: Deed, press: Press, seats: list[SeatNo]) -> None:
        actor = self.club.seat(seat)
        opened = (await self.club.panel(actor)).response
        assert opened is not None
        texts = self.club.bot.registry.services.texts.for_language(self.club.locale)
        if texts(BLOCKED) in opened.content:
            return
        found = world.offer(opened, press)
        result = await self.club.touch(actor, opened, found, [str(chosen) for chosen in seats])
        self._note(seat, deed, result, opened)

    async def _arrange(self, actor: MemberActor, seat: SeatNo, deed: Deed, seats: tuple[SeatNo, ...]) -> None:
        opened = (await self.club.panel(actor)).response
        assert opened is not None
        for slot, chosen in enumerate(seats, start=1):
            found = world.offer(opened, Press.ORDER, slot)
            result = await self.club.touch(actor, opened, found, [str(chosen)])
            self._note(seat, deed, result, opened)

    def _note(self, seat: SeatNo, deed: Deed, result: InteractionResult, pressed: world.Message) -> None:
        """Keep a refusal: a private sentence that is not the pressed message itself."""
        response = result.response
        if response is not None and response.ephemeral and response.id != pressed.id:
            self.refused.append((seat, deed, response.content))


def _may_nominate(sight: Sight, seat: SeatNo) -> bool:
    penalties = next(found.penalties for found in sight.view.seats if found.seat == seat)
    return all(p.nomination for p in penalties if p.circle == sight.view.circle)
