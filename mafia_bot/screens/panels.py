"""Private panels: what one person sees alone. At night every panel has the same form, whoever looks
(GE-11).
"""

from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.events import Event
from mafia_bot.engine.ids import SeatNo, Team
from mafia_bot.engine.phases.night import awake, blocked_by
from mafia_bot.engine.roles import ABILITIES, ACTS
from mafia_bot.engine.roles.card import Ordering
from mafia_bot.engine.roles.registry import leader
from mafia_bot.engine.state import Check, Game, LastWords, Night, Player, ShortNight
from mafia_bot.engine.view import view
from mafia_bot.screens.parts import Menu, Panel, Part
from mafia_bot.screens.private_lines import private_line, shared
from mafia_bot.texts import Language


def night_panel(game: Game, seat: SeatNo, texts: Language) -> Panel:
    """The panel behind the public button «Night»: alike for all but for its words."""
    assert isinstance(game.phase, (Night, ShortNight))
    player = game.player(seat)
    lines = [f"**{texts('panel-title')}**", _prompt(game, player, texts), *knowledge(game, player, texts)]
    own = view(game, player.user).own
    if own is not None and own.courtesy:
        lines.append(texts("panel-courtesy", seats=own.courtesy))  # CC-21
    return Panel("\n".join(lines), _parts(game, texts))


def night_over_panel(game: Game, seat: SeatNo, texts: Language) -> Panel:
    """What stays of that panel when the night is over: what its holder has learnt, and nothing to press."""
    known = knowledge(game, game.player(seat), texts)
    return Panel("\n".join([f"**{texts('panel-title')}**", *known, texts("panel-night-over")]))


def _parts(game: Game, texts: Language) -> tuple[Part, ...]:
    """Depends on the step alone, never on who looks."""
    phase, step = game.phase, game.clock.step
    living = tuple(p.seat for p in game.living())
    refuse = Control(Press.REFUSE, step)
    if isinstance(phase, ShortNight):
        return Menu(Control(Press.TARGET, step), phase.candidates, texts("panel-choose")), refuse
    assert isinstance(phase, Night)
    if isinstance(ACTS[phase.step.act], Ordering):
        return tuple(
            Menu(Control(Press.ORDER, step, slot), living, texts("panel-choose-order", n=slot))
            for slot in range(1, min(4, game.rules.night.order_length) + 1)
        )
    return Menu(Control(Press.TARGET, step), living, texts("panel-choose")), refuse


def _prompt(game: Game, player: Player, texts: Language) -> str:
    phase = game.phase
    if not player.alive:
        return texts("panel-dead")
    if isinstance(phase, ShortNight):
        return texts("short-night-panel" if player.team is Team.MANIAC else "panel-sleep")
    assert isinstance(phase, Night)
    if player not in awake(game, phase.step):
        return texts("panel-sleep")
    act, ability = ACTS[phase.step.act], ABILITIES.get(phase.step.act)
    if ability is not None and ability.blockable and blocked_by(game, phase, player.seat) is not None:
        return texts("blocked-tonight")
    chosen = next((c for c in phase.choices if c.seat == player.seat and c.act == act.act), None)
    if chosen is not None and not (ability is not None and ability.open(game.rules)):
        if chosen.target is None:
            return texts("panel-refused")
        return texts("panel-chosen", target=chosen.target)
    return texts(act.prompt(game, player), count=game.rules.night.order_length)


def knowledge(game: Game, player: Player, texts: Language) -> list[str]:
    """All that this seat has learnt so far: its team, the order, its checks."""
    lines = []
    if player.team is Team.MAFIA and game.met:
        team = [p for p in game.players if p.team is Team.MAFIA]
        don = leader(game, Team.MAFIA)
        seats = [p.seat for p in team]
        key = "blacks-shown" if don is None else "blacks-shown-don"
        lines.append(texts(key, seats=seats, don=0 if don is None else don.seat))
        if game.order:
            lines.append(texts("order-given", order=game.order))
        lines += _shared_choices(game, texts)
    return lines + [check_line(check, texts) for check in player.checks]


def _shared_choices(game: Game, texts: Language) -> list[str]:
    if not isinstance(game.phase, Night):
        return []
    return [
        texts("mafia-choice", seat=choice.seat, target=choice.target)
        for choice in game.phase.choices
        if choice.target is not None and shared(game, choice.act)
    ]


def check_line(check: Check, texts: Language) -> str:
    """A remembered answer of the host's."""
    line = texts(ABILITIES[check.act].answer(check.yes), target=check.target)
    return texts("check-of-night", round=check.round, line=line)


def card_panel(game: Game, seat: SeatNo, texts: Language) -> Panel:
    """«Моя карта»: the card and all that its holder knows (GE-01)."""
    player = game.player(seat)
    lines = [
        f"**{texts('card-title')}** · {texts('card-seat', seat=seat)}",
        texts(f"card-{player.role}"),
        *knowledge(game, player, texts),
    ]
    if player.warnings:
        lines.append(texts("warnings-list-row", seat=seat, count=player.warnings))
    return Panel("\n".join(lines))


def best_move_panel(game: Game, texts: Language) -> Panel:
    """The menu of the first victim's best move (SP-08)."""
    assert isinstance(game.phase, LastWords)
    seats = tuple(p.seat for p in game.players)
    most = game.rules.farewell.best_move_seats
    control = Control(Press.BEST_MOVE, game.clock.step, 1)
    menu = Menu(control, seats, texts("select-best-move"), most)
    return Panel(texts("best-move-panel", count=most), (menu,))


def private_lines(events: tuple[Event, ...], game: Game, seat: SeatNo, texts: Language) -> list[str]:
    """What an accepted act told the one who acted, and nobody else."""
    lines = (private_line(event, game, seat, texts) for event in events)
    return [line for line in lines if line is not None]
