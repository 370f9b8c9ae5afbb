"""What may be tried in a position: every act that its phase asks for, and on a tape of bytes anything."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from mafia_bot.engine import commands as cmd
from mafia_bot.engine.ids import Act, Rank, Role, SeatNo, UserId
from mafia_bot.engine.phases import ballot, lift_vote
from mafia_bot.engine.phases.night import awake
from mafia_bot.engine.roles import ABILITIES
from mafia_bot.engine.state import (
    Ballot,
    Game,
    Justification,
    LastWords,
    LiftVote,
    ManiacQuestion,
    Night,
    NominationWindow,
    ShortNight,
    Speeches,
)


def acts(game: Game, now: float) -> Iterator[cmd.Command]:
    """What the players whom the phase asks may press; the engine may still refuse some."""
    alive = [p.seat for p in game.living()]
    window = game.clock.step
    match game.phase:
        case Speeches(queue=queue):
            yield cmd.EndSpeech(queue[0])
            yield from (cmd.Nominate(queue[0], seat) for seat in alive)
        case LastWords(queue=queue) | Justification(queue=queue):
            yield cmd.EndSpeech(queue[0])
        case NominationWindow():
            yield from (cmd.Nominate(by, seat) for by in alive for seat in alive)
        case Ballot() as phase:
            for seat in ballot.voters(game, phase):
                yield cmd.CastVote(seat, window, phase.candidate, now)
        case LiftVote() as phase:
            for seat in lift_vote.voters(game, phase):
                yield from (cmd.CastLiftVote(seat, window, yes, now) for yes in (True, False))
        case Night() as phase if phase.step.act is Act.ORDER:
            for player in awake(game, phase.step):
                yield from (cmd.GiveOrder(player.seat, window, tuple(alive[n : n + 3])) for n in (0, 1))
        case Night() as phase if phase.step.act in ABILITIES:
            for player in awake(game, phase.step):
                yield from (cmd.ChooseTarget(player.seat, window, seat) for seat in (*alive, None))
        case ShortNight(candidates=candidates):
            yield from (
                cmd.ChooseTarget(p.seat, window, seat)
                for p in game.living()
                if p.role is Role.MANIAC
                for seat in candidates
            )
        case ManiacQuestion():
            maniac = next(p.seat for p in game.players if p.role is Role.MANIAC)
            yield from (cmd.AnswerQuestion(maniac, yes) for yes in (True, False))
        case _:
            return


class Tape:
    """Choices read from bytes, so that a failing game shrinks with them. After the end it reads zeros."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def pick(self, count: int) -> int:
        """A number from 0 to count - 1."""
        byte = self.data[self.at] if self.at < len(self.data) else 0
        self.at += 1
        return byte % count

    @property
    def over(self) -> bool:
        """Whether everything is read."""
        return self.at >= len(self.data)


def tapes(most: int) -> st.SearchStrategy[bytes]:
    """Tapes of up to `most` bytes; a failing one is shortened from its end.

    Bytes of hypothesis's own are mostly small and alike, and would hardly ever come to a second tie.
    """
    return st.builds(
        lambda seed, length: Random(seed).randbytes(length),
        st.integers(0, 2**32 - 1),
        st.integers(most // 4, most),
    )


def anything(tape: Tape, game: Game, now: float) -> list[cmd.Command]:
    """Mostly what the phase asks for, by one or by many; sometimes whatever anybody could send at any moment.

    Nothing at all means: let the phase run out.
    """
    kind = tape.pick(10)
    if game.paused and kind < 5:
        return [cmd.Resume(Rank.HOST)]
    if kind < 2:
        return []
    if kind < 4:
        found = list(acts(game, now))
        return [found[tape.pick(len(found))]] if found else []
    if kind < 7:
        return _together(tape, game, now)
    if kind == 7:
        return [cmd.TimeRanOut(game.clock.step)]
    return [_player(tape, game, now) if kind == 8 else _ruling(tape, game)]


def _together(tape: Tape, game: Game, now: float) -> list[cmd.Command]:
    """Many hands at once: half of the voters or all of them, the whole mafia on one seat, a whole turn."""
    found, share = list(acts(game, now)), tape.pick(16)
    match game.phase:
        case Night():
            target = game.living()[share % len(game.living())].seat
            return [act for act in found if isinstance(act, cmd.ChooseTarget) and act.target == target]
        case Speeches():
            return [found[1 + share % (len(found) - 1)], found[0]]
        case Ballot(votes=votes, index=index):
            heard = {voter for voter, _ in votes}
            open_ = [act for act in found if isinstance(act, cmd.CastVote) and act.seat not in heard]
            everybody = index % 2 if share % 4 else 1 - index % 2  # mostly halves, for the sake of ties
            return open_[: len(open_) if everybody else (len(open_) + 1) // 2]
        case _:
            return found[share % 3 :: 2]


def _player(tape: Tape, game: Game, now: float) -> cmd.Command:
    size = len(game.players) + 3
    seat, target = SeatNo(tape.pick(size) - 1), SeatNo(tape.pick(size) - 1)
    step = game.clock.step - tape.pick(2)
    return (
        cmd.EndSpeech(seat),
        cmd.Nominate(seat, target),
        cmd.CastVote(seat, step, target, now),
        cmd.CastLiftVote(seat, step, bool(target % 2), now),
        cmd.ChooseTarget(seat, step, target),
        cmd.ChooseTarget(seat, step, None),
        cmd.GiveOrder(seat, step, (target, seat)),
        cmd.NameBestMove(seat, (target,)),
        cmd.AnswerQuestion(seat, bool(target % 2)),
        cmd.DropOut(seat),
        cmd.ComeBack(seat),
        cmd.GraceRanOut(seat),
    )[tape.pick(12)]


def _ruling(tape: Tape, game: Game) -> cmd.Command:
    seat = SeatNo(tape.pick(len(game.players) + 2))
    rank = (Rank.BOT, Rank.ASSISTANT, Rank.HOST)[tape.pick(3)]
    offences = game.rules.discipline.offences
    offence = offences[tape.pick(len(offences))].id
    return (
        cmd.Warn(rank, seat, offence, 1 + tape.pick(3)),
        cmd.Warn(rank, seat, offence),
        cmd.Remove(rank, seat, offence),
        cmd.Undo(rank),
        cmd.Pause(rank),
        cmd.Resume(rank),
        cmd.Extend(rank, 10.0),
        cmd.Skip(rank),
        cmd.Replace(rank, seat, UserId(5000 + tape.pick(3))),
        cmd.Suspend(rank, UserId(1000 + seat), offence),
        cmd.DeclareDefeat(rank, seat),
        cmd.EndOutage(0.0),
        cmd.StartGame(rank),
        cmd.Join(UserId(77)),
        cmd.NameHost(rank, UserId(1000 + seat)),
        cmd.Warn(rank, seat, "no-such-offence"),
        cmd.SeeName(UserId(1000 + seat), f"name {tape.pick(2)}"),
        cmd.Suspend(rank, UserId(5000), offence),
        cmd.Await(rank, seat),
        cmd.AskHost(seat, "?"),
        cmd.AnswerHost(rank, 1 + tape.pick(3), "!", bool(seat % 2)),
        cmd.SwapSeats(rank, seat, SeatNo(1)),
        cmd.EnterAlibi(rank, seat, bool(tape.pick(2))),
    )[tape.pick(23)]
