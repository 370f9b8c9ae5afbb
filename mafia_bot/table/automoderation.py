"""Discipline by itself: what is typed in the table chat, turned into commands (MA-20)."""

from collections.abc import Callable

import msgspec

from mafia_bot.delivery.channels import TABLE
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.ids import Rank, SeatNo, UserId
from mafia_bot.engine.phases.base import rules_of
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.ruleset.discipline import Offence
from mafia_bot.engine.state import Game
from mafia_bot.screens.asking import bots_answer
from mafia_bot.table.table import Table
from mafia_bot.texts.speech import addressed, formula, heard, thanks

OUT_OF_TURN = "out_of_turn"

EDGE_SECONDS = 0.25


class Said(msgspec.Struct, frozen=True):
    """A line typed in a table chat: where, by whom, what, and when Discord received it (epoch seconds).

    An edited line says what it was before; only what the edit brought counts. `readable`: whether the bot may
    read lines at all; what it cannot read it judges by nothing.
    """

    channel_id: int
    user: UserId
    text: str
    sent: float
    before: str | None = None
    readable: bool = True


class AutoModeration:
    """Listens for a registry; every sanction is an ordinary ruling of the bot's, so the host can undo it."""

    def __init__(self, tables: Callable[[], tuple[Table, ...]]) -> None:
        self._tables = tables

    async def said(self, said: Said) -> str | None:
        """Hear a line typed in a table chat. Returns what to answer, or None for silence."""
        table = next((t for t in self._tables() if t.hall.rooms[TABLE] == said.channel_id), None)
        if table is None or not said.readable:
            return None
        seat = table.game.seat_of(said.user)
        if seat is None:
            return None
        game = _position(table, seat, said.sent)
        rules = rules_of(game.phase)
        if game.paused or rules.asleep or not rules.in_play:
            return None
        known = () if said.before is None else words_in(game, said.before)
        for offence in offences_in(game, seat, said.text):
            if offence not in known:
                await self._punish(table, seat, offence)
        if said.before is not None:
            return None
        if is_question(game, said.text):
            return await self._question(table, seat, said.text)
        return await self._formula(table, game, seat, said.text)

    async def _question(self, table: Table, seat: SeatNo, text: str) -> str | None:
        """CI-21: the host finds it in his panel; where the bot hosts, it answers what it can."""
        if table.game.host is None:
            return bots_answer(table.game, table.texts)
        outcome = await table.submit(cmd.AskHost(seat, text))
        key = f"refusal-{outcome.code}" if isinstance(outcome, Refusal) else "ask-sent"
        return table.texts(key)

    async def _punish(self, table: Table, seat: SeatNo, offence: Offence) -> None:
        if offence.sanctions[0] == "warning":
            await table.submit(cmd.Warn(Rank.BOT, seat, offence.id))
        elif offence.sanctions[0] in ("removal", "hall"):
            await table.submit(cmd.Remove(Rank.BOT, seat, offence.id))

    async def _formula(self, table: Table, game: Game, seat: SeatNo, text: str) -> str | None:
        if not is_turn(game, seat):
            return None
        late = game.clock.step != table.game.clock.step
        target = formula(text, game.rules.circle.formulas)
        answer = None
        if isinstance(target, int) and late:
            answer = table.texts("nomination-late", seat=target)
        elif isinstance(target, int):
            outcome = await table.submit(cmd.Nominate(seat, SeatNo(target)))
            # MA-04: a repeated one is answered, a wrong one is met with silence.
            if isinstance(outcome, Refusal) and outcome.code is Code.ALREADY_NOMINATED:
                answer = table.texts("nomination-repeated", seat=target)
        if thanks(text) and not late:
            await table.submit(cmd.EndSpeech(seat, game.clock.step))
        return answer


def _position(table: Table, seat: SeatNo, sent: float) -> Game:
    """GE-05: a line goes by when it was sent, whatever has happened until it was brought. At the edge of two
    turns it goes by the one in which its writer has the word: two clocks never agree to the millisecond.
    """
    sooner, later = table.position_at(sent), table.position_at(sent + EDGE_SECONDS)
    return sooner if is_turn(sooner, seat) and not is_turn(later, seat) else later


def is_turn(game: Game, seat: SeatNo) -> bool:
    """Whether a seat has the word, if only for a nomination or an answer."""
    return seat in rules_of(game.phase).word(game, game.phase)


def is_question(game: Game, text: str) -> bool:
    """Whether a line is a question to the host, which is no offence (CI-21)."""
    return game.rules.discipline.questions and addressed(text)


def in_turn(game: Game, seat: SeatNo, text: str) -> bool:
    """Whether a seat may say this now. Without a voice only the formula, even a botched one, and «Пас!»."""
    if not is_turn(game, seat):
        return False
    if not rules_of(game.phase).formulas_only(game.phase):
        return True
    return formula(text, game.rules.circle.formulas) is not None or thanks(text)


def offences_in(game: Game, seat: SeatNo, text: str) -> tuple[Offence, ...]:
    """What a typed line breaks: out of turn, forbidden words (MW-18: one line, two warnings)."""
    if not game.player(seat).alive and seat not in rules_of(game.phase).leaving(game.phase):
        return ()
    found = list(words_in(game, text))
    silent = not in_turn(game, seat, text) and not is_question(game, text)
    if silent and (silence := game.rules.offence(OUT_OF_TURN)) is not None:
        found.append(silence)
    return tuple(found)


def words_in(game: Game, text: str) -> tuple[Offence, ...]:
    """The offences of the rules that a line's words are."""
    lexicon = {o.id: o for o in game.rules.discipline.offences if o.lemmas or o.roots or o.phrases}
    hits = (game.rules.offence(hit.offence) for hit in heard(text, lexicon))
    return tuple(offence for offence in hits if offence is not None)
