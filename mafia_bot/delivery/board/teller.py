"""One game's story as its events come in, and what of it should stand where. It reads the journal when it has
missed something, and asks nobody for words.
"""

from collections.abc import Callable

from mafia_bot.delivery.board.archive import Archive
from mafia_bot.delivery.board.wanted import TEAM, Wanted
from mafia_bot.delivery.committed import Committed
from mafia_bot.engine.ids import GameId, UserId
from mafia_bot.engine.state import Over
from mafia_bot.screens.story import Story, page_now, story_of, told
from mafia_bot.texts import Language


class Teller:
    """`committed` is the newest of the game; everything else follows from its journal, but for those who are
    `hushed`: muted by another hand.
    """

    def __init__(
        self, archive: Archive, committed: Committed, hushed: Callable[[GameId], frozenset[UserId]]
    ) -> None:
        self._archive, self.committed, self._hushed = archive, committed, hushed
        self._story: Story | None = None
        self._sheet: tuple[str, ...] = ()
        self._sheet_of: int | None = None

    @property
    def texts(self) -> Language:
        """The words of the table."""
        return self.committed.texts

    @property
    def story(self) -> Story | None:
        """The story up to the newest event; None while some of it has not been read."""
        story = self._story
        return None if story is None or story.place < self.committed.place else story

    def hear(self, committed: Committed) -> None:
        """Go on with the story, if nothing is missing in between. What was heard before changes nothing."""
        if committed.place < self.committed.place:
            return
        self.committed = committed
        if self._story is None or self._story.place + len(committed.events) != committed.place:
            return
        for place, event in enumerate(committed.events, start=self._story.place + 1):
            self._story = told(self._story, event, place, committed.texts)

    @property
    def hushed(self) -> frozenset[UserId]:
        """Whom another hand keeps from being heard now."""
        return self._hushed(self.committed.game_id)

    async def read(self) -> None:
        """Read whatever of the journal was missed."""
        while self.story is None:
            journal = await self._archive.events(self.committed.game_id)
            self._story = story_of(self.committed.game_id, journal, self.texts)

    async def write_sheet(self) -> None:
        """Have the sheet of a game that was dealt and is over."""
        ended = self.committed
        if self.over and ended.game.players and self._sheet_of != ended.place:
            self._sheet, self._sheet_of = tuple(await self._archive.sheet(ended)), ended.place

    def sheet(self, story: Story) -> tuple[Wanted, ...]:
        """The sheet's messages; a game that ended twice, for its end was taken back, has two sheets."""
        name = story.now.screen.replace("over", "sheet")
        parts = enumerate(self._sheet if self._sheet_of == story.place else (), start=1)
        return tuple(Wanted(f"{name}.{part}", text=text, final=True) for part, text in parts)

    @property
    def over(self) -> bool:
        """Whether the game has ended, as far as was heard."""
        return isinstance(self.committed.game.phase, Over)


class TableScreens:
    """The table's chat: every page from the first, the sheet at the end."""

    pressed = True

    def __init__(self, teller: Teller) -> None:
        self._teller = teller

    @property
    def texts(self) -> Language:
        """The words of the table."""
        return self._teller.texts

    async def ready(self) -> None:
        """Read the journal, and write the sheet."""
        await self._teller.read()
        await self._teller.write_sheet()

    def wanted(self) -> tuple[Wanted, ...] | None:
        """The pages in their order; the last one is open unless the game is over."""
        story = self._teller.story
        if story is None:
            return None
        past = [Wanted(closed.screen, closed.page, final=True, needed=False) for closed in story.closed]
        over = isinstance(story.game.phase, Over)
        now = Wanted(story.now.screen, page_now(story, self.texts, self._teller.hushed), final=over)
        return (*past, now, *self._teller.sheet(story))

    def settled(self) -> bool:
        """Whether the game is over, and so owes nothing more to its table."""
        return self._teller.over


class TeamScreens:
    """The mafia's own room: this night's lines."""

    pressed = False

    def __init__(self, teller: Teller) -> None:
        self._teller = teller

    @property
    def texts(self) -> Language:
        """The words of the table."""
        return self._teller.texts

    async def ready(self) -> None:
        """Read the journal."""
        await self._teller.read()

    def wanted(self) -> tuple[Wanted, ...] | None:
        """A message a line; the lines of a night are over with it."""
        story = self._teller.story
        if story is None:
            return None
        lines = () if isinstance(story.game.phase, Over) else story.team
        return tuple(Wanted(f"{TEAM}{place}", text=line, final=True) for place, line in lines)

    def settled(self) -> bool:
        """Whether the game is over."""
        return self._teller.over
