"""The position of a game: frozen values only. A phase has just the fields that exist in that phase."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from mafia_bot.engine.ids import Act, Rank, Role, RulingKind, SeatNo, SpeechKind, Team, UserId
from mafia_bot.engine.kept import Kept
from mafia_bot.engine.players import Check as Check
from mafia_bot.engine.players import Exit as Exit
from mafia_bot.engine.players import Penalty as Penalty
from mafia_bot.engine.players import Player as Player
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.ruleset.night import NightStep


class Then(StrEnum):
    """Where the game goes when a queue of last words or speeches has run out."""

    DAY = "day"
    BALLOT = "ballot"
    NIGHT = "night"


class Clock(Struct, frozen=True):
    """The running step: its number, when it opened and ends (epoch seconds), or what is left while paused."""

    step: int = 0
    opened: float = 0.0
    deadline: float | None = None
    left: float | None = None


class Choice(Struct, frozen=True):
    """What a seat pressed in a night step; no target is an explicit refusal to act."""

    seat: SeatNo
    act: Act
    target: SeatNo | None


class Lobby(Struct, frozen=True, tag="lobby"):
    """People gather; a place in `members` is the seat number to come.

    `offered` are the id and version of rules that the club has made since, and that may be played by.
    """

    members: tuple[UserId, ...] = ()
    cards: tuple[tuple[Role, int], ...] = ()
    offered: tuple[str, int] | None = None


class Night(Struct, frozen=True, tag="night"):
    """A plan of steps, walked through one by one; nobody sees another's choice."""

    plan: tuple[NightStep, ...]
    index: int = 0
    choices: tuple[Choice, ...] = ()

    @property
    def step(self) -> NightStep:
        """The step that is open."""
        return self.plan[self.index]


class LastWords(Struct, frozen=True, tag="last_words"):
    """Those who left speak one after another; the first of them may owe a best move (SP-08)."""

    queue: tuple[SeatNo, ...]
    then: Then
    seconds: float
    best_move: SeatNo | None = None


class Speeches(Struct, frozen=True, tag="speeches"):
    """The circle: who still has to speak, whose turn it is and what that turn allows."""

    queue: tuple[SeatNo, ...]
    kind: SpeechKind = SpeechKind.FULL
    closing: bool = False


class NominationWindow(Struct, frozen=True, tag="nomination_window"):
    """All nominate at once (CI-15)."""


class Justification(Struct, frozen=True, tag="justification"):
    """Candidates defend themselves before a ballot, or the winner of day 1 takes his speech (`then`)."""

    queue: tuple[SeatNo, ...]
    candidates: tuple[SeatNo, ...]
    stage: int
    then: Then


class Ballot(Struct, frozen=True, tag="ballot"):
    """One candidate at a time stands to the vote; `votes` are (voter, candidate) in order of arrival."""

    candidates: tuple[SeatNo, ...]
    stage: int
    index: int = 0
    votes: tuple[tuple[SeatNo, SeatNo], ...] = ()

    @property
    def candidate(self) -> SeatNo:
        """Whose window is open."""
        return self.candidates[self.index]


class LiftVote(Struct, frozen=True, tag="lift_vote"):
    """«Все покинули игру?»: (voter, for) pairs on all `candidates` leaving."""

    candidates: tuple[SeatNo, ...]
    votes: tuple[tuple[SeatNo, bool], ...] = ()


class ShortNight(Struct, frozen=True, tag="short_night"):
    """The maniac alone must choose among the tied (CI-19)."""

    candidates: tuple[SeatNo, ...]


class ManiacQuestion(Struct, frozen=True, tag="maniac_question"):
    """The host asks aloud; what went on before waits with the seconds it had left (CX-04)."""

    suspended: (
        Night | LastWords | Speeches | NominationWindow | Justification | Ballot | LiftVote | ShortNight
    )
    left: float
    waited_for: SeatNo | None = None


class Outcome(Struct, frozen=True):
    """How it ended: winning teams (none in a draw), why, whether it counts, the host's own `words`."""

    winners: tuple[Team, ...]
    reason: str
    counts: bool = True
    words: str = ""


class Over(Struct, frozen=True, tag="over"):
    """The game has ended and every card may be shown (GE-06)."""

    outcome: Outcome


Phase = (
    Lobby
    | Night
    | LastWords
    | Speeches
    | NominationWindow
    | Justification
    | Ballot
    | LiftVote
    | ShortNight
    | ManiacQuestion
    | Over
)


class Ruling(Struct, frozen=True):
    """A ruling and the position before it, so that it can be undone (GE-09); `before` knows the older ones.

    `number` is no other ruling's of the game; `amount` how many warnings, or how many seconds; `bans` whether
    it brought a suspension; `acts` is how often the game has moved on since it was `sealed`.
    """

    rank: Rank
    kind: RulingKind
    seat: SeatNo | None
    at: float
    before: Game
    number: int = 0
    user: UserId | None = None
    offence: str = ""
    amount: float = 0.0
    bans: bool = False
    sealed: bool = False
    acts: int = 0


class Question(Struct, frozen=True):
    """What a seat asked the host, and what it was answered; "" while it waits (CI-21)."""

    number: int
    seat: SeatNo
    words: str
    answer: str = ""


class Game(Struct, frozen=True):
    """A whole position. `round` counts nights from 0; the day after night n is circle n + 1.

    `broke` is the last circle that began, `decided_in` the last whose vote is settled, `stirred` whether
    anyone left since the last nightfall, `passed` who had a turn without a voice in this circle,
    `absent` is whose grace runs until when, `away` everybody who is not in voice, `halted` whether the bot
    itself paused for them, `deserted` when it closes a game without players (GE-13).
    `spared` whom it is courteous not to put first in the kill order (CC-21), `witnesses` who has seen a card
    and neither sits nor leads any more (GE-16), `rulings` how many there ever were, taken back or not.
    """

    rules: Ruleset
    phase: Phase
    host: UserId | None = None
    assistants: tuple[UserId, ...] = ()
    witnesses: tuple[UserId, ...] = ()
    opener: UserId | None = None
    players: tuple[Player, ...] = ()
    round: int = 0
    clock: Clock = Clock()
    paused: bool = False
    starter: SeatNo | None = None
    nominations: tuple[tuple[SeatNo, SeatNo], ...] = ()
    passed: tuple[SeatNo, ...] = ()
    alibi: tuple[SeatNo, ...] = ()
    order: tuple[SeatNo, ...] = ()
    spared: tuple[SeatNo, ...] = ()
    met: bool = False
    missed: bool = False
    asked: bool = False
    curfew: bool = False
    broke: int = 0
    no_vote_in: int | None = None
    decided_in: int = 0
    stirred: bool = False
    quiet: int = 0
    absent: tuple[tuple[SeatNo, float], ...] = ()
    away: tuple[SeatNo, ...] = ()
    halted: bool = False
    deserted: float | None = None
    best_move: tuple[SeatNo, ...] = ()
    ruling: Ruling | None = None
    rulings: int = 0
    questions: tuple[Question, ...] = ()
    kept: Kept = Kept()

    def player(self, seat: SeatNo) -> Player:
        """The player of a seat. Raises IndexError for a seat that is not at the table."""
        if seat < 1:
            raise IndexError(seat)
        return self.players[seat - 1]

    def has(self, seat: SeatNo) -> bool:
        """Whether the table has that seat."""
        return 1 <= seat <= len(self.players)

    def living(self) -> tuple[Player, ...]:
        """Those who are in the game, in seat order."""
        return tuple([p for p in self.players if p.alive])

    def candidates(self) -> tuple[SeatNo, ...]:
        """Living nominees in the order they were nominated (GE-05)."""
        return tuple([seat for _, seat in self.nominations if self.players[seat - 1].alive])

    def seat_of(self, user: UserId) -> SeatNo | None:
        """The seat of a person, dead or alive, or None."""
        return next((p.seat for p in self.players if p.user == user), None)

    def leaders(self) -> frozenset[UserId]:
        """Who sits in the host's chair or beside it (GE-02); nobody where the bot hosts alone."""
        return frozenset(user for user in (self.host, *self.assistants) if user is not None)

    def leads(self, user: UserId | None) -> bool:
        """Whether a person sits in the host's chair or beside it (GE-02); None is a spectator."""
        return user is not None and (user == self.host or user in self.assistants)

    def dealt(self, role: Role) -> bool:
        """Whether that card is in the deal, which everybody knows."""
        return any(p.role == role for p in self.players)


def without(seats: tuple[SeatNo, ...], seat: SeatNo) -> tuple[SeatNo, ...]:
    """A queue or list without one seat."""
    return tuple([s for s in seats if s != seat]) if seat in seats else seats
