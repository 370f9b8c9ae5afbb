"""Who may know each event. Total over all events, with no default: a new event has no audience until
it gets one.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import SeatNo, Team
from mafia_bot.engine.roles import ABILITIES
from mafia_bot.engine.state import Game


class Everybody(Struct, frozen=True):
    """The whole table, spectators included."""


class Seats(Struct, frozen=True):
    """These seats, and the host who leads them."""

    seats: tuple[SeatNo, ...]


class HostOnly(Struct, frozen=True):
    """The host, and everybody once the game is over."""


class Nobody(Struct, frozen=True):
    """Nobody yet: bookkeeping, or a secret until it matters."""


Audience = Everybody | Seats | HostOnly | Nobody

ALL, HOST, NONE = Everybody(), HostOnly(), Nobody()


def _team(game: Game, team: Team) -> Seats:
    return Seats(tuple(p.seat for p in game.players if p.team is team))


def _chosen(game: Game, event: ev.TargetChosen) -> Audience:
    # MA-12, CX-02: an open choice is the team's; a blind one is nobody's but the shooter's own.
    ability = ABILITIES[event.act]
    if ability.team is not None and ability.open(game.rules):
        return _team(game, ability.team)
    return Seats((event.seat,))


RULES: dict[type[ev.Event], Audience | Callable[[Game, Any], Audience]] = {
    ev.LobbyOpened: ALL,
    ev.RulesetChosen: ALL,
    ev.RulesetOffered: ALL,
    ev.DealChosen: ALL,
    ev.PlayerJoined: ALL,
    ev.PlayerUnjoined: ALL,
    ev.SeatsSwapped: ALL,
    ev.HostNamed: ALL,
    ev.AssistantNamed: ALL,
    ev.GameStarted: ALL,
    ev.NameSeen: ALL,
    ev.CardDealt: lambda _game, event: Seats((event.seat,)),
    ev.NightFell: ALL,
    ev.NightStepOpened: ALL,
    ev.TeamShown: lambda game, _event: _team(game, Team.MAFIA),
    ev.OrderGiven: lambda game, _event: _team(game, Team.MAFIA),
    ev.TargetChosen: _chosen,
    ev.ActBlocked: lambda _game, event: Seats((event.seat,)),
    ev.CheckAnswered: lambda _game, event: Seats((event.seat,)),
    ev.NightResolved: HOST,
    ev.AlibiGiven: HOST,
    ev.MorningCame: ALL,
    ev.PlayerLeft: ALL,
    ev.RoleAnnounced: ALL,
    ev.LastWordsBegan: ALL,
    ev.FarewellOpened: ALL,
    ev.FarewellEnded: ALL,
    ev.BestMoveNamed: ALL,
    ev.DayBroke: ALL,
    ev.SpeechOpened: ALL,
    ev.SpeechEnded: ALL,
    ev.SpeechLost: ALL,
    ev.LateSpeechesGiven: ALL,
    ev.NominationWindowOpened: ALL,
    ev.Nominated: ALL,
    ev.ListRead: ALL,
    ev.VoteSkipped: ALL,
    ev.JustificationBegan: ALL,
    ev.JustificationOpened: ALL,
    ev.JustificationEnded: ALL,
    ev.BallotBegan: ALL,
    ev.WindowOpened: ALL,
    ev.VoteCast: ALL,
    ev.VotesCounted: ALL,
    ev.TieFound: ALL,
    ev.AlibiHeld: ALL,
    ev.NobodyLeft: ALL,
    ev.LiftVoteOpened: ALL,
    ev.LiftVoteCast: ALL,
    ev.LiftVotesCounted: ALL,
    ev.ShortNightFell: ALL,
    ev.TieBroken: ALL,
    ev.ManiacAbsent: ALL,
    ev.ManiacAsked: ALL,
    ev.ManiacAnswered: ALL,
    ev.WarningIssued: ALL,
    ev.PenaltyIncurred: ALL,
    ev.PlayerRemoved: ALL,
    ev.PlayerSuspended: ALL,
    ev.VoteCancelled: ALL,
    ev.RulingMade: ALL,
    ev.RulingSealed: NONE,
    ev.RulingUndone: ALL,
    ev.TechnicalDefeat: ALL,
    ev.GamePaused: ALL,
    ev.GameResumed: ALL,
    ev.StepExtended: ALL,
    ev.OutageEnded: ALL,
    ev.PlayerDropped: ALL,
    ev.TableDeserted: ALL,
    ev.PlayerReturned: ALL,
    ev.HostAsked: ALL,
    ev.GraceRenewed: ALL,
    ev.QuestionAsked: lambda _game, event: Seats((event.seat,)),
    ev.QuestionAnswered: lambda _game, event: ALL if event.aloud else Seats((event.seat,)),
    ev.PlayerReplaced: ALL,
    ev.GameEnded: ALL,
}


def audience(game: Game, event: ev.Event) -> Audience:
    """Who may know an event that happened in this position.

    Raises KeyError for an event class that nobody gave an audience: better a crash than a leak.
    """
    rule = RULES[type(event)]
    return rule(game, event) if callable(rule) else rule
