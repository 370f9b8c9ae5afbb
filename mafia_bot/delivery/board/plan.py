"""What should stand minus what stands: the difference of two lists, as deeds. Pure; it knows no Discord."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from mafia_bot.delivery.board.ledger import Posted
from mafia_bot.delivery.board.wanted import Wanted


class Send(Struct, frozen=True):
    """A message does not stand; with a row it was written down, and perhaps sent, before."""

    wanted: Wanted
    row: Posted | None


class Edit(Struct, frozen=True):
    """A message says something else, or has not been closed yet."""

    wanted: Wanted
    row: Posted


class Drop(Struct, frozen=True):
    """A message stands where nothing should: another channel's, or a line whose time has passed."""

    row: Posted


Deed = Send | Edit | Drop


def deeds(
    wanted: Iterable[Wanted], rows: Sequence[Posted], channel_id: int, mark: Callable[[Wanted], str]
) -> list[Deed]:
    """What is to be done, the most urgent first: the newest page, then the closing of the former ones.

    `rows` are those of one game, oldest first; `mark` gives the fingerprint of a wanted message.
    """
    sends: list[Deed] = []
    edits: list[Deed] = []
    kept: set[int] = set()
    for one in wanted:
        mine = [row for row in rows if row.screen == one.screen]
        standing = [row for row in mine if row.open and row.channel_id == channel_id]
        if standing:
            row = standing[-1]
            kept.add(row.nonce)
            if row.message_id is None:
                sends.append(Send(one, row))
            elif one.final or row.shown != mark(one):
                edits.append(Edit(one, row))
        elif one.needed and not (one.final and mine):
            # A closed row of a page that goes on is one that somebody deleted; a sheet is sent only once.
            sends.append(Send(one, None))
    drops: list[Deed] = [Drop(row) for row in rows if row.open and row.nonce not in kept]
    return [*sends, *edits, *drops]
