"""Private panels: what one person sees alone. At night every panel has the same form, whoever looks
(GE-11).
"""

from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.events import Event
from mafia_bot.engine.ids import Act, Role, SeatNo, Team
from mafia_bot.engine.phases.night import awake
from mafia_bot.engine.roles.lover import visited
from mafia_bot.engine.state import Check, Game, LastWords, Night, Player, ShortNight
from mafia_bot.engine.view import view
from mafia_bot.screens.parts import Menu, Panel, Part
from mafia_bot.screens.private_lines import private_line
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


def _parts(game: Game, texts: Language) -> tuple[Part, ...]:
    """Depends on the step alone, never on who looks."""
    phase, step = game.phase, game.clock.step
    living = tuple(p.seat for p in game.living())
    refuse = Control(Press.REFUSE, step)
    if isinstance(phase, ShortNight):
        return Menu(Control(Press.TARGET, step), phase.candidates, texts("panel-choose")), refuse
    assert isinstance(phase, Night)
    if phase.step.act is Act.ORDER:
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
        return texts("short-night-panel" if player.role is Role.MANIAC else "panel-sleep")
    assert isinstance(phase, Night)
    if player not in awake(game, phase.step):
        return texts("panel-sleep")
    act = phase.step.act
    if act in (Act.HEAL, Act.CHECK) and game.rules.visit.blocks and visited(phase) == player.seat:
        return texts("blocked-tonight")
    chosen = next((c for c in phase.choices if c.seat == player.seat and c.act is act), None)
    if chosen is not None and not (act is Act.SHOOT and game.rules.shooting.open):
        if chosen.target is None:
            return texts("panel-refused")
        return texts("panel-chosen", target=chosen.target)
    return texts(_prompt_key(game, player, act), count=game.rules.night.order_length)


def _prompt_key(game: Game, player: Player, act: Act) -> str:
    if act is Act.ORDER and player.role is not Role.DON and game.dealt(Role.DON):
        return "panel-order-mates"
    if act is Act.SHOOT and game.rules.shooting.open:
        return "panel-shoot-open"
    return f"panel-{act}"


def knowledge(game: Game, player: Player, texts: Language) -> list[str]:
    """All that this seat has learnt so far: its team, the order, its checks."""
    lines = []
    if player.team is Team.MAFIA and game.met:
        team = [p for p in game.players if p.team is Team.MAFIA]
        don = next((p.seat for p in team if p.role is Role.DON), None)
        seats = [p.seat for p in team]
        key = "blacks-shown" if don is None else "blacks-shown-don"
        lines.append(texts(key, seats=seats, don=don or 0))
        if game.order:
            lines.append(texts("order-given", order=game.order))
        lines += _shared_choices(game, texts)
    return lines + [check_line(check, texts) for check in player.checks]


def _shared_choices(game: Game, texts: Language) -> list[str]:
    if not isinstance(game.phase, Night) or not game.rules.shooting.open:
        return []
    return [
        texts("mafia-choice", seat=choice.seat, target=choice.target)
        for choice in game.phase.choices
        if choice.act is Act.SHOOT and choice.target is not None
    ]


def check_line(check: Check, texts: Language) -> str:
    """A remembered answer of the host's."""
    if check.act is Act.SEEK:
        line = texts("seek-yes" if check.yes else "seek-no", target=check.target)
    else:
        line = texts("check-mafia-yes" if check.yes else "check-mafia-no", target=check.target)
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
