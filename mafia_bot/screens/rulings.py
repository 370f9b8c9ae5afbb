"""What was ruled, in words: whom it was about and for what. It knows nothing of how it is taken back."""

from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Extent, RulingKind
from mafia_bot.engine.state import Ruling
from mafia_bot.screens.names import offence_name
from mafia_bot.texts import Language


def standing(ruling: Ruling, extent: Extent, texts: Language) -> str:
    """What an undo would take back now: the ruling, or only the ban that it had brought."""
    return _ban(ruling, texts) if extent is Extent.BAN else ruled(ruling, texts)


def taken_back(event: ev.RulingUndone, texts: Language) -> str:
    """What an undo took back: the ruling, or only the ban that it had brought."""
    return _ban(event, texts) if event.extent is Extent.BAN else ruled(event, texts)


def _ban(ruling: Ruling | ev.RulingUndone, texts: Language) -> str:
    return texts("what-ban", user=ruling.user, offence=offence_name(ruling.offence, texts))


def ruled(ruling: Ruling | ev.RulingUndone, texts: Language) -> str:
    """A ruling in words."""
    kind, seat = str(ruling.kind), ruling.seat
    if ruling.kind is RulingKind.WARNING and ruling.amount > 1:
        kind = "warnings"
    elif ruling.kind is RulingKind.SKIP and seat is not None:
        kind = "skip-seat"
    return texts(
        f"what-{kind}",
        seat=seat,
        user=ruling.user,
        offence=offence_name(ruling.offence, texts),
        amount=ruling.amount,
        seconds=ruling.amount,
    )
