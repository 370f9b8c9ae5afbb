"""The host's panel: what those who lead a table see and press, and nobody else (GE-16); and the panel of a
moderator, who keeps discipline and sees no more than the table.
"""

from collections.abc import Iterator

from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.host_view import Absence, Answer, Card, HostView, host_view
from mafia_bot.engine.ids import Role, SeatNo, UserId
from mafia_bot.engine.phases.dawn import Dawn
from mafia_bot.engine.roles import ABILITIES
from mafia_bot.engine.state import Choice, Game, Lobby
from mafia_bot.engine.undoing import undoable
from mafia_bot.engine.view import view
from mafia_bot.screens.announcements import tell
from mafia_bot.screens.host_controls import controls, seat_menu
from mafia_bot.screens.parts import Panel
from mafia_bot.screens.rulings import standing
from mafia_bot.screens.status import now_line, status_lines
from mafia_bot.texts import Language


def host_panel(game: Game, viewer: UserId, texts: Language) -> Panel | None:
    """The whole table for whoever leads it; None for anybody else.

    What the host needs now stands first: a client may be shown only the beginning of a long text.
    """
    seen = host_view(game, viewer)
    if seen is None:
        return None
    lines = [
        f"**{texts('host-title')}**",
        now_line(view(game, viewer), texts),
        *_waits(seen, texts),
        *_undoable(game, texts),
        *_night(game, seen, texts),
        *_gathered(game, texts),
        *_cards(seen, texts),
        *_answers(seen, texts),
    ]
    return Panel("\n".join(lines), tuple(controls(game, seen, texts)))


def discipline_panel(game: Game, viewer: UserId, texts: Language) -> Panel:
    """The same for a moderator who does not lead: what everybody may know, and what he may rule (GE-02)."""
    lines = [f"**{texts('discipline-title')}**", *status_lines(game, viewer, texts), *_undoable(game, texts)]
    undo = (Control(Press.UNDO),) if undoable(game) else ()
    return Panel("\n".join(lines), (Control(Press.REFRESH), *seat_menu(game, texts), *undo))


def _undoable(game: Game, texts: Language) -> Iterator[str]:
    found = undoable(game)
    if found is not None:
        yield texts("host-undoable", what=standing(*found, texts))


def _waits(seen: HostView, texts: Language) -> Iterator[str]:
    for question in seen.questions:
        yield texts("host-question", seat=question.seat, words=question.words)
    if seen.owing:
        yield texts("host-owing", seats=seen.owing)
    for absence in seen.absent:
        yield _absence(absence, texts)
    if seen.alibi:
        yield texts("host-alibi", seats=seen.alibi)


def _absence(absence: Absence, texts: Language) -> str:
    key = "host-absent-over" if absence.until is None else "host-absent"
    return texts(key, seat=absence.seat, until=absence.until)


def _night(game: Game, seen: HostView, texts: Language) -> Iterator[str]:
    """The acts of the night as they come, and the morning that they make."""
    if seen.order:
        yield texts("host-order", order=seen.order)
    if seen.spared:
        yield texts("panel-courtesy", seats=seen.spared)
    if seen.dawn is None:
        return
    yield f"\n**{texts('night-title', round=game.round)}**"
    roles = {card.seat: card.role for card in seen.cards}
    yield from (_act(choice, roles, texts) for choice in seen.acts)
    if not seen.acts:
        yield texts("host-acts-none")
    if seen.blocked:
        yield texts("host-blocked", seats=seen.blocked)
    yield f"\n**{texts('host-morning-title')}**"
    yield from _morning(game, seen.dawn, texts)


def _act(choice: Choice, roles: dict[SeatNo, Role], texts: Language) -> str:
    key = "host-act-refused" if choice.target is None else "host-act"
    return texts(key, seat=choice.seat, role=roles[choice.seat], act=choice.act, target=choice.target)


def _morning(game: Game, dawn: Dawn, texts: Language) -> Iterator[str]:
    """The table's own words, and what is behind them."""
    said = tell(dawn.told, game, texts) or ""
    yield from (f"> {line}" for line in said.splitlines())
    yield from (texts("host-hit", act=act, seat=seat) for act, seat in dawn.did.hits)
    if dawn.did.saved:
        yield texts("host-saved", seats=dawn.did.saved)
    if dawn.did.along:
        yield texts("host-along", seats=dawn.did.along)
    if dawn.alibis:
        yield texts("host-alibi", seats=dawn.alibis)


def _gathered(game: Game, texts: Language) -> Iterator[str]:
    """Who sits where before the cards are dealt."""
    if isinstance(game.phase, Lobby):
        for seat, user in enumerate(game.phase.members, start=1):
            yield texts("lobby-row", seat=seat, user=user)


def _cards(seen: HostView, texts: Language) -> Iterator[str]:
    if seen.cards:
        yield f"\n**{texts('host-cards-title')}**"
    yield from (_card(card, texts) for card in seen.cards)


def _card(card: Card, texts: Language) -> str:
    line = texts("host-card" if card.alive else "host-card-out", seat=card.seat, role=card.role)
    return texts("host-card-warned", line=line, count=card.warnings) if card.warnings else line


def _answers(seen: HostView, texts: Language) -> Iterator[str]:
    if seen.answers:
        yield f"\n**{texts('host-answers-title')}**"
    roles = {card.seat: card.role for card in seen.cards}
    yield from (_answer(answer, roles[answer.seat], texts) for answer in seen.answers)


def _answer(answer: Answer, role: Role, texts: Language) -> str:
    check = answer.check
    line = texts(ABILITIES[check.act].answer(check.yes), target=check.target)
    return texts("host-answer", round=check.round, seat=answer.seat, role=role, line=line)
