"""How a lobby fills and becomes a table."""

from mafia_bot.engine import events as ev
from mafia_bot.engine.evolution.base import EVOLVERS, on, replace, seen, tick
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.roles import CARDS
from mafia_bot.engine.ruleset.stored import ruleset_of
from mafia_bot.engine.state import Clock, Game, Lobby, Night, Player
from mafia_bot.engine.words import CIVILIAN


def opened(event: ev.LobbyOpened) -> Game:
    """The first position of all: an empty lobby.

    Raises UnknownSchema for rules of a later version, pydantic.ValidationError for rules that cannot be
    played.
    """
    clock = Clock(0, event.at)
    return Game(ruleset_of(event.rules), Lobby(), event.host, opener=event.opener, clock=clock)


def touched(game: Game, at: float) -> Game:
    """A lobby that somebody is busy with; a running game has a clock of its own."""
    return replace(game, clock=replace(game.clock, opened=at)) if isinstance(game.phase, Lobby) else game


def lobby(game: Game) -> Lobby:
    """The lobby phase. Raises TypeError when the game has left it: the journal is broken then."""
    if not isinstance(game.phase, Lobby):
        raise TypeError("not a lobby")
    return game.phase


@on(ev.RulesetChosen)
def _ruleset(game: Game, event: ev.RulesetChosen) -> Game:
    rules = ruleset_of(event.rules)
    return touched(replace(game, rules=rules, phase=replace(lobby(game), cards=(), offered=None)), event.at)


@on(ev.RulesetOffered)
def _offered(game: Game, event: ev.RulesetOffered) -> Game:
    offered = (event.ruleset, event.version)
    return touched(replace(game, phase=replace(lobby(game), offered=offered)), event.at)


@on(ev.DealChosen)
def _deal(game: Game, event: ev.DealChosen) -> Game:
    return touched(replace(game, phase=replace(lobby(game), cards=event.cards)), event.at)


@on(ev.PlayerJoined)
def _joined(game: Game, event: ev.PlayerJoined) -> Game:
    phase = lobby(game)
    return touched(replace(game, phase=replace(phase, members=(*phase.members, event.user))), event.at)


@on(ev.PlayerUnjoined)
def _unjoined(game: Game, event: ev.PlayerUnjoined) -> Game:
    phase = lobby(game)
    members = tuple(m for m in phase.members if m != event.user)
    return touched(replace(game, phase=replace(phase, members=members)), event.at)


@on(ev.SeatsSwapped)
def _swapped(game: Game, event: ev.SeatsSwapped) -> Game:
    phase = lobby(game)
    members = list(phase.members)
    one, other = event.one - 1, event.other - 1
    members[one], members[other] = members[other], members[one]
    return touched(replace(game, phase=replace(phase, members=tuple(members))), event.at)


@on(ev.HostNamed)
def _host(game: Game, event: ev.HostNamed) -> Game:
    return touched(replace(seen(game, game.host), host=event.user), event.at)


@on(ev.AssistantNamed)
def _assistant(game: Game, event: ev.AssistantNamed) -> Game:
    others = tuple(user for user in game.assistants if user != event.user)
    if not event.added:
        game = seen(game, event.user)
    assistants = (*others, event.user) if event.added else others
    return touched(replace(game, assistants=assistants), event.at)


@on(ev.GameStarted)
def _started(game: Game, event: ev.GameStarted) -> Game:
    players = tuple(
        Player(SeatNo(number), user, CIVILIAN) for number, user in enumerate(event.users, start=1)
    )
    spared = tuple(p.seat for p in players if p.user in event.spared)
    kept = replace(game.kept, started=event.at, serving=event.serving)
    return replace(game, players=players, clock=Clock(0, event.at), spared=spared, kept=kept)


@on(ev.NameSeen)
def _name(game: Game, event: ev.NameSeen) -> Game:
    return replace(game, kept=game.kept.seen(event.user, event.name, event.at))


@on(ev.CardDealt)
def _card(game: Game, event: ev.CardDealt) -> Game:
    players = list(game.players)
    players[event.seat - 1] = replace(players[event.seat - 1], role=event.role)
    return replace(game, players=tuple(players))


@on(ev.NightFell)
def _night(game: Game, event: ev.NightFell) -> Game:
    plan = game.rules.night.first if event.round == 0 else game.rules.night.later
    awake = tuple(step for step in plan if game.dealt(step.wake) or CARDS[step.wake].plain)
    quiet = 0 if event.round == 0 or game.stirred else game.quiet + 1
    return replace(
        game,
        phase=Night(awake),
        round=event.round,
        quiet=quiet,
        stirred=False,
        alibi=(),
        nominations=(),
        passed=(),
    )


@on(ev.NightStepOpened)
def _step(game: Game, event: ev.NightStepOpened) -> Game:
    assert isinstance(game.phase, Night)
    return replace(
        game, phase=replace(game.phase, index=event.index), clock=tick(game, event.at, event.deadline)
    )


__all__ = ["EVOLVERS", "opened"]
