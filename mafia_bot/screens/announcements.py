"""What the table is told of an event. It words only what everybody may know; private wording is
`private_lines`'s.
"""

from mafia_bot.engine import events as ev
from mafia_bot.engine.state import Game
from mafia_bot.screens.names import offence_name, ruleset_name, title
from mafia_bot.screens.rulings import taken_back
from mafia_bot.screens.vote_announcements import vote_line
from mafia_bot.texts import Language


def tell(event: ev.Event, game: Game, texts: Language) -> str | None:
    """The line for an event that everybody may know, in the position after it; None if it needs no words."""
    return (
        _lobby(event, game, texts)
        or _morning(event, game, texts)
        or _circle(event, texts)
        or vote_line(event, game, texts)
        or _discipline(event, texts)
        or _hosting(event, texts)
    )


def _lobby(event: ev.Event, game: Game, texts: Language) -> str | None:
    match event:
        case ev.LobbyOpened():
            return texts("lobby-opened")
        case ev.RulesetChosen():
            return texts("ruleset-chosen", ruleset=ruleset_name(game, texts))
        case ev.RulesetOffered(ruleset=ruleset, version=version, name=name):
            return texts("ruleset-offered", ruleset=title(ruleset, name, texts), version=version)
        case ev.DealChosen(cards=cards):
            if not cards:
                return texts("deal-recommended")
            rows = [texts("deal-row", role=role, count=count) for role, count in cards]
            return texts("deal-chosen", cards=rows)
        case ev.PlayerUnjoined(user=user, kicked=True):
            return texts("player-kicked", user=user)
        case ev.SeatsSwapped(one=one, other=other):
            return texts("seats-swapped", one=one, other=other)
        case ev.HostNamed(user=None):
            return texts("host-named-bot")
        case ev.HostNamed(user=user):
            return texts("host-named", user=user)
        case ev.AssistantNamed(user=user, added=added):
            return texts("assistant-named" if added else "assistant-dismissed", user=user)
        case ev.GameStarted(users=users):
            return texts("game-started", count=len(users))
        case _:
            return None


def _morning(event: ev.Event, game: Game, texts: Language) -> str | None:
    match event:
        case ev.NightFell(round=number):
            return texts("night-fell-first" if number == 0 else "night-fell", round=number)
        case ev.MorningCame(victims=victims, missed=missed, healed=healed):
            return _came(game, victims, texts, missed=missed, healed=healed)
        case ev.PlayerLeft(seat=seat, at_night=True):
            return None  # the morning has named its victims
        case ev.PlayerLeft(seat=seat, cause=cause) if cause != "discipline":
            return texts(f"left-{cause}", seat=seat)
        case ev.RoleAnnounced(role=role):
            return texts("announced-role", role=role)
        case ev.LastWordsBegan(queue=queue, best_move=owed):
            if owed is not None:
                return texts("best-move-asked", seat=owed, count=game.rules.farewell.best_move_seats)
            return texts("last-words-began", queue=queue) if len(queue) > 1 else None
        case ev.BestMoveNamed(seat=seat, seats=seats):
            return texts("best-move-named", seat=seat, seats=seats)
        case _:
            return None


def _came(game: Game, victims: tuple[int, ...], texts: Language, *, missed: bool, healed: bool) -> str | None:
    if game.round == 0:
        return texts("morning-first")
    if victims:
        line = texts("morning-victims", victims=victims)
        line += "\n" + texts("morning-missed-beside") if missed else ""
    else:
        line = texts("morning-missed" if missed else "morning-quiet")
    return line + ("\n" + texts("morning-healed") if healed else "")


def _circle(event: ev.Event, texts: Language) -> str | None:
    match event:
        case ev.DayBroke(circle=circle, order=order, curfew=curfew):
            line = texts("day-broke", circle=circle, starter=order[0], count=len(order))
            return line + ("\n" + texts("day-curfew") if curfew else "")
        case ev.SpeechLost(seat=seat):
            return texts("speech-lost", seat=seat)
        case ev.LateSpeechesGiven(seats=seats):
            return texts("late-speeches-given", seats=seats)
        case ev.Nominated(by=by, seat=seat):
            return texts("nominated", by=by, seat=seat)
        case _:
            return None


def _discipline(event: ev.Event, texts: Language) -> str | None:
    match event:
        case ev.WarningIssued(seat=seat, offence=offence, count=count):
            return texts("warning-issued", seat=seat, offence=offence_name(offence, texts), count=count)
        case ev.PenaltyIncurred(seat=seat, circle=circle, nomination=nomination, vote=vote):
            key = "penalty-speech" if nomination else "penalty-nomination" if vote else "penalty-vote"
            return texts(key, seat=seat, circle=circle)
        case ev.PlayerRemoved(seat=seat, offence=offence, hall=hall):
            key = "player-removed-hall" if hall else "player-removed"
            return texts(key, seat=seat, offence=offence_name(offence, texts))
        case ev.PlayerSuspended(user=user, offence=offence, games=games, day=day):
            key = "both" if games and day else "games" if games else "day"
            name = offence_name(offence, texts)
            return texts(f"player-suspended-{key}", user=user, games=games, offence=name)
        case ev.VoteCancelled(circle=circle):
            return texts("vote-cancelled", circle=circle)
        case ev.RulingUndone(rank=rank, kind=None):
            return texts("ruling-undone-by", rank=rank)
        case ev.RulingUndone(rank=rank):
            return texts("ruling-undone-what", rank=rank, what=taken_back(event, texts))
        case ev.TechnicalDefeat(seat=seat, team=team):
            return texts("technical-defeat", seat=seat, team=team)
        case _:
            return None


def _hosting(event: ev.Event, texts: Language) -> str | None:
    match event:
        case ev.GamePaused(left=left, away=away) if away:
            return texts("game-paused-away", left=left, seats=away)
        case ev.GamePaused(left=left):
            return texts("game-paused", left=left) if left else texts("game-paused-untimed")
        case ev.GameResumed():
            return texts("game-resumed-untimed")
        case ev.StepExtended(seconds=seconds, deadline=deadline):
            return texts("step-extended", seconds=seconds, deadline=deadline)
        case ev.OutageEnded(at=at, deadline=deadline, unheard=unheard) if unheard is not None:
            lost = texts("outage-unheard", since=unheard, until=at, seconds=at - unheard)
            return lost if deadline is None else f"{lost} {texts('outage-step', deadline=deadline)}"
        case ev.OutageEnded(deadline=None):
            return texts("outage-ended-untimed")
        case ev.OutageEnded(deadline=deadline):
            return texts("outage-ended", deadline=deadline)
        case ev.PlayerDropped(seat=seat, deadline=deadline):
            return texts("player-dropped", seat=seat, deadline=deadline)
        case ev.TableDeserted(deadline=deadline):
            return texts("table-deserted", deadline=deadline)
        case ev.PlayerReturned(seat=seat):
            return texts("player-returned", seat=seat)
        case ev.HostAsked(seat=seat):
            return texts("host-asked", seat=seat)
        case ev.GraceRenewed(seat=seat, deadline=deadline):
            return texts("grace-renewed", seat=seat, deadline=deadline)
        case ev.QuestionAnswered(seat=seat, question=question, words=words, aloud=True):
            return texts("question-answered", seat=seat, question=question, words=words)
        case ev.PlayerReplaced(seat=seat, user=user):
            return texts("player-replaced", seat=seat, user=user)
        case _:
            return None
