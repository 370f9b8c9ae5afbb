"""What somebody wants, as imperatives. Who may want it is decided by `decide`, never by the sender."""

from typing import Any

from msgspec import Struct

from mafia_bot.engine.ids import Rank, Role, SeatNo, UserId


class Command(Struct, frozen=True):
    """The root of every command."""


class PlayerCommand(Command, frozen=True):
    """Something a seat does."""

    seat: SeatNo


class HostCommand(Command, frozen=True):
    """Something the host, an assistant or the bot rules (GE-02, GE-09)."""

    rank: Rank


class OpenLobby(Command, frozen=True):
    """Open a lobby under a ruleset given whole, with a host or none, `at` epoch seconds, by an `opener`."""

    rules: dict[str, Any]
    host: UserId | None
    at: float = 0.0
    opener: UserId | None = None


class Join(Command, frozen=True):
    """Take the next free seat, under the `name` by which one is seen now ("": not known)."""

    user: UserId
    name: str = ""


class Unjoin(Command, frozen=True):
    """Leave the lobby, or be shown out of it."""

    user: UserId
    kicked: bool = False


class SwapSeats(HostCommand, frozen=True):
    """Let two people in a lobby change seats, before the cards are dealt (GE-15)."""

    one: SeatNo
    other: SeatNo


class ChooseRuleset(HostCommand, frozen=True):
    """Play by another ruleset."""

    rules: dict[str, Any]


class OfferRuleset(Command, frozen=True):
    """Let a lobby know of rules, by id, version and name, that its club has made meanwhile."""

    ruleset: str
    version: int
    name: str = ""


class ChooseDeal(HostCommand, frozen=True):
    """Play with other cards than recommended; empty brings the recommendation back (MA-01)."""

    cards: tuple[tuple[Role, int], ...]


class NameHost(HostCommand, frozen=True):
    """Put a person, or the bot (None), in the host's chair. `gone`: whoever sits in it has left."""

    user: UserId | None
    gone: bool = False


class NameAssistant(HostCommand, frozen=True):
    """Add or dismiss an assistant host."""

    user: UserId
    add: bool = True


class StartGame(HostCommand, frozen=True):
    """Close the lobby, deal, let night 0 fall. `spared`: last game's first victim and newcomers (CC-21).

    `serving`: the banned who are there (CC-16), None if nobody looked; `names`: how people are called now.
    """

    spared: tuple[UserId, ...] = ()
    serving: tuple[UserId, ...] | None = None
    names: tuple[tuple[UserId, str], ...] = ()


class SeeName(Command, frozen=True):
    """A person is called so. It is never refused; whoever does not play at the table is passed over."""

    user: UserId
    name: str


class EndSpeech(PlayerCommand, frozen=True):
    """«Спасибо», or «Пас!». With a step it is meant for that turn alone: a double press ends only one."""

    step: int | None = None


class Nominate(PlayerCommand, frozen=True):
    """Put a seat to the vote."""

    target: SeatNo


class CastVote(PlayerCommand, frozen=True):
    """Vote for a candidate in the window that was open when the hand went down (received, seconds)."""

    window: int
    target: SeatNo
    received: float


class CastLiftVote(PlayerCommand, frozen=True):
    """Vote on all the tied leaving."""

    window: int
    agree: bool
    received: float


class ChooseTarget(PlayerCommand, frozen=True):
    """Press a seat in the night panel of a step; None is «nobody»."""

    step: int
    target: SeatNo | None


class GiveOrder(PlayerCommand, frozen=True):
    """The don's ordered list of victims (CL-03, MW-03)."""

    step: int
    order: tuple[SeatNo, ...]


class NameBestMove(PlayerCommand, frozen=True):
    """The first victim's guess (SP-08)."""

    seats: tuple[SeatNo, ...]


class AnswerQuestion(PlayerCommand, frozen=True):
    """The maniac's public answer (CX-04)."""

    yes: bool


class AskHost(PlayerCommand, frozen=True):
    """A question to the host, in the player's own `words` (CI-21)."""

    words: str


class AnswerHost(HostCommand, frozen=True):
    """The host's answer to a question, to whoever asked or `aloud` (CI-21)."""

    number: int
    words: str
    aloud: bool


class Pause(HostCommand, frozen=True):
    """Stop the clock."""


class Resume(HostCommand, frozen=True):
    """Let the clock go on."""


class Skip(HostCommand, frozen=True):
    """End the step that is open. With a step it is meant for that one alone: two hands end only one."""

    step: int | None = None


class Extend(HostCommand, frozen=True):
    """Give extra seconds to the open step; with a step, to that one alone."""

    seconds: float
    step: int | None = None


class Warn(HostCommand, frozen=True):
    """Issue one or more warnings for an offence (MW-18)."""

    seat: SeatNo
    offence: str
    times: int = 1


class Remove(HostCommand, frozen=True):
    """Remove from the table or the hall; None takes the offence's own default (MW-19)."""

    seat: SeatNo
    offence: str
    hall: bool | None = None


class Suspend(HostCommand, frozen=True):
    """Ban a person, seated or not, for an offence that carries a ban (CC-18, CC-19, MW-15)."""

    user: UserId
    offence: str


class Undo(HostCommand, frozen=True):
    """Take back the latest ruling. With a number it is meant for that one alone: two hands undo only one."""

    number: int | None = None


class EnterAlibi(HostCommand, frozen=True):
    """A seat has an alibi today that was given aloud, or (not `given`) it has none after all (MA-14)."""

    seat: SeatNo
    given: bool = True


class Await(HostCommand, frozen=True):
    """Wait once more for a seat whose grace is over (GE-13)."""

    seat: SeatNo


class Replace(HostCommand, frozen=True):
    """Another person for a seat, under the `name` by which they are seen now ("": not known)."""

    seat: SeatNo
    user: UserId
    name: str = ""


class DeclareDefeat(HostCommand, frozen=True):
    """Technical defeat of a seat's team (MA-25, SP-09)."""

    seat: SeatNo


class Annul(HostCommand, frozen=True):
    """End the game without a result; `words` are the host's own."""

    reason: str
    words: str = ""


class TimeRanOut(Command, frozen=True):
    """The alarm of a step rang."""

    step: int


class DropOut(PlayerCommand, frozen=True):
    """A seat is no longer in voice."""


class ComeBack(PlayerCommand, frozen=True):
    """A seat is in voice again."""


class GraceRanOut(PlayerCommand, frozen=True):
    """A seat did not come back in time."""


class Abandon(Command, frozen=True):
    """Nobody has come back to a game, or has touched a lobby for long."""


class EndOutage(Command, frozen=True):
    """The bot is back; it was last alive at `since` (epoch seconds).

    `unheard`: since when what people pressed and wrote never reached it, or None if all of it did.
    """

    since: float
    unheard: float | None = None
