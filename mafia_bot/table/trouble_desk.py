"""Hears of troubles and tells those whom they concern: the table's chat, and its host by name.

Where the chat itself is the trouble, the next place that takes a message is used.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from mafia_bot.delivery.channels import GRAVEYARD, TABLE, HallChannels
from mafia_bot.delivery.delivery import Delivery
from mafia_bot.delivery.trouble import Trouble, TroubleKind
from mafia_bot.engine.ids import GameId
from mafia_bot.engine.state import Game, Over
from mafia_bot.screens.troubles import settled_line, trouble_line
from mafia_bot.table.table import Table
from mafia_bot.table.whispers import Whispers
from mafia_bot.texts import Language


class Place(Protocol):
    """A table, or what was committed of one."""

    @property
    def hall(self) -> HallChannels:
        """Its channels."""

    @property
    def game_id(self) -> GameId:
        """Its game."""

    @property
    def game(self) -> Game:
        """The position there."""


class TroubleDesk:
    """Listens to a delivery's troubles for all tables of a process."""

    def __init__(
        self, delivery: Delivery, tables: Callable[[], tuple[Table, ...]], whispers: Whispers
    ) -> None:
        self._delivery, self._tables, self._whispers = delivery, tables, whispers
        delivery.troubles.listen(self)

    def raised(self, trouble: Trouble) -> None:
        """Tell every table that it concerns, the host by name; and whoever it is about, alone, where they
        themselves may be the cause.
        """
        for table in self._concerned(trouble):
            self._tell(table, trouble)
        if trouble.kind is TroubleKind.CONTESTED and trouble.user is not None:
            self._delivery.tasks.run(self._whispers.tell(trouble.user, "whisper-contested"))

    def opened(self, table: Table) -> None:
        """A lobby has opened: tell it what is wrong on this server already."""
        for trouble in self._delivery.troubles.of_guild(table.hall.guild_id):
            if table in self._concerned(trouble):
                self._tell(table, trouble)

    def settled(self, trouble: Trouble) -> None:
        """Tell that it is well again, where that is news."""
        for table in self._concerned(trouble):
            line = settled_line(trouble.kind, table.texts, user=trouble.user, channel=trouble.channel_id)
            if line is not None:
                self._delivery.tasks.run(self._post(table, line))

    def lapsed(self, trouble: Trouble) -> None:
        """What nobody minds any more is not talked about."""

    def lines(self, table: Table, texts: Language) -> list[str]:
        """What is wrong at a table now, in somebody's words."""
        return trouble_lines(self._delivery.troubles.of_guild(table.hall.guild_id), table, texts)

    def _tell(self, table: Table, trouble: Trouble) -> None:
        texts, host = table.texts, table.game.host
        line = _line(trouble, texts)
        text = line if host is None else texts("trouble-for-host", user=host, line=line)
        self._delivery.tasks.run(self._post(table, text))

    def _concerned(self, trouble: Trouble) -> list[Table]:
        here = (t for t in self._tables() if t.hall.guild_id == trouble.guild_id and not t.over)
        return [table for table in here if concerns(trouble, table)]

    async def _post(self, table: Table, text: str) -> None:
        rooms = table.hall.rooms
        for channel_id in (rooms[TABLE], table.hall.voice_id, rooms.get(GRAVEYARD)):
            if channel_id is not None and await self._delivery.board.post(channel_id, text):
                return


def trouble_lines(troubles: Iterable[Trouble], place: Place, texts: Language) -> list[str]:
    """What of a server's troubles is wrong at one table, in somebody's words."""
    if isinstance(place.game.phase, Over):
        return []
    return [_line(trouble, texts) for trouble in troubles if concerns(trouble, place)]


def concerns(trouble: Trouble, place: Place) -> bool:
    """Whether a trouble of its server is one of this table."""
    if trouble.game_id is not None:
        return trouble.game_id == place.game_id
    if trouble.user is not None:
        return place.game.seat_of(trouble.user) is not None or place.game.host == trouble.user
    hall = place.hall
    return trouble.channel_id in (None, hall.category_id, hall.voice_id, *hall.rooms.values())


def _line(trouble: Trouble, texts: Language) -> str:
    return trouble_line(
        trouble.kind, texts, names=trouble.names, user=trouble.user, channel=trouble.channel_id
    )
