"""What one pair of eyes, or the mafia among themselves, is told of an event. Never sent where others read."""

from mafia_bot.engine import events as ev
from mafia_bot.engine.audience import Seats, audience
from mafia_bot.engine.ids import Act, SeatNo, Team
from mafia_bot.engine.roles import ABILITIES
from mafia_bot.engine.state import Game, Night
from mafia_bot.texts import Language


def private_line(event: ev.Event, game: Game, seat: SeatNo, texts: Language) -> str | None:
    """The private line of an event for a seat, or None: it is not meant for it, or needs no words."""
    who = audience(game, event)
    if not isinstance(who, Seats) or seat not in who.seats:
        return None
    match event:
        case ev.CheckAnswered(act=act, target=target, yes=yes):
            return texts(ABILITIES[act].answer(yes), target=target)
        case ev.ActBlocked():
            return texts("blocked-tonight")
        case ev.TargetChosen(target=None):
            return texts("target-refused")
        case ev.TargetChosen(seat=chooser, target=target) if chooser == seat:
            return texts("target-chosen", target=target)
        case _:
            return team_line(event, game, texts)


def for_team(event: ev.Event, game: Game, texts: Language) -> str | None:
    """The line of an event for the mafia's own room, or None when it is not the whole team's to know.

    Who agrees with a mate says nothing new: the panel shows all choices, and each line here is a request.
    """
    who = audience(game, event)
    if isinstance(event, ev.TargetChosen) and _agrees(event, game):
        return None
    team = tuple(p.seat for p in game.players if p.team is Team.MAFIA)
    return team_line(event, game, texts) if isinstance(who, Seats) and who.seats == team else None


def _agrees(event: ev.TargetChosen, game: Game) -> bool:
    """Whether nobody has to be told: a mate chose the same before, or there is no mate left."""
    if sum(1 for p in game.players if p.alive and p.team is Team.MAFIA) < 2:
        return True
    choices = game.phase.choices if isinstance(game.phase, Night) else ()
    same = [c for c in choices if c.act == event.act and c.target == event.target]
    return any(choice.seat != event.seat for choice in same)


def shared(game: Game, act: Act) -> bool:
    """Whether the mafia see one another's choices of that act (MA-12, CX-02, CI-06)."""
    ability = ABILITIES[act]
    return ability.team is Team.MAFIA and ability.open(game.rules)


def team_line(event: ev.Event, game: Game, texts: Language) -> str | None:
    """How the mafia's own events are worded."""
    match event:
        case ev.TeamShown(seats=seats, don=None):
            return texts("blacks-shown", seats=seats)
        case ev.TeamShown(seats=seats, don=don):
            return texts("blacks-shown-don", seats=seats, don=don)
        case ev.OrderGiven(order=order):
            return texts("order-given", order=order)
        case ev.TargetChosen(seat=seat, act=act, target=target) if target is not None and shared(game, act):
            return texts("mafia-choice", seat=seat, target=target)
        case _:
            return None
