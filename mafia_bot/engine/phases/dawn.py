"""How a night's choices become a morning: all of them take effect together (MA-12 – MA-18, CX-05, CX-06).

What each of them does, the role's own file says; here they are gathered, worked out and told.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from mafia_bot.engine import events as ev
from mafia_bot.engine.exits import leave
from mafia_bot.engine.ids import Act, Cause, SeatNo, Team
from mafia_bot.engine.phases.last_words import LAST_WORDS
from mafia_bot.engine.roles import ABILITIES
from mafia_bot.engine.roles.effects import Deed, Effect, Reckoning
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Choice, Game, Night, Then


def reckon(game: Game, night: Night) -> Reckoning:
    """Work a night out. Only choices of the living are in it."""
    rules = game.rules
    held = [c.target for c in night.choices if c.target is not None and ABILITIES[c.act].blocks(rules)]
    found = Reckoning(game, frozenset(held))
    working = [(effect, deed) for deed in _deeds(game, night) for effect in ABILITIES[deed.act].effects]
    working.sort(key=_stage)
    for effect, deed in working:
        effect.work(found, deed)
    return found


def _stage(working: tuple[Effect, Deed]) -> int:
    return working[0].stage


def _deeds(game: Game, night: Night) -> Iterator[Deed]:
    """What was chosen, in the order of the plan and of the seats, whoever pressed first: by each alone, by a
    team if all its living agree.

    Whoever left before the morning cannot be hit, saved or taken along any more (MA-24).
    """
    choices = sorted(night.choices, key=_seat)
    for step in night.plan:
        ability = ABILITIES.get(step.act)
        if ability is None:
            continue
        if ability.team is not None:
            if (agreed := _agreed(game, night, step.act, ability.team)) is not None:
                yield agreed
            continue
        for choice in choices:
            target = choice.target if choice.act == step.act else None
            if target is not None and game.player(target).alive:
                yield Deed(choice.act, choice.seat, target)


def _seat(choice: Choice) -> SeatNo:
    return choice.seat


def _agreed(game: Game, night: Night, act: Act, team: Team) -> Deed | None:
    """The one seat that all living of a team chose: a different one or none at all is a miss (CL-09)."""
    aims = {choice.seat: choice.target for choice in night.choices if choice.act == act}
    living = [p.seat for p in game.players if p.alive and p.team is team]
    targets = {aims.get(seat) for seat in living}
    target = targets.pop() if len(targets) == 1 else None
    return None if target is None or not game.player(target).alive else Deed(act, living[0], target, team)


class Dawn(Struct, frozen=True):
    """What a night leads to: what it `did`, whom it gave an alibi, and what the table is `told`."""

    did: ev.NightResolved
    alibis: tuple[SeatNo, ...]
    told: ev.MorningCame


def foreseen(game: Game, night: Night) -> Dawn:
    """The morning to which the choices made so far lead; victims in seat order. Nothing of it happens."""
    lapse = game.rules.discipline.ladder.lapse_nightly  # MA-22
    if game.round == 0:
        told = ev.MorningCame((), missed=False, healed=False, lapse=lapse)
        return Dawn(ev.NightResolved((), (), (), missed=False), (), told)
    found = reckon(game, night)
    victims = found.victims()
    saved = tuple([seat for seat in found.saved if seat not in victims])
    did = ev.NightResolved(found.hits(), saved, tuple(found.along), found.missed)
    farewell = game.rules.farewell
    missed = farewell.miss_told and found.missed and (farewell.miss_beside or not victims)  # CI-22
    told = ev.MorningCame(victims, missed, found.saving_told, lapse)
    return Dawn(did, tuple(found.alibis), told)


def break_(run: Run) -> None:
    """End the night: resolve it, let its victims leave, give them their last words, and let the day come."""
    game, night = run.game, run.game.phase
    assert isinstance(night, Night)
    dawn = foreseen(game, night)
    if game.round == 0:
        run.emit(dawn.told)
        run.go(Then.DAY)
        return
    run.emit(dawn.did)
    if dawn.alibis:
        run.emit(ev.AlibiGiven(dawn.alibis))  # MA-14
    victims = dawn.told.victims
    if game.rules.farewell.shuffled:  # CI-11
        victims = tuple(victims[lot] for lot in run.facts.lots(len(victims)))
    run.emit(replace(dawn.told, victims=victims))
    best = _best_move_due(game, victims)
    leave(run, victims, Cause.NIGHT, at_night=True)
    LAST_WORDS.begin(run, victims, game.rules.farewell.night_seconds, Then.DAY, best_move=best)


def _best_move_due(game: Game, victims: tuple[SeatNo, ...]) -> bool:
    """SP-08: the player killed on the first night, unless too many left on the first day."""
    rules = game.rules.farewell
    gone = sum(1 for p in game.players if p.exit is not None and p.exit.round == 0)
    return rules.best_move and game.round == 1 and bool(victims) and gone <= rules.best_move_first_day_exits
