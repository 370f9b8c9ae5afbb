"""Plays a script through commands and buttons and looks at the server at every step of it."""

from collections.abc import Awaitable, Callable
from typing import Any

from simcord.actors import MemberActor

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import SpeechKind
from mafia_bot.engine.state import (
    Ballot,
    Justification,
    LastWords,
    LiftVote,
    ManiacQuestion,
    Night,
    NominationWindow,
    Over,
    ShortNight,
    Speeches,
)
from tests.doors.visit import say
from tests.evening import nights, votes
from tests.evening import watching as see
from tests.evening.hall import check_rooms
from tests.evening.script import DayScript, NightScript, Ruling, Script, played

Check = Callable[["Director"], None]
WINDOWED = {"city"}
"""Where nominations wait for a window of their own (CI-15)."""


class Director:
    """`guests` are people without a seat in the voice channel. `unplayed` are the script's lines so far not
    come to; `justified` and `spoken` are those of the day that goes on.
    """

    def __init__(self, club: SimulatedClub, script: Script, guests: tuple[MemberActor, ...] = ()) -> None:
        self.club, self.script, self.guests = club, script, guests
        self.spoken: list[int] = []
        self.justified: list[int] = []
        self.farewells: list[int] = []
        self.lengths: list[tuple[int, str, float]] = []
        self.turns: list[tuple[str, float]] = []
        self.dearest = (0, 0)
        self.unplayed = script.lines()
        self._mark = club.mark()
        self._day = 0

    async def play(self) -> None:
        """From the first night to the end."""
        while not isinstance(self.club.game.phase, Over):
            await self.step()

    async def until(self, wanted: Callable[["Director"], bool]) -> None:
        """Play until something is so, before anything of that step is done."""
        while not wanted(self):
            assert not isinstance(self.club.game.phase, Over), "the game ended before that"
            await self.step()

    async def step(self) -> None:
        """One step of the game, looked at and played."""
        phase, self._mark = self.club.game.phase, self.club.mark()
        self._turn_the_page()
        self._listen()
        move = MOVES.get(type(phase))
        assert move is not None, f"a script knows no {phase}"
        await move(self, phase)

    @property
    def night(self) -> NightScript:
        """This night's lines."""
        return self.script.nights[self.club.game.round]

    @property
    def day(self) -> DayScript:
        """This day's lines."""
        return self.script.days[self.club.game.broke - 1]

    def holder(self, card: str) -> MemberActor:
        """Who was dealt a card of which there is one."""
        seat = self.script.seat_of(card)
        assert seat is not None, f"nobody has a {card}"
        return self.club.seat(seat)

    def did(self, name: str, place: int | None = None, *, night: bool = False) -> None:
        """A line of this day or this night has been played."""
        when = f"night {self.club.game.round}" if night else f"day {self.club.game.broke}"
        self.unplayed.discard(played(when, name, place))

    def look(self, heard: set[str]) -> None:
        """These are heard and nobody else, and every room is as open as it must be."""
        assert see.heard(self.club) == heard
        check_rooms(self.club, self.script, self.guests)

    def pay(self) -> None:
        """What the step cost: at most two member edits and one message to the table."""
        edits = len(self.club.member_edits(self._mark))
        chat = f"/channels/{self.club.chat.id}/messages"
        messages = sum(1 for c in self.club.calls(self._mark) if c.method == "POST" and c.path == chat)
        if isinstance(self.club.game.phase, (Over, ManiacQuestion)):
            return
        assert edits <= 2, f"{edits} member edits in one turn"
        assert messages <= 1, f"{messages} messages in one turn"
        self.dearest = (max(edits, self.dearest[0]), max(messages, self.dearest[1]))

    def _turn_the_page(self) -> None:
        game = self.club.game
        self.unplayed -= {f"night {game.round}", f"day {game.broke}"}
        if game.broke != self._day:
            self._day = game.broke
            self.spoken.clear()
            self.justified.clear()

    def _listen(self) -> None:
        """What the day's script wants to be told stands on the board now, or later."""
        told = self.day.told if 0 < self.club.game.broke <= len(self.script.days) else []
        board = see.board_text(self.club) if told else ""
        for place, key in enumerate(told):
            if say(self.club, key) in board:
                self.did("told", place)

    # ---- the day ----

    async def _speech(self, phase: Speeches) -> None:
        seat = phase.queue[0]
        self.spoken.append(seat)
        assert self.spoken == self.day.speak[: len(self.spoken)], "not in this order"
        self.did("speak", len(self.spoken) - 1)
        self._kind(phase, seat)
        step = self.club.game.clock.step
        for place, ruling in enumerate(self.day.rulings):
            if ruling.at == seat:
                self.did("rulings", place)
                await self._rule(ruling)
        if self.club.game.clock.step != step:
            return  # it was the speaker who went
        target = self.day.nominations().get(seat)
        if target is not None and not phase.closing and self.script.ruleset not in WINDOWED:
            await self._nominate(seat, target)
        if phase.kind is SpeechKind.SILENT:
            await self._pass(seat)
        else:
            await self.aloud(seat)

    def _kind(self, phase: Speeches, seat: int) -> None:
        """A whole minute, or what the ladder of warnings has left of it."""
        day = self.day
        again = self.spoken.count(seat) > 1
        silent = seat in day.silent and not again
        half = seat in day.half and not silent
        wanted = SpeechKind.SILENT if silent else SpeechKind.SHORT if half else SpeechKind.FULL
        assert phase.kind is wanted, f"seat {seat} has a turn that is {phase.kind}"
        self.turn(str(phase.kind))
        if silent:
            self.did("silent", day.silent.index(seat))
        if half:
            self.did("half", day.half.index(seat))

    def turn(self, kind: str) -> None:
        """Somebody's turn has begun: remember how long it is to last."""
        clock = self.club.game.clock
        assert clock.deadline is not None
        self.turns.append((kind, round(clock.deadline - clock.opened)))

    async def _rule(self, ruling: Ruling) -> None:
        club = self.club
        assert (ruling.warn is None) != (ruling.remove is None), "a ruling either warns or removes"
        options: dict[str, Any] = {"offence": ruling.offence}
        if ruling.warn is not None:
            options |= {"seat": ruling.warn, "times": ruling.times}
        else:
            options |= {"seat": ruling.remove}
        await club.slash(club.admin, club.chat, "remove" if ruling.warn is None else "warn", **options)
        self._mark = club.mark()

    async def _nominate(self, by: int, seat: int) -> None:
        await self.club.press(self.club.seat(by), Press.NOMINATE, seat)
        assert (by, seat) in self.club.game.nominations
        self.did("nominate", self.day.nominate.index(f"{by} → {seat}"))

    async def _pass(self, seat: int) -> None:
        """CC-13: only a nomination or «Пас!», and no voice."""
        self.look(set())
        await self.club.press(self.club.seat(seat), Press.PASS)
        self.pay()

    async def aloud(self, seat: int) -> None:
        """One voice is open and no other, whoever is in the channel (GE-03, GE-12); then the turn passes."""
        self.look({str(seat)})
        now = "".join(see.board_text(self.club).split("\n\n")[-2:])
        assert str(seat) in now, "the board calls another seat"
        self._mark = self.club.mark()
        if seat % 2:
            await self.club.press(self.club.seat(seat), Press.THANKS)
        else:
            await self.club.to_next_deadline()
        self.pay()

    async def _farewell(self, phase: LastWords) -> None:
        seat = phase.queue[0]
        self.farewells.append(seat)
        self.turn("farewell")
        if phase.best_move is not None and self.night.best_move:
            await nights.guess(self, seat, self.night.best_move)
        await self.aloud(seat)

    async def _window(self, _phase: NominationWindow) -> None:
        """CI-15: everybody at once, one nomination each."""
        self.look(set())
        for by, seat in self.day.nominations().items():
            await self._nominate(by, seat)
        if isinstance(self.club.game.phase, NominationWindow):
            await self.club.to_next_deadline()
        self.pay()


Move = Callable[[Director, Any], Awaitable[None]]
MOVES: dict[type, Move] = {
    Night: nights.play,
    Speeches: Director._speech,
    LastWords: Director._farewell,
    NominationWindow: Director._window,
    Justification: votes.justification,
    Ballot: votes.ballot,
    LiftVote: votes.lift,
    ShortNight: votes.short_night,
    ManiacQuestion: votes.question,
}
"""What a script plays in each phase."""
