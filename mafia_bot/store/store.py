"""One open database and its parts by name; the object that is handed to everything above.

Knows nothing itself: every question is answered by one part.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from sqlalchemy import text

from mafia_bot.store.bots import Bots
from mafia_bot.store.clubs import Clubs
from mafia_bot.store.commits import Commits
from mafia_bot.store.database import Database
from mafia_bot.store.examination import Examination
from mafia_bot.store.games import Games
from mafia_bot.store.guard import guarded
from mafia_bot.store.halls import Halls
from mafia_bot.store.journal import Journal
from mafia_bot.store.ledger import Ledger
from mafia_bot.store.members import Members
from mafia_bot.store.messages import Messages
from mafia_bot.store.panels import Panels
from mafia_bot.store.results import Results
from mafia_bot.store.rooms import RoomMemories
from mafia_bot.store.rulebooks import Rulebooks
from mafia_bot.store.suspensions import Suspensions


class Store:
    def __init__(self, database: Database, url: str) -> None:
        self._database, self._url = database, url
        self.journal = Journal(database)
        self.commits = Commits(database, self.journal)
        self.examination = Examination(database)
        self.games = Games(database)
        self.halls = Halls(database)
        self.rooms = RoomMemories(database)
        self.clubs = Clubs(database)
        self.bots = Bots(database)
        self.rulebooks = Rulebooks(database)
        self.ledger = Ledger(database)
        self.messages = Messages(database)
        self.panels = Panels(database)
        self.results = Results(database)
        self.suspensions = Suspensions(database)
        self.members = Members(database)

    @classmethod
    async def open(cls, url: str, *, connections: int = 5) -> "Store":
        """Connect to a database whose schema is already current. Raises DatabaseUnreachable."""
        return cls(await Database.open(url, connections), url)

    async def close(self) -> None:
        await self._database.close()

    def guarded(self, name: str, lost: Callable[[], None]) -> AbstractAsyncContextManager[None]:
        """Be the only process that runs the bot of this `name` on this database, see guard.py.

        Raises AlreadyRunning.
        """
        return guarded(self._url, name, lost)

    async def revision(self) -> str:
        """The schema the database is at."""
        row = await self._database.row(text("SELECT version_num FROM alembic_version"))
        assert row is not None
        return str(row["version_num"])
