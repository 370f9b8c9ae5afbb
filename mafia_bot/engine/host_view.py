"""What the one who leads a table may see besides: every card, every act and answer, and the morning before it
is told (GE-16). Built up from nothing, and for nobody else.
"""

from msgspec import Struct

from mafia_bot.engine.asking import waiting
from mafia_bot.engine.controls import Press, nominees
from mafia_bot.engine.ids import Role, SeatNo, Team, UserId
from mafia_bot.engine.phases.base import rules_of
from mafia_bot.engine.phases.dawn import Dawn, foreseen
from mafia_bot.engine.phases.night import awake, blocked_by
from mafia_bot.engine.presence import missing
from mafia_bot.engine.roles import ACTS
from mafia_bot.engine.roles.card import Ability, Ordering
from mafia_bot.engine.state import Check, Choice, Game, ManiacQuestion, Night, Question


class Card(Struct, frozen=True):
    """A seat with its card, face up."""

    seat: SeatNo
    role: Role
    alive: bool
    warnings: int


class Answer(Struct, frozen=True):
    """What a check answered, and to whom."""

    seat: SeatNo
    check: Check


class Absence(Struct, frozen=True):
    """A living seat that is not in voice, and until when its grace runs (epoch seconds); None: it is over,
    and the host decides (GE-13).
    """

    seat: SeatNo
    until: float | None


class HostView(Struct, frozen=True):
    """`acts` are this night's so far, `owing` whom the table waits for, at night too; `blocked`: who can do
    nothing tonight; `answers` all of the game, latest first. `order` is the kill order and `spared` whom it
    is courteous not to put first, until there is one (CC-21). `dawn`: the morning as it would come now.
    `naming`: for whom a nomination said aloud can be entered now; `asked`: the maniac, while he is asked;
    `questions` those that wait for an answer (CI-21).
    """

    cards: tuple[Card, ...]
    owing: tuple[SeatNo, ...]
    absent: tuple[Absence, ...]
    acts: tuple[Choice, ...]
    blocked: tuple[SeatNo, ...]
    answers: tuple[Answer, ...]
    order: tuple[SeatNo, ...]
    spared: tuple[SeatNo, ...]
    alibi: tuple[SeatNo, ...]
    dawn: Dawn | None
    naming: tuple[SeatNo, ...]
    asked: SeatNo | None
    questions: tuple[Question, ...]


def host_view(game: Game, viewer: UserId | None) -> HostView | None:
    """All that the host and his assistants see; None for everybody else, whoever they are (GE-16)."""
    if not game.leads(viewer):
        return None
    phase = game.phase
    night = phase if isinstance(phase, Night) else None
    graces = dict(game.absent)
    return HostView(
        cards=tuple(Card(p.seat, p.role, p.alive, p.warnings) for p in game.players),
        owing=rules_of(phase).owing(game, phase) if night is None else _awake_and_owing(game, night),
        absent=tuple(Absence(seat, graces.get(seat)) for seat in missing(game)),
        acts=() if night is None else night.choices,
        blocked=() if night is None else _blocked(game, night),
        answers=_answers(game),
        order=game.order,
        spared=game.spared if game.rules.night.courtesy and not game.order else (),
        alibi=game.alibi,
        dawn=None if night is None else foreseen(game, night),
        naming=_naming(game),
        asked=_asked(game),
        questions=waiting(game),
    )


def _naming(game: Game) -> tuple[SeatNo, ...]:
    """Those who have the word for a nomination and have not made one yet."""
    rules = rules_of(game.phase)
    offered = any(control.press is Press.NOMINATE for control in rules.offers(game, game.phase))
    if not offered or not nominees(game):
        return ()
    done = {by for by, _ in game.nominations}
    return tuple(seat for seat in rules.word(game, game.phase) if seat not in done)


def _asked(game: Game) -> SeatNo | None:
    if not isinstance(game.phase, ManiacQuestion):
        return None
    return next((p.seat for p in game.living() if p.team is Team.MANIAC), None)


def _awake_and_owing(game: Game, night: Night) -> tuple[SeatNo, ...]:
    """Those awake who have not chosen yet. The table is not told whether there are any (GE-11)."""
    act = ACTS[night.step.act]
    woken = awake(game, night.step)
    if isinstance(act, Ordering):
        return tuple(p.seat for p in woken if act.gives(game, p) and not game.order)
    if not isinstance(act, Ability):
        return ()
    done = {choice.seat for choice in night.choices if choice.act == act.act}
    held = _blocked(game, night) if act.blockable else ()
    return tuple(p.seat for p in woken if p.seat not in done and p.seat not in held)


def _blocked(game: Game, night: Night) -> tuple[SeatNo, ...]:
    return tuple(p.seat for p in game.living() if blocked_by(game, night, p.seat) is not None)


def _answers(game: Game) -> tuple[Answer, ...]:
    found = [Answer(player.seat, check) for player in game.players for check in player.checks]
    return tuple(sorted(found, key=_night, reverse=True))


def _night(answer: Answer) -> int:
    return answer.check.round
