"""Plays a script through commands and buttons and looks at the server at every step of it."""

from collections.abc import Callable

from simcord.actors import MemberActor

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Act
from mafia_bot.engine.state import Ballot, Justification, LastWords, LiftVote, Night, Over, Speeches, Then
from tests.evening import watching as see
from tests.evening.script import DayScript, NightScript, Script

Check = Callable[["Director"], None]


class Director:
    """`guests` are people without a seat in the voice channel; `look` is called at every step."""

    def __init__(self, club: SimulatedClub, script: Script, guests: tuple[MemberActor, ...] = ()) -> None:
        self.club, self.script, self.guests = club, script, guests
        self.spoken: list[int] = []
        self.justified: list[int] = []
        self.farewells: list[int] = []
        self.lengths: list[tuple[int, str, float]] = []
        self.dearest = (0, 0)
        self._mark = club.mark()
        self._day = -1

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
        match phase:
            case Night():
                await self._night(phase)
            case Speeches():
                await self._speech(phase)
            case LastWords(queue=queue):
                self.farewells.append(queue[0])
                await self._aloud(queue[0])
            case Justification(queue=queue):
                self.justified.append(queue[0])
                await self._aloud(queue[0])
            case Ballot():
                await self._ballot(phase)
            case LiftVote():
                await self._lift()
            case _:
                raise AssertionError(f"a script knows no {phase}")

    @property
    def night(self) -> NightScript:
        """This night's lines."""
        return self.script.nights[self.club.game.round]

    @property
    def day(self) -> DayScript:
        """This day's lines."""
        return self.script.days[self.club.game.broke - 1]

    def dead(self) -> set[int]:
        """Seats that have left, without who is saying goodbye."""
        phase = self.club.game.phase
        leaving = phase.queue if isinstance(phase, LastWords) else ()
        return {p.seat for p in self.club.game.players if not p.alive and p.seat not in leaving}

    async def _night(self, phase: Night) -> None:
        assert see.heard(self.club) == set(), "somebody is heard at night"
        self._check_rooms(asleep=True, awake=self._in_mafia_room(phase))
        began, step = self.club.env.now().timestamp(), phase.step
        for seat, target in self._acts(phase).items():
            await self.club.choose(self.club.seat(seat), target)
        if step.act is Act.ORDER and self.night.order:
            don = self.script.seat_of("don")
            assert don is not None
            await self.club.order(self.club.seat(don), self.night.order)
        await self.club.to_next_deadline()
        took = self.club.env.now().timestamp() - began
        self.lengths.append((self.club.game.round, f"{step.wake} {step.act}", round(took)))
        self._pay()

    def _acts(self, phase: Night) -> dict[int, int | None]:
        night, act, living = self.night, phase.step.act, {p.seat for p in self.club.game.living()}
        if act is Act.SHOOT:
            return {**night.shots()}
        roles = {Act.VISIT: "lover", Act.SEEK: "don", Act.CHECK: "sheriff", Act.HEAL: "doctor"}
        holder = self.script.seat_of({**roles, Act.STAB: "maniac"}.get(act, ""))
        target = getattr(night, act.value, None) if holder is not None else None
        return {holder: target} if holder in living and target is not None else {}

    def _in_mafia_room(self, phase: Night) -> set[int]:
        """Who may write in the mafia's room: whenever it is awake, or (blind) over the kill order alone."""
        step, living = phase.step, {p.seat for p in self.club.game.living()}
        talks = step.act is Act.ORDER if self.script.ruleset == "most_wanted" else str(step.wake) == "mafia"
        team = self.script.black & living
        # One alone has nobody to talk to.
        return team if talks and len(team) > 1 else set()

    def _met(self) -> bool:
        phase = self.club.game.phase
        first = isinstance(phase, Night) and self.club.game.round == 0
        return not (first and self.script.ruleset == "masks" and phase.index == 0)

    def _check_rooms(self, *, asleep: bool, awake: set[int] = frozenset()) -> None:  # type: ignore[assignment]
        club, guests, dead = self.club, self.guests, self.dead()
        everyone = {see.name_of(club, actor.id) for actor in (*club.seats, *guests)}
        living = {p.seat for p in club.game.living()}
        # GE-06: the dead and the spectators read what the living read …
        assert see.readers(club, see.TABLE, guests) == everyone
        # … and write only among themselves; who was voted out says goodbye in writing too.
        phase = club.game.phase
        leaving = set(phase.queue) if isinstance(phase, LastWords) and phase.then is Then.NIGHT else set()
        assert see.writers(club, see.TABLE, guests) == (set() if asleep else see.seats(living | leaving))
        assert see.readers(club, see.GRAVEYARD, guests) == see.seats(dead)
        assert see.writers(club, see.GRAVEYARD, guests) == see.seats(dead)
        assert see.readers(club, see.MAFIA, guests) == (
            see.seats(self.script.black) if self._met() else set()
        )
        assert see.writers(club, see.MAFIA, guests) == see.seats(awake)

    async def _speech(self, phase: Speeches) -> None:
        game = self.club.game
        if game.broke - 1 != self._day:
            self._day = game.broke - 1
            self.spoken.clear()
        seat = phase.queue[0]
        self.spoken.append(seat)
        assert self.spoken == self.day.speak[: len(self.spoken)], "not in this order"
        target = self.day.nominations().get(seat)
        if target is not None:
            await self.club.press(self.club.seat(seat), Press.NOMINATE, target)
        await self._aloud(seat)

    async def _aloud(self, seat: int) -> None:
        """One voice is open and no other, whoever is in the channel (GE-03, GE-12); then the turn passes."""
        assert see.heard(self.club) == {str(seat)}
        self._check_rooms(asleep=False)
        now = "".join(see.board_text(self.club).split("\n\n")[-2:])
        assert str(seat) in now, "the board calls another seat"
        self._mark = self.club.mark()
        if seat % 2:
            await self.club.press(self.club.seat(seat), Press.THANKS)
        else:
            await self.club.to_next_deadline()
        self._pay()

    async def _ballot(self, phase: Ballot) -> None:
        assert see.heard(self.club) == set(), "somebody is heard during the vote"
        self._check_rooms(asleep=False)
        lines = self.day.ballots[phase.stage]
        assert [int(seat) for seat in lines] == list(phase.candidates), "not in the order of nomination"
        for voter in lines[str(phase.candidate)]:
            await self.club.press(self.club.seat(voter), Press.VOTE)
        if isinstance(self.club.game.phase, Ballot) and self.club.game.phase.index == phase.index:
            await self.club.to_next_deadline()
        self._pay()

    async def _lift(self) -> None:
        assert see.heard(self.club) == set()
        for seat in self.day.agree:
            await self.club.press(self.club.seat(seat), Press.AGREE)
        for seat in self.day.against:
            await self.club.press(self.club.seat(seat), Press.AGAINST)
        if isinstance(self.club.game.phase, LiftVote):
            await self.club.to_next_deadline()
        self._pay()

    def _pay(self) -> None:
        """What the step cost: at most two member edits and one message to the table."""
        edits = len(self.club.member_edits(self._mark))
        chat = f"/channels/{self.club.chat.id}/messages"
        messages = sum(1 for c in self.club.calls(self._mark) if c.method == "POST" and c.path == chat)
        if isinstance(self.club.game.phase, Over):
            return
        assert edits <= 2, f"{edits} member edits in one turn"
        assert messages <= 1, f"{messages} messages in one turn"
        self.dearest = (max(edits, self.dearest[0]), max(messages, self.dearest[1]))
