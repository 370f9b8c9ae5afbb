"""The nights of a script: every act through its panel, every private answer read where it was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mafia_bot.demo.world import offer
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Act
from mafia_bot.engine.state import Night
from tests.doors.visit import say

if TYPE_CHECKING:
    from tests.evening.director import Director

HOLDER = {
    Act.VISIT: "lover",
    Act.SEEK: "don",
    Act.CHECK: "sheriff",
    Act.HEAL: "doctor",
    Act.STAB: "maniac",
    Act.INVITE: "courtesan",
}
ANSWERS = {Act.SEEK: ("seek-yes", "seek-no"), Act.CHECK: ("check-mafia-yes", "check-mafia-no")}


async def play(director: Director, phase: Night) -> None:
    """One step: nobody is heard, whoever is named acts, and it lasts as long as it lasts (GE-11)."""
    director.look(set())
    club, step = director.club, phase.step
    began = club.env.now().timestamp()
    if step.act is Act.SHOOT:
        await _shoot(director)
    elif step.act is Act.ORDER:
        await _order(director)
    elif step.act in HOLDER:
        await _act(director, step.act)
    await club.to_next_deadline()
    took = club.env.now().timestamp() - began
    director.lengths.append((club.game.round, f"{step.wake} {step.act}", round(took)))
    director.pay()


async def _shoot(director: Director) -> None:
    for place, (seat, target) in enumerate(director.night.shots().items()):
        await director.club.choose(director.club.seat(seat), target)
        director.did("shoot", place, night=True)


async def _order(director: Director) -> None:
    if director.night.order:
        await director.club.order(director.holder("don"), director.night.order)
        assert list(director.club.game.order) == director.night.order
        for place in range(len(director.night.order)):
            director.did("order", place, night=True)


async def _act(director: Director, act: Act) -> None:
    seat = director.script.seat_of(HOLDER[act])
    if seat is None or seat not in {p.seat for p in director.club.game.living()}:
        return
    target = getattr(director.night, act.value)
    if target is not None:
        await director.club.choose(director.club.seat(seat), target)
        director.did(act.value, night=True)
    if act in ANSWERS:
        await _hear(director, act, seat, target)


async def _hear(director: Director, act: Act, seat: int, target: int | None) -> None:
    """What the don or the sheriff is told, in his own panel and nowhere else."""
    says = getattr(director.night, f"{act}_says")
    assert (says in ("yes", "no")) == (target is not None), f"write what the {act} says"
    if says is None:
        return
    director.did(f"{act}_says", night=True)
    panel = (await director.club.panel(director.club.seat(seat))).response
    assert panel is not None
    yes, no = (say(director.club, key, target=target or 0) for key in ANSWERS[act])
    said = {"yes": yes, "no": no, "blocked": say(director.club, "blocked-tonight")}
    heard = {word for word, line in said.items() if line in panel.content}
    assert heard == {says}, panel.content


async def guess(director: Director, seat: int, seats: list[int]) -> None:
    """The victim's best move (SP-08)."""
    club = director.club
    panel = (await club.press(club.seat(seat), Press.BEST_MOVE)).response
    assert panel is not None
    await club.touch(club.seat(seat), panel, offer(panel, Press.BEST_MOVE), [str(number) for number in seats])
    assert list(club.game.best_move) == seats
    for place in range(len(seats)):
        director.did("best_move", place, night=True)
