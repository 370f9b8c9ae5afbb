"""How a night's choices become a morning: all of them take effect together (MA-12 – MA-18, CX-05, CX-06)."""

from msgspec import Struct

from mafia_bot.engine import events as ev
from mafia_bot.engine.exits import leave
from mafia_bot.engine.ids import Act, Cause, Role, SeatNo, Team
from mafia_bot.engine.phases.last_words import LAST_WORDS
from mafia_bot.engine.roles.courtesan import invited
from mafia_bot.engine.roles.doctor import saved
from mafia_bot.engine.roles.lover import visited
from mafia_bot.engine.roles.mafia import shot
from mafia_bot.engine.roles.maniac import stabbed
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game, Night, Then


class Toll(Struct, frozen=True):
    """What the night did: the hits that took effect, who was saved, and who goes with whom."""

    shot: SeatNo | None
    stab: SeatNo | None
    healed: SeatNo | None
    guest: SeatNo | None
    missed: bool

    def victims(self) -> tuple[SeatNo, ...]:
        """Those who leave, each once, in seat order: the table never hears who did it."""
        return tuple(sorted({s for s in (self.shot, self.stab, self.guest) if s is not None}))


def _holder(game: Game, role: Role) -> SeatNo | None:
    return next((p.seat for p in game.players if p.alive and p.role is role), None)


def _misses(game: Game, seat: SeatNo | None, team: Team, visit: SeatNo | None, guest: SeatNo | None) -> bool:
    if seat is None:
        return True
    # MA-13: the visited shooter misses. CX-06: the courtesan's guest is missed by every shot.
    held = visit is not None and game.rules.visit.blocks and game.player(visit).team is team
    hidden = game.rules.invite.guest_missed and guest == seat
    return held or hidden


def reckon(game: Game, night: Night) -> Toll:
    """Resolve a night's choices. Only choices of the living are in them."""
    visit, guest = visited(night), invited(night)
    aim, blade = shot(game, night), stabbed(night)
    missed = _misses(game, aim, Team.MAFIA, visit, guest)
    hit = None if missed else aim
    cut = None if _misses(game, blade, Team.MANIAC, visit, guest) else blade
    healed = next((c.target for c in night.choices if c.act is Act.HEAL), None)
    lived = saved(game.rules.heal, healed, hit, cut)
    dead = {seat for seat in (hit, cut) if seat is not None and not (lived and seat == healed)}
    return Toll(
        hit if hit in dead else None,
        cut if cut in dead else None,
        healed if lived else None,
        _taken_along(game, dead, visit, guest),
        missed,
    )


def _taken_along(game: Game, dead: set[SeatNo], visit: SeatNo | None, guest: SeatNo | None) -> SeatNo | None:
    pairs = (
        (Role.LOVER, visit, game.rules.visit.dies_with),  # MA-15
        (Role.COURTESAN, guest, game.rules.invite.dies_with),  # CX-06
    )
    for role, companion, dies_with in pairs:
        if dies_with and companion is not None and companion not in dead and _holder(game, role) in dead:
            return companion
    return None


def break_(run: Run) -> None:
    """End the night: resolve it, let its victims leave, give them their last words, and let the day come."""
    game, night = run.game, run.game.phase
    assert isinstance(night, Night)
    lapse = game.rules.discipline.ladder.lapse_nightly  # MA-22
    if game.round == 0:
        run.emit(ev.MorningCame((), missed=False, healed=False, lapse=lapse))
        run.go(Then.DAY)
        return
    toll = reckon(game, night)
    run.emit(ev.NightResolved(toll.shot, toll.stab, toll.healed, toll.guest, toll.missed))
    visit = visited(night)
    if visit is not None and game.rules.visit.alibi:
        run.emit(ev.AlibiGiven((visit,)))  # MA-14
    victims = toll.victims()
    if game.rules.farewell.shuffled:  # CI-11
        victims = tuple(victims[lot] for lot in run.facts.lots(len(victims)))
    told = game.rules.farewell.miss_told and toll.missed
    healed = game.rules.heal.told and toll.healed is not None
    run.emit(ev.MorningCame(victims, told, healed, lapse))
    best = _best_move_due(game, victims)
    leave(run, victims, Cause.NIGHT, at_night=True)
    LAST_WORDS.begin(run, victims, game.rules.farewell.night_seconds, Then.DAY, best_move=best)


def _best_move_due(game: Game, victims: tuple[SeatNo, ...]) -> bool:
    """SP-08: the player killed on the first night, unless too many left on the first day."""
    rules = game.rules.farewell
    gone = sum(1 for p in game.players if p.exit is not None and p.exit.round == 0)
    return rules.best_move and game.round == 1 and bool(victims) and gone <= rules.best_move_first_day_exits
