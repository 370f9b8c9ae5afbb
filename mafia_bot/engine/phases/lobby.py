"""The lobby: people, rules, cards, and the start (MA-01, GE-01, GE-02)."""

from collections.abc import Sequence

from pydantic import ValidationError

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.ids import Role, SeatNo, Team
from mafia_bot.engine.naming import see
from mafia_bot.engine.phases.base import PhaseRules, sign_up
from mafia_bot.engine.phases.night import NIGHT
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.roles import CARDS
from mafia_bot.engine.roster import TEAM_OF
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.ruleset.stored import UnknownSchema, ruleset_of
from mafia_bot.engine.run import Run
from mafia_bot.engine.state import Game, Lobby
from mafia_bot.engine.words import CIVILIAN


def _join(run: Run, phase: Lobby, command: cmd.Join) -> Refusal | None:
    game, members = run.game, phase.members
    if command.user in members:
        return Refusal(Code.ALREADY_JOINED, "GE-01", {"seat": members.index(command.user) + 1})
    if game.leads(command.user):
        return Refusal(Code.HOST_CANNOT_PLAY, "GE-02", {"users": (command.user,)})
    if len(members) >= game.rules.seats.most:
        return Refusal(Code.LOBBY_FULL, "", {"most": game.rules.seats.most})
    see(run, command.user, command.name)
    run.emit(ev.PlayerJoined(command.user, run.now))
    return None


def _unjoin(run: Run, phase: Lobby, command: cmd.Unjoin) -> Refusal | None:
    if command.user not in phase.members:
        return Refusal(Code.NOT_JOINED)
    run.emit(ev.PlayerUnjoined(command.user, command.kicked, run.now))
    return None


def _swap(run: Run, phase: Lobby, command: cmd.SwapSeats) -> Refusal | None:
    for seat in (command.one, command.other):
        if not 1 <= seat <= len(phase.members):
            return Refusal(Code.NO_SUCH_SEAT, "", {"seat": seat})
    if command.one == command.other:
        return Refusal(Code.TWO_SEATS, "GE-15")
    run.emit(ev.SeatsSwapped(command.one, command.other, run.now))
    return None


def _ruleset(run: Run, command: cmd.ChooseRuleset) -> Refusal | None:
    try:
        ruleset_of(command.rules)
    except (UnknownSchema, ValidationError) as error:
        return Refusal(Code.BAD_RULESET, "", {"faults": str(error)})
    run.emit(ev.RulesetChosen(command.rules, run.now))
    return None


def _offer(run: Run, phase: Lobby, command: cmd.OfferRuleset) -> Refusal | None:
    offered, rules = (command.ruleset, command.version), run.game.rules
    if offered not in (phase.offered, (rules.id, rules.version)):
        run.emit(ev.RulesetOffered(command.ruleset, command.version, command.name, run.now))
    return None


def _deal(run: Run, command: cmd.ChooseDeal) -> Refusal | None:
    deal = run.game.rules.deal
    if deal.choice_from is None:
        return Refusal(Code.DEAL_FIXED, "MA-01")
    black = sum(n for role, n in command.cards if TEAM_OF.get(role) is Team.MAFIA)
    strangers = {role for role, _ in command.cards} - known_roles(run.game.rules)
    if command.cards and (black < 1 or any(n < 0 for _, n in command.cards) or strangers):
        return Refusal(Code.BAD_DEAL, "MA-01")
    cards = tuple(card for card in command.cards if card[0] != CIVILIAN)
    run.emit(ev.DealChosen(cards, run.now))
    return None


def known_roles(rules: Ruleset) -> set[Role]:
    """The cards that a host may deal: the black, civilians, whoever the night plan wakes, and whoever the
    club itself deals (MA-01, CX-06).
    """
    woken = {step.wake for step in (*rules.night.first, *rules.night.later)}
    recommended = {role for row in rules.deal.rows for role in row.roles}
    return woken | recommended | {role for role, card in CARDS.items() if card.dealt_unwoken}


def cards_for(game: Game, seats: int) -> dict[Role, int]:
    """The cards that would be dealt to that many seats: the host's deal where allowed, else the recommended.

    Raises KeyError if the ruleset has no row for `seats`, ValueError if the host's deal does not fit.
    """
    assert isinstance(game.phase, Lobby)
    chosen = dict(game.phase.cards)
    if not chosen:
        return game.rules.cards(seats)
    if game.rules.deal.choice_from is None or seats < game.rules.deal.choice_from:
        raise ValueError("choice")
    civilians = seats - sum(chosen.values())
    if civilians < 0:
        raise ValueError("cards")
    return {**chosen, CIVILIAN: civilians}


def _start(run: Run, phase: Lobby, command: cmd.StartGame) -> Refusal | None:
    game, members = run.game, phase.members
    count, seats = len(members), game.rules.seats
    if count < seats.least:
        return Refusal(Code.TOO_FEW, "", {"count": count, "least": seats.least})
    if count > seats.most:
        return Refusal(Code.TOO_MANY, "", {"count": count, "most": seats.most})
    try:
        cards = cards_for(game, len(members))
    except (KeyError, ValueError):
        return Refusal(Code.BAD_DEAL, "MA-01", {"count": count})
    spared = tuple(user for user in members if user in command.spared)
    for user, name in command.names:
        see(run, user, name)
    run.emit(ev.GameStarted(members, run.now, spared, command.serving))
    deck = [role for role, count in cards.items() for _ in range(count)]
    lots: Sequence[int] = run.facts.lots(len(deck))
    for number, lot in enumerate(lots, start=1):
        run.emit(ev.CardDealt(SeatNo(number), deck[lot]))
    NIGHT.begin(run, 0)
    return None


class LobbyRules(PhaseRules[Lobby]):
    """People gather, and somebody opens the evening."""

    state = Lobby
    in_play = False
    idles = True

    def handle(self, run: Run, phase: Lobby, command: cmd.Command) -> Refusal | None:
        """Decide a command while people gather."""
        match command:
            case cmd.Join():
                return _join(run, phase, command)
            case cmd.Unjoin():
                return _unjoin(run, phase, command)
            case cmd.SwapSeats():
                return _swap(run, phase, command)
            case cmd.ChooseRuleset():
                return _ruleset(run, command)
            case cmd.OfferRuleset():
                return _offer(run, phase, command)
            case cmd.ChooseDeal():
                return _deal(run, command)
            case cmd.StartGame():
                return _start(run, phase, command)
            case _:
                return Refusal(Code.NOT_STARTED)

    def offers(self, game: Game, phase: Lobby) -> tuple[Control, ...]:
        """A seat, the start, what is played by, and what could be played by instead."""
        own = (Control(Press.JOIN), Control(Press.LEAVE), Control(Press.START), Control(Press.RULES))
        return own if phase.offered is None else (*own, Control(Press.ADOPT, 0, phase.offered[1]))


LOBBY = sign_up(LobbyRules())
