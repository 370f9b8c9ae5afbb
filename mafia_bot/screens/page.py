"""The board's page for a position: what goes on now, until when, and what can be pressed. Public
knowledge only.
"""

from msgspec import Struct
from msgspec.structs import replace

from mafia_bot.engine.controls import Control, Press, nominees
from mafia_bot.engine.ids import GameId, SeatNo, SpeechKind, UserId
from mafia_bot.engine.offered import offered
from mafia_bot.engine.roles.registry import step_text
from mafia_bot.engine.scene import NOBODY, speaker
from mafia_bot.engine.state import (
    Ballot,
    Game,
    Justification,
    LastWords,
    LiftVote,
    Lobby,
    ManiacQuestion,
    Night,
    NominationWindow,
    Over,
    ShortNight,
    Speeches,
    Then,
)
from mafia_bot.screens.names import ruleset_name
from mafia_bot.texts import Language


class Page(Struct, frozen=True):
    """One message of the board. `key` names the phase it belongs to: a new key is a new message.

    `step` is 0 at night, when all steps share one page.
    """

    game_id: GameId
    key: str
    step: int
    title: str
    now: str
    details: tuple[str, ...]
    lines: tuple[str, ...]
    night: bool
    controls: tuple[Control, ...]
    seats: tuple[SeatNo, ...]
    called: UserId | None


def page(
    game: Game,
    game_id: GameId,
    lines: tuple[str, ...],
    texts: Language,
    hushed: frozenset[UserId] = NOBODY,
) -> Page:
    """The page for a position; `lines` are what was told since the page began, the `hushed` are muted by
    another hand than the bot's.
    """
    seat, night = speaker(game), isinstance(game.phase, (Night, ShortNight))
    return Page(
        game_id=game_id,
        key=key_of(game),
        step=0 if night else game.clock.step,
        title=_title(game, texts),
        now=now_line(game, texts),
        details=(*_unheard(game, hushed, texts), *_details(game, texts)),
        lines=lines,
        night=night,
        controls=offered(game),
        seats=nominees(game),
        called=None if seat is None else game.player(seat).user,
    )


def closed_page(game: Game, game_id: GameId, lines: tuple[str, ...], texts: Language) -> Page:
    """The page of a position once it is over: what was told stays, nothing of it can be pressed."""
    kept = isinstance(game.phase, (Lobby, Ballot, LiftVote))
    return replace(
        page(game, game_id, lines, texts),
        step=0,
        now="",
        details=_details(game, texts, over=True) if kept else (),
        controls=(),
        seats=(),
        called=None,
    )


def key_of(game: Game) -> str:
    """The name of the page on which a position stands: a day's circle, its vote, and its night have one each.

    Farewells belong to what they follow: the night's victims open the day's page, the voted-out close the
    vote's. A lobby that was closed ends on its own page.
    """
    match game.phase:
        case Over() if not game.players:
            return "lobby"
        case Lobby() | Over() as phase:
            return str(phase.__struct_config__.tag)
        case Speeches() | NominationWindow() | LastWords(then=Then.DAY):
            return day_key(game)
        case Justification() | Ballot() | LiftVote() | LastWords():
            return vote_key(game)
        case phase:
            return f"{phase.__struct_config__.tag}:{game.round}:{game.broke}"


def day_key(game: Game) -> str:
    """The name of the page of a day's circle."""
    return f"day:{game.round}"


def vote_key(game: Game) -> str:
    """The name of the page of a day's vote."""
    return f"vote:{game.round}:{game.broke}"


def _title(game: Game, texts: Language) -> str:
    match game.phase:
        case Lobby():
            return texts("lobby-title")
        case Over():
            return texts("game-over-title" if game.players else "lobby-closed-title")
        case Night():
            return texts("night-title", round=game.round)
        case LastWords(then=Then.DAY):
            circle = game.broke + 1  # the morning belongs to the day that it begins
        case _:
            circle = game.broke
    return texts("day-title", circle=circle - 1 + game.rules.circle.first_day)


def now_line(game: Game, texts: Language) -> str:
    """What goes on in a position and until when, in one line."""
    if game.paused:
        return texts("game-paused", left=game.clock.left or 0)
    deadline = game.clock.deadline or 0
    match game.phase:
        case Lobby():
            return _lobby(game, texts)
        case Night() as night:
            return _timetable(night, deadline, texts)
        case Speeches(queue=queue, kind=kind) if queue:
            return texts(f"speech-opened-{kind}", seat=queue[0], deadline=deadline)
        case LastWords(queue=queue) if queue:
            return texts("farewell-opened", seat=queue[0], deadline=deadline)
        case Justification(queue=queue, then=then) if queue:
            key = "distrust-opened" if then is Then.NIGHT else "justification-opened"
            return texts(key, seat=queue[0], deadline=deadline)
        case NominationWindow():
            return texts("nomination-window-opened", deadline=deadline)
        case Ballot() as ballot if ballot.candidates:
            key = "window-opened-city" if game.rules.vote.abstainers == "self" else "window-opened"
            return texts(key, seat=ballot.candidate, deadline=deadline)
        case LiftVote(candidates=candidates):
            return texts("lift-vote-opened", candidates=candidates, deadline=deadline)
        case ShortNight(candidates=candidates):
            return texts("short-night-fell", seats=candidates, deadline=deadline)
        case ManiacQuestion():
            return texts("maniac-asked", deadline=deadline)
        case _:
            return ""


def _timetable(night: Night, deadline: float, texts: Language) -> str:
    """Every step of the night and when it ends: announced at once and counted down by Discord, so that a
    night is one message without edits (GE-11). `deadline` is the open step's.
    """
    lines = []
    for index, step in enumerate(night.plan):
        after = sum(later.seconds for later in night.plan[night.index + 1 : index + 1])
        since = sum(past.seconds for past in night.plan[index + 1 : night.index + 1])
        # Rounded, so that a sum of floats never looks like another second.
        lines.append(texts(step_text(step), role=step.wake, deadline=round(deadline + after - since, 1)))
    return "\n".join(lines)


def _lobby(game: Game, texts: Language) -> str:
    host = texts("lobby-host-bot") if game.host is None else texts("lobby-host-user", user=game.host)
    assert isinstance(game.phase, Lobby)
    seats = game.rules.seats
    return texts(
        "lobby-board",
        ruleset=ruleset_name(game, texts),
        host=host,
        count=len(game.phase.members),
        least=seats.least,
        most=seats.most,
    )


def _details(game: Game, texts: Language, *, over: bool = False) -> tuple[str, ...]:
    match game.phase:
        case Lobby(members=members):
            if not members:
                return (texts("lobby-empty"),)
            rows = [texts("lobby-row", seat=seat, user=user) for seat, user in enumerate(members, start=1)]
            ready = len(members) >= game.rules.seats.least and not over
            return (*rows, *([texts("lobby-ready")] if ready else []))
        case Speeches(queue=queue, kind=kind):
            after = (texts("speech-next", seat=queue[1]),) if len(queue) > 1 else ()
            return (*_candidates(game, texts), *after) if kind is not SpeechKind.SILENT or after else ()
        case NominationWindow():
            return _candidates(game, texts)
        case Ballot() as ballot:
            return tuple(
                texts(
                    "votes-voters", candidate=seat, voters=[v for v, target in ballot.votes if target == seat]
                )
                for seat in ballot.candidates
                if any(target == seat for _, target in ballot.votes)
            )
        case LiftVote(votes=votes) if votes:
            return (texts("lift-voted", seats=[seat for seat, _ in votes]),)
        case Night() | ShortNight():
            return (texts("night-hint"),)
        case _:
            return ()


def _unheard(game: Game, hushed: frozenset[UserId], texts: Language) -> tuple[str, ...]:
    seat = speaker(game)
    if seat is None or game.paused or game.player(seat).user not in hushed:
        return ()
    return (texts("speaker-hushed", seat=seat),)


def _candidates(game: Game, texts: Language) -> tuple[str, ...]:
    seats = game.candidates()
    return (texts("nominations-list", seats=seats),) if seats else ()


def offers(found: Page, press: Press) -> Control | None:
    """The control of that kind on a page, or None."""
    return next((control for control in found.controls if control.press is press), None)


__all__ = ["Page", "key_of", "now_line", "offers", "page"]
